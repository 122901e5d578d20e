"""The look of goldset's pages: light and dark, nothing loaded, figures in columns."""

STYLE = """
:root { color-scheme: light dark; --ink: #1d2733; --soft: #5a6675; --line: #d6dce3; --page: #fff; --mark: #0b5cad;
  --c0: #0b5cad; --c1: #b3400e; --c2: #2c7a3f; --c3: #7b3fa0; --c4: #8a6100; --c5: #555f6b }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e9ef; --soft: #a3afbd; --line: #3a444f; --page: #14191f;
  --mark: #7ab8f5; --c0: #7ab8f5; --c1: #f2a07a; --c2: #86d29a; --c3: #cfa3ec; --c4: #e0c063; --c5: #b9c2cc } }
body { margin: 0 auto; max-width: 62rem; padding: 1rem 1.25rem 4rem; background: var(--page); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif }
h1 { font-size: 1.5rem; margin: .5rem 0 } h2 { font-size: 1.25rem; margin: 2.5rem 0 .5rem }
h3 { font-size: 1.05rem; margin: 1.75rem 0 .5rem } p, li { max-width: 46rem; overflow-wrap: anywhere }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; margin: .25rem 0 1rem }
caption { text-align: left; color: var(--soft); padding: .25rem 0 }
th, td { padding: .2rem .75rem .2rem 0; text-align: left; border-bottom: 1px solid var(--line); vertical-align: top;
  font-weight: 400; overflow-wrap: anywhere } thead th { color: var(--soft); font-size: .875rem }
tbody th { white-space: nowrap } .heard { position: absolute; width: 1px; height: 1px; overflow: hidden;
  clip-path: inset(50%) }
.number { text-align: right; white-space: nowrap } .scroll { overflow-x: auto }
.what { color: var(--soft); font-size: .875rem } .plot { width: 100%; max-width: 46rem; height: auto; display: block }
.plot text { font: 12px system-ui, sans-serif; fill: var(--soft) } .grid { stroke: var(--line) }
.line polyline { fill: none; stroke: currentColor; stroke-width: 2 } .line circle, .dot { fill: currentColor }
.line text { fill: currentColor } .interval { stroke: currentColor; stroke-width: 2 }
.c0, .dot, .interval { color: var(--c0) } .c1 { color: var(--c1) } .c2 { color: var(--c2) } .c3 { color: var(--c3) }
.c4 { color: var(--c4) } .c5 { color: var(--c5) }
.bar0 { fill: var(--c0) } .bar1 { fill: var(--c1) } .bar2 { fill: none; stroke: var(--c0); stroke-width: 1.5 }
.bar3 { fill: none; stroke: var(--soft); stroke-width: 1.5; stroke-dasharray: 3 3 } .band { fill: var(--line) }
summary { cursor: pointer } :focus-visible { outline: 3px solid var(--mark); outline-offset: 2px }
a { color: var(--mark) } nav ul { padding-left: 1.25rem }
"""
