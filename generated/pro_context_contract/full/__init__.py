"""The full contract.

Generated from spec/contracts/full/; do not edit.
"""
