"""The garden contract.

Generated from spec/contracts/garden/; do not edit.
"""
