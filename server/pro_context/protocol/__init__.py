"""The way of a request to its handler and back: contracts are bound to handlers, calls dispatched, results encoded."""
