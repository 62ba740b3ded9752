import * as Y from 'yjs'
import type { Block } from '@/blocks/kit/block'
import { addsSomething, applyBlocks, createPageDoc, layoutIsKnown, migrateLayout, setTitle } from '@/document'
import { unpackState } from '@/server/collab/packed-state'
import { type Projection, projectionOf } from '@/server/collab/projection'
import { count, type Finding, type ProjectionDifference } from './findings'
import type { StoredPage } from './stored-pages'

/** Stored bytes that a repair takes out of a page and keeps. */
export interface PutAside {
  kind: 'edit' | 'snapshot' | 'waiting' | 'projection'
  updateId: number | null
  userId: string | null
  data: Uint8Array
  madeAt: string
  reason: string
}

/** What makes a page sound again: its new snapshot, in place of every row of the log, and its projections. */
export interface Repair {
  putAside: PutAside[]
  /** Null when snapshot and log are right as they are. */
  state: Uint8Array | null
  updateIds: number[]
  projection: Projection
  /** What this loses or changes, one sentence each. */
  words: string[]
}

export interface PageCheck {
  findings: Finding[]
  /** Null when nothing differs, or when nothing can be done about it. */
  repair: Repair | null
}

/** Compares what is stored of a page with itself. Changes nothing and never throws on what it finds. */
export function checkPage(stored: StoredPage): PageCheck {
  const { page, snapshot, updates } = stored
  const findings: Finding[] = []
  const putAside: PutAside[] = []
  const words: string[] = []
  const read = readContent(stored)

  for (const row of read.unreadable) {
    findings.push({
      kind: 'unreadable-edit',
      updateId: row.id,
      bytes: row.data.byteLength,
      madeAt: row.created_at,
      by: row.user_id,
    })
    putAside.push(asideEdit(row, 'cannot be read'))
    words.push(`edit ${row.id} was put aside: the ${row.data.byteLength} bytes in it are not in the page`)
  }
  if (snapshot && read.snapshotIsUnreadable) {
    findings.push({
      kind: 'unreadable-snapshot',
      bytes: snapshot.state.byteLength,
      madeAt: snapshot.created_at,
    })
  }

  let { doc } = read
  const hasNothing = snapshot === null && updates.length === 0
  const showsSomething = page.title !== '' || page.content_rich !== '[]'
  if (hasNothing && showsSomething) findings.push({ kind: 'no-content', words: page.word_count })
  if (read.snapshotIsUnreadable || (hasNothing && showsSomething)) {
    const rebuilt = rebuild(stored, read.unreadable)
    doc = rebuilt.doc
    putAside.push(...rebuilt.putAside)
    words.push(...rebuilt.words)
  } else {
    const waiting = takeWaiting(doc)
    if (waiting) {
      findings.push({ kind: 'missing-edits', gaps: waiting.gaps, bytes: waiting.data.byteLength })
      putAside.push(asideWaiting(waiting.data, page.updated_at))
      words.push(
        `${waiting.data.byteLength} bytes of edits that wait for missing ones were put aside; they were never in the page`,
      )
    }
    const folded = foldedRows(stored, read.unreadable)
    if (folded.length > 0) {
      findings.push({ kind: 'folded-rows', updateIds: folded })
      words.push(`${count(folded.length, 'edit')} that the snapshot holds were cleared from the log`)
    }
  }

  if (migrateLayout(doc)) {
    findings.push({ kind: 'older-layout' })
    words.push('the page was brought over to the layout of this version')
  }
  if (!layoutIsKnown(doc)) return { findings: [...findings, { kind: 'newer-layout' }], repair: null }
  if (updates.length > 0 && !foldIsStable(doc)) findings.push({ kind: 'unstable-fold' })

  const contentIsWrong = findings.length > 0
  const projection = projectionOf(doc)
  const differences = differencesOf(page, projection)
  if (differences.length > 0) {
    findings.push({ kind: 'projection', differences })
    words.push('what lists show was written again from the page')
    if (page.word_count > projection.word_count) {
      // Perhaps the last copy of something.
      putAside.push(asideProjection(page, 'lists showed more than the page holds'))
      words.push(
        `lists showed ${count(page.word_count, 'word')} and the page holds ${projection.word_count}: what they showed was put aside`,
      )
    }
  }
  if (findings.length === 0) return { findings, repair: null }
  const state = contentIsWrong ? Y.encodeStateAsUpdate(doc) : null
  return { findings, repair: { putAside, state, updateIds: updates.map(({ id }) => id), projection, words } }
}

interface Content {
  doc: Y.Doc
  unreadable: StoredPage['updates']
  snapshotIsUnreadable: boolean
}

/** Snapshot and log folded, without what cannot be read. What breaks half way leaves nothing of itself. */
function readContent({ page, snapshot, updates }: StoredPage): Content {
  let state = snapshot ? unpacked(snapshot.state) : undefined
  const unreadable = new Set(updates.filter(({ data }) => !isUpdate(data)))
  for (;;) {
    const doc = createPageDoc(page.id)
    doc.gc = true
    if (state && !tryApply(doc, state)) {
      state = undefined
      continue
    }
    const broken = updates.find((row) => !unreadable.has(row) && !tryApply(doc, row.data))
    if (broken) {
      unreadable.add(broken)
      continue
    }
    return {
      doc,
      unreadable: updates.filter((row) => unreadable.has(row)),
      snapshotIsUnreadable: snapshot !== null && state === undefined,
    }
  }
}

