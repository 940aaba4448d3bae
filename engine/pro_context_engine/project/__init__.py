"""Which libraries this project uses: its environment."""
