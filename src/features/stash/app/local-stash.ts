import { type Block, plainTextOf } from '@/blocks'
import { newId } from '@/shared/ids'
import { STASH, STASH_WORDS, type StashItem, sizeOf } from '../model'

/** Where the stash of a visitor is kept, in this browser. */
const KEY = 'sheaf:stash'

type Store = Pick<Storage, 'getItem' | 'setItem'>

const isBlock = (value: unknown): value is Block =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  'kind' in value &&
  typeof value.kind === 'string'

function isItem(value: unknown): value is StashItem {
  if (typeof value !== 'object' || value === null) return false
  const { id, blocks, fromPath, fromTitle, createdAt } = value as Record<string, unknown>
  return (
    [id, fromPath, fromTitle, createdAt].every((text) => typeof text === 'string') &&
    Array.isArray(blocks) &&
    blocks.every(isBlock)
  )
}

/** What is kept here, the newest first; nothing when it cannot be read. */
export function localItems(storage: Store): StashItem[] {
  try {
    const items: unknown = JSON.parse(storage.getItem(KEY) ?? '[]')
    return Array.isArray(items) ? items.filter(isItem) : []
  } catch {
    // Forbidden, or written by something else: as if there were none.
    return []
  }
}

/** Those of the items that hold the words, whatever the case. */
export function searchItems(items: readonly StashItem[], q: string): StashItem[] {
  const words = q.trim().toLowerCase()
  return items.filter(({ blocks, fromTitle }) =>
    `${fromTitle}\n${plainTextOf(blocks)}`.toLowerCase().includes(words),
  )
}

/** Throws in words when there is no room. */
function write(storage: Store, items: readonly StashItem[]): void {
  try {
    storage.setItem(KEY, JSON.stringify(items))
  } catch (cause) {
    throw new Error(STASH_WORDS.full, { cause })
  }
}

export function addLocal(storage: Store, given: Omit<StashItem, 'id' | 'createdAt'>): StashItem {
  const items = localItems(storage)
  if (sizeOf(given.blocks) > STASH.itemBytes) throw new Error(STASH_WORDS.tooLarge)
  if (items.length >= STASH.localItems) throw new Error(STASH_WORDS.full)
  const item = { ...given, id: newId(), createdAt: new Date().toISOString() }
  write(storage, [item, ...items])
  return item
}

export function deleteLocal(storage: Store, id: string): void {
  write(
    storage,
    localItems(storage).filter((item) => item.id !== id),
  )
}

/** Brings one back to its place. */
export function restoreLocal(storage: Store, item: StashItem): void {
  const others = localItems(storage).filter(({ id }) => id !== item.id)
  write(
    storage,
    [...others, item].sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1)),
  )
}
