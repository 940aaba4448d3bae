"""From a JSON-RPC request to a handler and back: the contracts bound, dispatched and encoded."""
