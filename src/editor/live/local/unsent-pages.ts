import { canStore, deleteLocal, openExistingLocal } from './database'
import { deleteOlderCopies, migrateAllCopies } from './migrate-copies'
import { addNote, COMMENT, emptyNotes, isOfComment, type Notes } from './records'

/** What this tab holds of pages that their copies in the browser may lack: edits, and comments with what is not finished of them. */
export const openHere = new Set<{
  userId: string
  documentId: string
  unsent?(): number
  comments?(): number
}>()

/** Whose words are being removed from this browser, which has been asked about. */
const givenUp = new Set<string>()

/** Has it been decided that what is only in this browser of somebody goes? */
export const isGivenUp = (userId: string): boolean => givenUp.has(userId)

/** What the server does not have of a page. */
export interface UnsentPage {
  documentId: string
  /** Edits of the page. */
  unsent: number
  /** Comments that are to be sent, and those together with what is not finished. */
  outgoing: number
  comments: number
}

/**
 * The pages of this person that hold something the server does not have: those in the browser's database, and those that are
 * open in this tab and could not be written down.
 */
export async function unsentPages(userId: string): Promise<UnsentPage[]> {
  const pages = await unsentCopies(userId)
  for (const page of openHere) {
    const unsent = page.unsent?.() ?? 0
    const comments = page.comments?.() ?? 0
    if (page.userId !== userId || unsent + comments === 0) continue
    const known = pages.find(({ documentId }) => documentId === page.documentId)
    if (known) {
      known.unsent ||= unsent
      known.comments += comments
    } else pages.push({ documentId: page.documentId, unsent, outgoing: 0, comments })
  }
  return pages
}

async function unsentCopies(userId: string): Promise<UnsentPage[]> {
  if (!canStore()) return []
  await migrateAllCopies(userId)
  const db = await openExistingLocal(userId)
  if (!db) return []
  const pages = new Map<string, Notes>()
  const comments = new Map<string, string[]>()
  try {
    const { store } = db.transaction('notes')
    const [keys, values] = await Promise.all([store.getAllKeys(), store.getAll()])
    keys.forEach(([documentId, name], i) => {
      const notes = pages.get(documentId) ?? emptyNotes()
      pages.set(documentId, notes)
      addNote(notes, name, values[i])
      if (isOfComment(name)) comments.set(documentId, [...(comments.get(documentId) ?? []), name])
    })
  } finally {
    db.close()
  }
  return [...pages].flatMap(([documentId, { left, kept, parcels }]) => {
    const unsent = [...left.values()].reduce((sum, count) => sum + count, kept.length + parcels.size)
    const names = comments.get(documentId) ?? []
    const outgoing = names.filter((name) => name.startsWith(COMMENT)).length
    return unsent + names.length > 0 ? [{ documentId, unsent, outgoing, comments: names.length }] : []
  })
}

/**
 * Removes this person's pages from the browser. Ask first when {@link unsentPages} names any: what the server does not
 * have is gone with it. Pages that are open in another tab keep nothing in the browser from then on.
 */
export async function forgetLocalPages(userId: string): Promise<void> {
  givenUp.add(userId)
  if (!canStore()) return
  await deleteOlderCopies(userId)
  await deleteLocal(userId)
}
