"""The same programs in `process` isolation: what limits and the end of the tree can do without a sandbox."""
import victims


class Process(victims.VictimTest):
    """Rows that say so in victims.toml."""


victims.rows_of(Process, {"hang", "burn", "memory", "process", "disk", "output", "lie"}, isolation="process",
                chosen=lambda row: row.get("process", False))

if __name__ == "__main__":
    victims.main()
