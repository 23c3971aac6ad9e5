"""The base class of all our errors, so that a program can catch whatever wardiary refuses."""


class WardiaryError(Exception):
    """Something wardiary refuses or cannot do; its text is one sentence that says what and why."""
