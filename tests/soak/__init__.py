"""The long runs: hundreds of games with every law on each, and a service that is killed."""
