"""Intervals of a share that was counted: how much of what a set says is chance."""

from dataclasses import dataclass
from math import sqrt

# The 97.5 % point of the standard normal distribution: of intervals made with it, 95 % hold the true share.
Z_95 = 1.959963984540054
WIDEST = 0.5


@dataclass(frozen=True, slots=True)
class Interval:
    """Bounds of a share, 0–1, both included."""

    low: float
    high: float

    @property
    def half_width(self) -> float:
        """Half the distance between the bounds, 0–0.5."""
        return (self.high - self.low) / 2


def wilson(share: float, number: float, z: float = Z_95) -> Interval:
    """Return the Wilson score interval of a share that was seen in a number of trials.

    Formula: E. B. Wilson, "Probable Inference, the Law of Succession, and Statistical Inference", Journal of the
    American Statistical Association 22 (1927) 209–212; recommended for small numbers by L. D. Brown, T. T. Cai
    and A. DasGupta, "Interval Estimation for a Binomial Proportion", Statistical Science 16 (2001) 101–133.
    The bounds are those p for which |share - p| = z * sqrt(p (1 - p) / number), and always lie in 0–1.

    Args:
        share: Successes over trials, 0–1.
        number: Trials, or effective trials; with none, nothing is known, and the interval is all of 0–1.
        z: Standard normal point of the confidence; 95 % without it.

    Raises:
        ValueError: The share is outside 0–1, or the number below 0.
    """
    if not 0 <= share <= 1 or number < 0:
        raise ValueError(f"no share {share} of {number} trials")
    if not number:
        return Interval(0.0, 1.0)
    weight = z * z / number
    centre = (share + weight / 2) / (1 + weight)
    reach = z * sqrt(share * (1 - share) / number + weight / (4 * number)) / (1 + weight)
    return Interval(max(centre - reach, 0.0), min(centre + reach, 1.0))


def widest_half_width(number: int) -> float:
    """Return the half-width, 0–0.5, of the 95 % Wilson interval where it is widest: half of the trials succeed.

    No share of so many trials is known better than that in the worst case.
    """
    return wilson(WIDEST, number).half_width
