import type { Document } from '@hocuspocus/server'
import { temporaryFolder, until } from '@test/collab'
import { type CollabHost, type HostPerson, startCollabHost } from '@test/collab-host'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as Y from 'yjs'
import { setTitle } from '@/document'
import { textOf } from '@/document/format/layout'
import { createLog } from '@/server/log'
import { LivePage } from './live-page'
import { loadPage } from './load-page'
import { PageAuthors } from './page-authors'

/* Many pages in memory whose timers end together. */

const folder = temporaryFolder()
const log = createLog('silent')
const PAGES = 12
let host: CollabHost
let people: HostPerson[]

beforeAll(async () => {
  host = await startCollabHost({ dataDir: folder.path, databaseUrl: null, keepMs: 60_000 })
  people = await Promise.all(Array.from({ length: PAGES }, (_, at) => host.addPerson(`Person ${at}`)))
})
afterAll(async () => {
  await host.close()
  folder.remove()
})

/** A look at the string of a page: in which turn of the event loop, and charged to whom. */
interface Look {
  page: string
  turn: number
  charged: readonly (string | null)[]
}

let turn = 0
let isOver = false
function countTurns(): void {
  turn++
  if (!isOver) setImmediate(countTurns)
}

/** Everything that goes through the string of a page begins at its first item. */
function noteLooks(doc: Y.Doc, look: () => void): void {
  const text = textOf(doc)
  let first = text._start
  Object.defineProperty(text, '_start', {
    get() {
      look()
      return first
    },
    set(item: Y.Item | null) {
      first = item
    },
  })
}

test('R67 pages whose timers end together are looked at in a turn each, at the cost of those who edited them', async () => {
  const looks: Look[] = []
  const projected = new Set<string>()
  let charged: readonly (string | null)[] = []
  const open = async () => {
    const page = await host.addPage()
    const document = new Y.Doc() as Document
    document.name = page
    const stored = await loadPage(host.db, page, document, log)
    if (!stored) throw new Error('The page is not there')
    const live = new LivePage(document, stored, new PageAuthors(document, new Map()), {
      db: host.db,
      log,
      keepMs: 60_000,
      unload: () => undefined,
      failed: () => undefined,
      projected: (id) => void projected.add(id),
      lost: () => undefined,

      memory: { roomFor: () => 'room' },
      charge(who, act) {
        charged = who
        try {
          return act()
        } finally {
          charged = []
        }
      },
    })
    live.entered(live)
    noteLooks(document, () => looks.push({ page, turn, charged }))
    return { page, live }
  }
  const pages = await Promise.all(people.map(open))
  countTurns()
  for (const [at, { live }] of pages.entries()) {
    setTitle(live.document, `Page ${at}`)
    live.appending()
    live.applied(people[at]?.id ?? null)
  }
  await until('all of them to be written', () => projected.size === PAGES)
  // What is folded is looked at as well.
  for (const { live } of pages) live.appended(1, 1)
  await Promise.all(pages.map(({ live }) => live.store()))
  isOver = true
  for (const [at, { page, live }] of pages.entries()) {
    live.dispose()
    const own = looks.filter((look) => look.page === page)
    expect(own.length).toBeGreaterThan(0)
    for (const look of own) expect(look.charged).toEqual([people[at]?.id])
    const turns = new Set(own.map((look) => look.turn))
    for (const look of looks) if (look.page !== page) expect(turns).not.toContain(look.turn)
  }
})
