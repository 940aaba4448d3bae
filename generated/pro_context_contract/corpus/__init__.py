"""The corpus contract.

Generated from spec/contracts/corpus/; do not edit.
"""
