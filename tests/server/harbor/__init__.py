"""A small contract of our own with its handlers and an engine, to test the server without the product's contracts."""
