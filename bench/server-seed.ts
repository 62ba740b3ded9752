import * as Y from 'yjs'
import { applyBlocks, createPageDoc, setTitle } from '@/document'
import { projectionOf } from '@/server/collab/projection'
import { openDb } from '@/server/db/db'
import { mixedBlocks } from './content'
import { addPages, addPerson } from './seed'

/**
 * Fills a data folder: one person who is signed in, and pages of mixed blocks as a server leaves them. Fifty stand at
 * the top, the others inside the first. Prints what the measurement needs.
 */
const { DATA_DIR = '', AUTH_SECRET = '', PAGES = '1000', BLOCKS = '100', IS_PUBLISHED = '0' } = process.env
const TOP = 50
const { db } = await openDb({ dataDir: DATA_DIR, databaseUrl: null })
const person = await addPerson(db, AUTH_SECRET)
const doc = createPageDoc()
setTitle(doc, 'A working page')
applyBlocks(doc, mixedBlocks(Number(BLOCKS)))
const state = Y.encodeStateAsUpdate(doc)
const page = projectionOf(doc)
const fill = (parentId: string | null, count: number, first: number) => {
  const pages = Array.from({ length: count }, () => ({
    ...page,
    parent_id: parentId,
    is_published: Number(IS_PUBLISHED),
  }))
  return addPages(db, person, pages, { first, state })
}
const top = await fill(null, Math.min(TOP, Number(PAGES)), 0)
const pages = [...top, ...(await fill(top[0] ?? null, Number(PAGES) - top.length, TOP))]
await db.destroy()
const { cookie, token, userId } = person
process.stdout.write(`${JSON.stringify({ url: '', cookie, token, userId, pages })}\n`)
