"""What projects say they need, one reader per format: bytes → requirements."""
