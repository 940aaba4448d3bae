"""Stores: one folder for each database."""
