"""The source that reads the llms.txt of a library."""
