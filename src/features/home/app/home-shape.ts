/** How many lines each part of home had when it was last seen in this browser, so that what is drawn before has its shape. */
export interface HomeShape {
  waiting: number
  due: number
  mentions: number
  recents: number
  changed: number
  favorites: number
}

const KEY = 'sheaf:home-shape'
/** More than a window holds. */
const MOST = 30

/** The shape that was kept; that of a home with a few recent pages where none was, or nothing readable. */
export function readShape(storage: Pick<Storage, 'getItem'>): HomeShape {
  const lines: Record<string, unknown> = parsed(storage)
  const count = (name: keyof HomeShape, otherwise: number): number => {
    const value = lines[name]
    return typeof value === 'number' && value >= 0 ? Math.min(MOST, Math.floor(value)) : otherwise
  }
  return {
    waiting: count('waiting', 0),
    due: count('due', 0),
    mentions: count('mentions', 0),
    recents: count('recents', 5),
    changed: count('changed', 0),
    favorites: count('favorites', 0),
  }
}

function parsed(storage: Pick<Storage, 'getItem'>): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(storage.getItem(KEY) ?? '{}')
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    // Forbidden, or not ours any more.
    return {}
  }
}

/** Keeps the shape for the next time. */
export function writeShape(storage: Pick<Storage, 'setItem'>, shape: HomeShape): void {
  try {
    storage.setItem(KEY, JSON.stringify(shape))
  } catch {
    // Full or forbidden: the next skeleton is a guess.
  }
}
