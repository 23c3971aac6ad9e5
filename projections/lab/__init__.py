"""The what-if lab: from a table at any moment, how it may go on, and how often each side wins.

`worlds` deals what is not known, `playing` plays one table on in memory, `rollouts` does that many
times, `exact` counts every possible course instead, `statistics` says how sure a number is, and
`odds`, `comparison` and `review` answer what people ask. Nothing here is stored.
"""
