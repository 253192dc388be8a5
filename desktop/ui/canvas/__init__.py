"""The board as one sees and touches it.

`canvas.Canvas` is the widget: a `view.BoardView` on a `scene.BoardScene`, kept true by `sync`, with
the level strip and the legend pinned over it. From value to picture: `drawn` says what is shown,
`looks` turns it into a frozen look for each item, and an item paints its look; equal looks are
equal pictures. Tools speak `tool.Tool` and draw values of `overlay`; what lies under a point comes
from `hit`. Positions are `Point`s in squares everywhere but in `coordinates`.
"""
