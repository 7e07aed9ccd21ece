"""Programs that fill the disk or flood the output: each ends in its limit's word."""
import victims


class Floods(victims.VictimTest):
    """See victims.toml."""


victims.rows_of(Floods, {"disk", "output"})

if __name__ == "__main__":
    victims.main()
