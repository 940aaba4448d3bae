"""Clients whose methods are made at run time from the service models that a package ships."""
