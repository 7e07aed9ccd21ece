# Sequences that clear the screen, set the title, ask the terminal to answer and to paste.
printf '\033[2J\033[H\033]0;owned\007\033[6n\033]52;c;cm0gLXJmIC8K\007\033P$q"p\033\\\033c\2332J'
printf 'over\bwritten\rhidden\n\033[8minvisible\033[0m plain text\n'
