"""The web page: a shell, ES modules and a style sheet, served as they are."""
