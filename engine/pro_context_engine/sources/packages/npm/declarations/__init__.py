"""The interface of an npm package in its TypeScript declaration files, read by a small scanner, never run."""
