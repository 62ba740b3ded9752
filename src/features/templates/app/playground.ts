import type { Block } from '@/blocks'

/** Where a visitor's edits of a template are kept in this browser (rulings 1). */
export const STORAGE_PREFIX = 'sheaf:template:'

/** What somebody wrote into a template. */
export interface Draft {
  slug: string
  blocks: Block[]
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** What was kept for this template; `null` when nothing was, or nothing readable. */
export function readDraft(storage: Pick<Store, 'getItem'>, slug: string): Block[] | null {
  const text = storage.getItem(STORAGE_PREFIX + slug)
  if (text === null) return null
  try {
    const blocks: unknown = JSON.parse(text)
    return Array.isArray(blocks) && blocks.every(isBlock) ? blocks : null
  } catch {
    // Not ours any more; the original is shown, and the next edit replaces it.
    return null
  }
}

const isBlock = (value: unknown): value is Block =>
  typeof value === 'object' &&
  value !== null &&
  'kind' in value &&
  typeof value.kind === 'string' &&
  'id' in value

/** Keeps an edit, or forgets it when it says the same as the original. Throws when the storage is full or forbidden. */
export function writeDraft(
  storage: Store,
  slug: string,
  blocks: readonly Block[],
  original: readonly Block[],
): void {
  if (saysTheSame(blocks, original)) storage.removeItem(STORAGE_PREFIX + slug)
  else storage.setItem(STORAGE_PREFIX + slug, JSON.stringify(blocks))
}

/** Where a template's demo keeps what was done in it. */
export const demoKey = (slug: string): string => `${STORAGE_PREFIX}${slug}/demo`

/** Forgets what was written into a template, and what was done in its demo; the answer brings it back. */
export function forgetDraft(storage: Store, slug: string): () => void {
  const before = [STORAGE_PREFIX + slug, demoKey(slug)].map((key) => [key, storage.getItem(key)] as const)
  for (const [key] of before) storage.removeItem(key)
  return () => {
    for (const [key, value] of before) if (value !== null) storage.setItem(key, value)
  }
}

/** Everything that was written into templates in this browser. Storage can be forbidden: then nothing was. */
export function keptDrafts(): Draft[] {
  try {
    return allDrafts(localStorage)
  } catch {
    return []
  }
}

/** Everything that was written into templates in this store. */
export function allDrafts(storage: Storage): Draft[] {
  return Object.keys(storage)
    .filter((key) => key.startsWith(STORAGE_PREFIX))
    .map((key) => key.slice(STORAGE_PREFIX.length))
    .filter((slug) => !slug.includes('/'))
    .sort()
    .flatMap((slug) => {
      const blocks = readDraft(storage, slug)
      return blocks ? [{ slug, blocks }] : []
    })
}

/** Forgets everything that was done on sample pages in this browser, also in their demos and rooms. */
export function forgetAllDrafts(storage: Storage): void {
  const kept = Object.keys(storage).filter((key) => key.startsWith(STORAGE_PREFIX))
  for (const key of kept) storage.removeItem(key)
}

/** Is the content equal? The ids of blocks say nothing: each reading of a template makes new ones. */
export function saysTheSame(a: readonly Block[], b: readonly Block[]): boolean {
  return JSON.stringify(a.map(withoutIds)) === JSON.stringify(b.map(withoutIds))
}

function withoutIds({ id: _, children, ...rest }: Block): object {
  const { attributes, ...more } = rest
  const sorted =
    attributes && Object.fromEntries(Object.entries(attributes).sort(([x], [y]) => (x < y ? -1 : 1)))
  return {
    ...more,
    ...(sorted && { attributes: sorted }),
    ...(children && { children: children.map(withoutIds) }),
  }
}
