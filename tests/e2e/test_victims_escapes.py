"""Ways out of the sandbox: none of them leads anywhere, as root and as an ordinary user."""
import victims


class Escapes(victims.VictimTest):
    """See victims.toml."""


victims.rows_of(Escapes, {"breakout"})

if __name__ == "__main__":
    victims.main()
