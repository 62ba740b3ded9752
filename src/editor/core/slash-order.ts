/** What people reach for first, in this order; the id of an entry each. */
const FIRST = [
  'paragraph',
  'page.insert',
  'heading-1',
  'heading-2',
  'heading-3',
  'bulleted-list',
  'numbered-list',
  'todo-list',
  'toggle',
  'table',
  'image',
]

/** Found by those who type their names. */
const RARE = /^(heading-[4-6]|todo-list-plain|(circle|square|lower-.+|upper-.+)-list)$/

const KEY = 'sheaf:last-inserted'
const MOST_RECENT = 3

/** The ids that were chosen last in this browser, the latest first. */
function recentIds(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string').slice(0, MOST_RECENT) : []
  } catch {
    // Storage can be forbidden, and holds what anybody wrote.
    return []
  }
}

/** Remembers what was chosen. Plain text and what stands first anyway would only push the others out. */
export function rememberInserted(id: string): void {
  if (FIRST.slice(0, 8).includes(id)) return
  try {
    localStorage.setItem(
      KEY,
      JSON.stringify([id, ...recentIds().filter((one) => one !== id)].slice(0, MOST_RECENT)),
    )
  } catch {
    // Storage can be forbidden: it is inserted all the same.
  }
}

/**
 * What `/` shows before anything is typed: what people reach for first, what was used last, the others by their groups; what
 * is rare is left out. Each with the group that it stands in there.
 */
export function slashOrder<Item extends { entry: { id: string; group: string } }>(
  items: readonly Item[],
): Item[] {
  const recent = recentIds()
  const placeOf = ({ id }: Item['entry']): { at: number; group?: string } => {
    const first = FIRST.indexOf(id)
    if (first >= 0) return { at: first, group: 'Basic' }
    const used = recent.indexOf(id)
    return used >= 0 ? { at: FIRST.length + used, group: 'Recent' } : { at: Number.POSITIVE_INFINITY }
  }
  return items
    .filter(({ entry }) => !RARE.test(entry.id))
    .map((item) => ({ item, ...placeOf(item.entry) }))
    .sort((a, b) => (a.at === b.at ? 0 : a.at - b.at))
    .map(({ item, group }) => (group ? { ...item, entry: { ...item.entry, group } } : item))
}
