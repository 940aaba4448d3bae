"""The read path from a topic to ranked hits: query, analysis, scoring, ranking. Pure."""
