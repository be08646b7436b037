"""Module: def not_this(): pass"""
import os
from typing import Any

LIMIT: int = 10
a, b = 1, 2
first = second = None
table = {
    "key": lambda x: x,
}

@decorator(
    lambda: None,
)
async def fetch(url: str, *, timeout=3) -> "Any":
    '''class NotThis: pass'''
    local = 1

    def inner(n):
        return n
    return inner(local)

if os.name == "posix":
    def platform(): return 1
else:
    def platform(): return 2

class Queen(Base, metaclass=Meta):
    name: str
    count = 0
    __slots__ = (
        "x",
    )

    def __init__(self, x=(1,
                          2)):
        self.x = x

    @property
    def size(self): return f"{self.x!r} def nope(): {1}"

    class Nested:
        def deep(self):
            class Local:
                pass

text = "a" \
    "def also_not(): pass"
é = 1
