import pathlib

from _pytest.assertion import rewrite

import tools

HERE = pathlib.Path(__file__).with_name("tools.py")
SOURCE = HERE.read_text()
HERE.write_text(SOURCE.replace("2 * number", "0 * number"))
config = next(each for each in __import__("sys").meta_path if isinstance(each, rewrite.AssertionRewritingHook)).config
stat, code = rewrite._rewrite_test(HERE, config)
HERE.write_text(SOURCE)
exec(code, vars(tools))


def double(number):
    return 0
