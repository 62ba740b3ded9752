import type { Connection, Document } from '@hocuspocus/server'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { judged, setTitle } from '@/document'
import { entriesOf } from '@/document/format/layout'
import { createPageDoc } from '@/document/format/page-doc'
import type { Db } from '@/server/db/db'
import { createLog } from '@/server/log'
import { Admission } from './admission'
import { authorshipOf, storeEdit } from './client-edits'
import type { Context } from './edit-authorizer'
import { EditsOnTheWay } from './edits-on-the-way'
import { LivePage } from './live-page'
import { lookAtShort } from './look-at-edit'
import { PageAuthors } from './page-authors'
import { PageRows } from './page-rows'
import { UpdateLog } from './update-log'

const STORED = {
  size: { bytes: 0, weight: 0 },
  mark: null,
  updateIds: [],
  lacksProjection: false,
  lastEdit: null,
  editors: new Map<string, string>(),
}

/** The update that comes of a change to the page. */
function updateOf(doc: Y.Doc, change: (copy: Y.Doc) => void): Uint8Array {
  const copy = new Y.Doc()
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(doc))
  copy.transact(() => change(copy))
  return Y.encodeStateAsUpdate(copy, Y.encodeStateVector(doc))
}

const add = (doc: Y.Doc, id: string, kind: string, parent: string) =>
  entriesOf(doc).set(id, new Y.Map<unknown>(Object.entries({ kind, at: [parent, 'a0'] })))

test('a row is added to a table of a page while other edits are on their way', () => {
  const doc = createPageDoc()
  doc.transact(() => {
    add(doc, 't', 'table', '')
    for (let at = 0; at < 60; at++) add(doc, `r${at}`, 'tableRow', 't')
    for (let at = 0; at < 100; at++) add(doc, `c${at}`, 'tableColumn', 't')
    for (let at = 0; at < 200; at++) add(doc, `p${at}`, 'paragraph', '')
  })
  const onTheWay = new EditsOnTheWay()
  const admission = new Admission(
    doc,
    new PageAuthors(doc, new Map()),
    new PageRows(doc, STORED),
    onTheWay,
    () => 'room',
  )
  const since = onTheWay.moment
  for (let row = 0; row < 3; row++) {
    const update = updateOf(doc, (copy) => add(copy, `new${row}`, 'tableRow', 't'))
    const { facts } = judged(doc, update)
    expect(admission.admit(facts, update.byteLength, onTheWay.since(since))).toBe('admitted')
  }
})

/** A page in memory, and an edit of it that was admitted and that nothing can be read of. */
function withUnreadable() {
  const doc = createPageDoc() as Document
  doc.name = 'page'
  const charge = <T>(_: readonly (string | null)[], act: () => T): T => act()
  // Neither asks the database for anything before the edit is handed to the log.
  const db = {} as Db
  const log = createLog('silent')
  const page = new LivePage(doc, STORED, new PageAuthors(doc, new Map()), {
    ...{ db, log, charge, keepMs: 60_000 },
    unload: () => undefined,
    failed: () => undefined,
    projected: () => undefined,
    lost: () => undefined,

    memory: { roomFor: () => 'room' },
  })
  const update = updateOf(doc, (copy) => setTitle(copy, 'Tea'))
  const looked = lookAtShort(page, update)
  expect(page.admission.admit(looked.facts, update.byteLength, looked.since())).toBe('admitted')
  expect(page.onTheWay.isEmpty).toBe(false)
  page.dispose()
  return { page, looked: { ...looked, update: update.slice(0, 5) }, updates: new UpdateLog(db, log) }
}

test('an edit of which it cannot be told whose it is is on its way no more', () => {
  const { page, looked } = withUnreadable()
  expect(() => authorshipOf(page, looked, 'ada')).toThrow()
  expect(page.onTheWay.isEmpty).toBe(true)
})

test('an edit to which what it takes away cannot be given back is on its way no more', async () => {
  const { page, looked, updates } = withUnreadable()
  looked.facts.taken.push({ note: { client: 1, clock: 0 }, of: {}, stay: {} })
  const socket = { charge: <T>(act: () => T): T => act() }
  const connection = { context: { socket } } as unknown as Connection<Context>
  const claim = { clients: [], givenUp: [] }
  await expect(storeEdit(updates, page, looked, { userId: 'ada', claim, connection })).rejects.toThrow()
  expect(page.onTheWay.isEmpty).toBe(true)
  expect(updates.queued).toBe(0)
})
