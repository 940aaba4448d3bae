"""A clock that a test moves on."""


class ManualClock:
    """Monotonic seconds.

    Attributes:
        now: the seconds, at the beginning of a minute at first.
    """

    def __init__(self) -> None:
        self.now = 6_000.0

    def __call__(self) -> float:
        return self.now
