"""What commanders do."""
