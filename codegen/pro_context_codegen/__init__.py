"""Spec in, generated out; build time only, never shipped."""
