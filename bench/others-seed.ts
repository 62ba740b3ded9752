import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as Y from 'yjs'
import type { Block } from '@/blocks/kit/block'
import { applyBlocks, createPageDoc, setTitle } from '@/document'
import { projectionOf } from '@/server/collab/projection'
import { openDb } from '@/server/db/db'
import { mixedBlocks } from './content'
import { addPages, addPerson } from './seed'

/**
 * Fills a data folder for `others.ts`: ten people who type, each on a page of 100 blocks, and somebody with one long page, a
 * published one, one to print, and a tree. Also writes an edit with 100,000 blocks, as a hostile client would send it.
 */
const { DATA_DIR = '', AUTH_SECRET = '' } = process.env
const { db } = await openDb({ dataDir: DATA_DIR, databaseUrl: null })
const other = await addPerson(db, AUTH_SECRET)

async function add(
  person: typeof other,
  title: string,
  blocks: Block[],
  more: { count?: number; parent?: string; isPublished?: boolean } = {},
) {
  const doc = createPageDoc()
  setTitle(doc, title)
  applyBlocks(doc, blocks)
  const { count = 1, parent = null, isPublished = false } = more
  const page = { ...projectionOf(doc), parent_id: parent, is_published: Number(isPublished) }
  return addPages(
    db,
    person,
    Array.from({ length: count }, () => page),
    { state: Y.encodeStateAsUpdate(doc) },
  )
}

const writers: (typeof other)[] = []
const pages: string[] = []
for (let at = 0; at < 10; at++) {
  const writer = await addPerson(db, AUTH_SECRET)
  writers.push(writer)
  pages.push(...(await add(writer, 'A working page', mixedBlocks(100))))
}
const [long] = await add(other, 'A long page', mixedBlocks(10_000))
const [published] = await add(other, 'A published page', mixedBlocks(5_000), { isPublished: true })
const [printed] = await add(other, 'A page to print', mixedBlocks(1_400))
const [tree] = await add(other, 'A tree', mixedBlocks(100))
await add(other, 'A leaf', mixedBlocks(200), { count: 300, parent: tree! })
const [hostile] = await add(other, 'A page to be flooded', [])
await db.destroy()

const doc = createPageDoc()
applyBlocks(
  doc,
  Array.from({ length: 100_000 }, (_, i) => ({ id: `x${i}`, kind: 'paragraph' })),
)
writeFileSync(join(DATA_DIR, 'hostile-update'), Y.encodeStateAsUpdate(doc))
process.stdout.write(JSON.stringify({ writers, other, pages, long, published, printed, tree, hostile }))
