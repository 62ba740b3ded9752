/** Where the focus goes among cells. `forth` and `back` go on in the next and the last line, as Tab does. */
export type CellStep =
  | 'up'
  | 'down'
  | 'left'
  | 'right'
  | 'start'
  | 'end'
  | 'first'
  | 'last'
  | 'forth'
  | 'back'
  | 'pageUp'
  | 'pageDown'

/** A cell, by the ids of its row and column. */
export interface Place {
  row: string
  column: string
}

/** Stands for the header among the rows. */
export const HEAD = '\0head'

/** The keys that lead to another cell. */
export const STEPS: Readonly<Record<string, CellStep>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  Home: 'start',
  End: 'end',
}

interface At {
  x: number
  y: number
}

/** Rows that a page of keys is. */
const PAGE = 10

/** The cell that a step leads to; `y` is -1 for the header; `null` where there is none, and the focus stays or goes on. */
export function stepFrom(
  { x, y }: At,
  how: CellStep,
  { width, height }: { width: number; height: number },
): At | null {
  const within = (to: At): At | null => (to.x >= 0 && to.x < width && to.y >= -1 && to.y < height ? to : null)
  switch (how) {
    case 'up':
      return within({ x, y: y - 1 })
    case 'down':
      return within({ x, y: y + 1 })
    case 'left':
      return within({ x: x - 1, y })
    case 'right':
      return within({ x: x + 1, y })
    case 'start':
      return { x: 0, y }
    case 'end':
      return { x: width - 1, y }
    case 'first':
      return { x: 0, y: 0 }
    case 'last':
      return { x: width - 1, y: height - 1 }
    case 'forth':
      return x + 1 < width ? { x: x + 1, y } : y + 1 < height ? { x: 0, y: y + 1 } : null
    case 'back':
      return x > 0 ? { x: x - 1, y } : y > 0 ? { x: width - 1, y: y - 1 } : null
    case 'pageUp':
      return { x, y: Math.max(0, y - PAGE) }
    case 'pageDown':
      return { x, y: Math.min(height - 1, y + PAGE) }
  }
}
