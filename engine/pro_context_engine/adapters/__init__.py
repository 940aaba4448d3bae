"""The fetcher and the store: implementations of the ports that reach the network and the disk."""
