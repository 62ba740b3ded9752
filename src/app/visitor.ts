import { nanoid } from 'nanoid'

/** Who somebody without an account is in this browser (product.md 1.2, 3.15; rulings 1). */
export interface Visitor {
  id: string
  name: string
  /** `#rrggbb`, for cursors. */
  color: string
}

export const ANIMALS = [
  'Badger',
  'Crane',
  'Dormouse',
  'Fox',
  'Hedgehog',
  'Heron',
  'Lynx',
  'Otter',
  'Owl',
  'Wren',
] as const

/** Ten colours that white text can be read on (product.md 9.10). */
export const VISITOR_COLORS = [
  '#a52a2a',
  '#964300',
  '#735200',
  '#24633b',
  '#1d6a66',
  '#23568f',
  '#3c5cc4',
  '#6a3f97',
  '#97306a',
  '#7a4b2c',
] as const

const STORAGE_KEY = 'sheaf:visitor'

/** Makes an identity; `random` gives numbers from 0 up to 1. */
export function makeVisitor(random: () => number, newId: () => string = nanoid): Visitor {
  const pick = <Item>(items: readonly [Item, ...Item[]]): Item =>
    items[Math.floor(random() * items.length)] ?? items[0]
  return { id: newId(), name: pick(ANIMALS), color: pick(VISITOR_COLORS) }
}

/** The identity in `storage`, made and kept there when there is none (or an unreadable one). */
export function visitorIn(
  storage: Pick<Storage, 'getItem' | 'setItem'>,
  random: () => number = Math.random,
): Visitor {
  const kept = parse(storage.getItem(STORAGE_KEY))
  if (kept) return kept
  const made = makeVisitor(random)
  storage.setItem(STORAGE_KEY, JSON.stringify(made))
  return made
}

function parse(text: string | null): Visitor | null {
  if (text === null) return null
  try {
    const { id, name, color } = JSON.parse(text)
    const isOurs =
      typeof id === 'string' && id !== '' && ANIMALS.includes(name) && VISITOR_COLORS.includes(color)
    return isOurs ? { id, name, color } : null
  } catch {
    // Written by something else or by hand: a new identity is the answer, not an error.
    return null
  }
}
