"""An error that ends a benchmark with a message instead of a traceback."""


class Trouble(Exception):
    pass
