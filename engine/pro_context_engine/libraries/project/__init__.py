"""Which libraries this project uses: its manifests, lock files and environment."""
