"""Business decisions: one file for each tool and resource, at the same path as its definition in `spec/contracts/`."""
