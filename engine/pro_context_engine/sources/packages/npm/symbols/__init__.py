"""The symbols of npm packages, from their TypeScript declarations."""
