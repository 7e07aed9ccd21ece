"""Programs that take too much processor time, memory or processes: each ends in its limit's word."""
import victims


class Limits(victims.VictimTest):
    """See victims.toml."""


victims.rows_of(Limits, {"burn", "memory", "process"})

if __name__ == "__main__":
    victims.main()
