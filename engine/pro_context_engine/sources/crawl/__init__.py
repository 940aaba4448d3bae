"""Sites read page by page: along their links, by the rules of their robots.txt, and not too fast."""
