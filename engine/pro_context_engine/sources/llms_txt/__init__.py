"""The llms.txt that libraries publish, and full texts."""
