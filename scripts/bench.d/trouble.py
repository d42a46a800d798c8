"""What ends a benchmark with a sentence instead of a traceback."""


class Trouble(Exception):
    pass
