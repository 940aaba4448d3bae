"""The lean contract.

Generated from spec/contracts/lean/; do not edit.
"""