/** Undefined when it is damaged. */
function unpacked(stored: Uint8Array): Uint8Array | undefined {
  try {
    return unpackState(stored)
  } catch {
    return undefined
  }
}

function isUpdate(data: Uint8Array): boolean {
  try {
    Y.decodeUpdate(data)
    return true
  } catch {
    return false
  }
}

function tryApply(doc: Y.Doc, update: Uint8Array): boolean {
  try {
    Y.applyUpdate(doc, update)
    return true
  } catch {
    return false
  }
}

/** The page as lists show it, for content that is gone. Everything that is still stored of the content is put aside. */
function rebuild({ page, snapshot, updates }: StoredPage, unreadable: StoredPage['updates']) {
  const doc = createPageDoc(page.id)
  const putAside: PutAside[] = []
  const words: string[] = []
  const rest = updates.filter((row) => !unreadable.includes(row))
  if (snapshot) {
    const reason = 'cannot be read; the page was made again from what lists showed'
    putAside.push({
      kind: 'snapshot',
      updateId: snapshot.up_to,
      userId: null,
      data: snapshot.state,
      madeAt: snapshot.created_at,
      reason,
    })
    words.push(`the snapshot of ${snapshot.state.byteLength} bytes was put aside`)
  }
  putAside.push(...rest.map((row) => asideEdit(row, 'builds on a snapshot that cannot be read')))
  if (rest.length > 0) words.push(`${count(rest.length, 'edit')} that build on it were put aside as well`)
  try {
    setTitle(doc, page.title)
    applyBlocks(doc, JSON.parse(page.content_rich) as Block[])
    words.push(
      `the page was made again from what lists showed (${count(page.word_count, 'word')}, as of ${page.updated_at})`,
    )
  } catch {
    // Not blocks: it is kept as it is, for somebody who can make something of it.
    putAside.push(asideProjection(page, 'the blocks of a page whose content is gone; they cannot be read'))
    words.push(
      'the blocks that lists showed cannot be read and were put aside; the page has only its title now',
    )
  }
  return { doc, putAside, words }
}

/** Takes out what waits for edits that are not there, as one update; null when nothing waits. */
function takeWaiting(doc: Y.Doc) {
  const { pendingStructs, pendingDs } = doc.store
  const updates = [...(pendingStructs ? [pendingStructs.update] : []), ...(pendingDs ? [pendingDs] : [])]
  if (updates.length === 0) return null
  doc.store.pendingStructs = null
  doc.store.pendingDs = null
  const gaps = [...(pendingStructs?.missing ?? [])].map(([client, from]) => ({ client, from }))
  return { gaps, data: Y.convertUpdateFormatV2ToV1(Y.mergeUpdatesV2(updates)) }
}

/** The rows that a fold should have taken along. */
function foldedRows({ snapshot, updates }: StoredPage, unreadable: StoredPage['updates']): number[] {
  const early = updates.filter((row) => snapshot && row.id <= snapshot.up_to && !unreadable.includes(row))
  if (!snapshot || early.length === 0) return []
  const doc = new Y.Doc()
  Y.applyUpdate(doc, unpackState(snapshot.state))
  return early.filter(({ data }) => !addsSomething(doc, data)).map(({ id }) => id)
}

function foldIsStable(doc: Y.Doc): boolean {
  const state = Y.encodeStateAsUpdate(doc)
  const again = new Y.Doc()
  if (!tryApply(again, state)) return false
  return (
    Buffer.from(Y.encodeStateVector(again)).equals(Y.encodeStateVector(doc)) && !again.store.pendingStructs
  )
}

function differencesOf(page: StoredPage['page'], projection: Projection): ProjectionDifference[] {
  const columns = Object.keys(projection) as (keyof Projection)[]
  return columns
    .filter((column) => page[column] !== projection[column])
    .map((column) => ({ column, stored: shown(column, page), document: shown(column, projection) }))
}

const SHOWN = 60

function shown(column: keyof Projection, { content_rich, ...texts }: Projection): string {
  if (column === 'content_rich') return `${content_rich.length} characters`
  const value = texts[column]
  if (typeof value === 'number') return String(value)
  return value.length > SHOWN
    ? `${JSON.stringify(value.slice(0, SHOWN))}… (${value.length} characters)`
    : JSON.stringify(value)
}

const asideEdit = (row: StoredPage['updates'][number], reason: string): PutAside => ({
  kind: 'edit',
  updateId: row.id,
  userId: row.user_id,
  data: row.data,
  madeAt: row.created_at,
  reason,
})

const asideWaiting = (data: Uint8Array, madeAt: string): PutAside => ({
  kind: 'waiting',
  updateId: null,
  userId: null,
  data,
  madeAt,
  reason: 'waits for edits that are not stored',
})

const asideProjection = (page: StoredPage['page'], reason: string): PutAside => ({
  kind: 'projection',
  updateId: null,
  userId: null,
  data: new TextEncoder().encode(page.content_rich),
  madeAt: page.updated_at,
  reason,
})
