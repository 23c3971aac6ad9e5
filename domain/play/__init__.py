"""The kernel's verbs: commands, prompts, steps, the draft, chance, and `decide`."""
