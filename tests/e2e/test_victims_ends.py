"""Programs that hang, and programs that lie about how they ended: the word is the kernel's and the clock's."""
import victims


class Ends(victims.VictimTest):
    """See victims.toml."""


victims.rows_of(Ends, {"hang", "lie"})

if __name__ == "__main__":
    victims.main()
