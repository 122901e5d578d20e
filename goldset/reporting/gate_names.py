"""What a gate is called, in reports of runs and in plans, which read no run."""

from goldset.domain.metric_keys import key_of
from goldset.domain.settings import GateSettings


def gate_name(gate: GateSettings) -> str:
    """Return a gate as people name it: `recall@5 ≥ 0.85 (low)`."""
    if gate.no_new is not None:
        what = f"no new {gate.no_new}" if not gate.allowed else f"at most {gate.allowed} new {gate.no_new}"
    else:
        limits = [("≥", gate.floor), ("≤", gate.ceiling)]
        said = " and ".join(f"{sign} {limit}" for sign, limit in limits if limit is not None)
        what = f"{key_of(gate.metric or '', gate.k)} {said}" + (f" ({gate.on})" if gate.on != "value" else "")
    apart = [f"arm {gate.arm}"] * (gate.arm != "retrieved") + [f"tier {gate.tier}"] * (gate.tier is not None)
    return ", ".join([what, *apart])
