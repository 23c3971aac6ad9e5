"""The what-if lab outside this process: other processes, a cluster, and reports."""
