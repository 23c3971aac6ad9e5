"""Who may do what: keys, what they give access to, and what every request passes."""
