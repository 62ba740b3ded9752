import type { Document } from '@hocuspocus/server'
import { lostOrDoubled, RawSocket, storedWords, Tab, temporaryFolder, until, wordsOf } from '@test/collab'
import { syncFrame } from '@test/collab-frames'
import { type CollabHost, type HostPerson, startCollabHost } from '@test/collab-host'
import { crowdedUpdate } from '@test/crowded-update'
import { onEachDatabase } from '@test/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as Y from 'yjs'
import { applyBlocks, setTitle } from '@/document'
import { createLog } from '@/server/log'
import { Budget } from './budget'
import { Demand } from './demand'
import { LivePage } from './live-page'
import { loadPage } from './load-page'
import { PageAuthors } from './page-authors'
import { threadTime } from './thread-time'

const paragraphs = (count: number, word = 'Line') =>
  Array.from({ length: count }, (_, at) => ({
    id: `b${at}`,
    kind: 'paragraph',
    text: [{ text: `${word} ${at} of ` }, { text: 'a page', marks: [{ kind: 'bold' }] }],
  }))

/** Keeps this thread busy for so much of its own time. */
function burn(ms: number): void {
  const end = threadTime() + ms
  while (threadTime() < end) Math.random()
}

test('R67 somebody rests while others want the server, and not longer', async () => {
  const demand = new Demand()
  const budget = new Budget(() => demand.lastOfOthers('mallory'))
  demand.heard('mallory')
  expect(budget.restAfter({ busyMs: 30_000 })).toBe(0)
  expect(budget.isFull).toBe(false)
  // What was used while nobody wanted it counts for little …
  demand.heard('ada')
  demand.heard('mallory')
  expect(budget.restMs).toBeGreaterThan(0)
  expect(budget.restMs).toBeLessThanOrEqual(2_000)
  // … and what is used while somebody does for all it took.
  expect(budget.restAfter({ busyMs: 3_000 })).toBeGreaterThan(20_000)
  await budget.rested()
  expect(budget.restMs).toBe(0)
  // It ended because the others did: what it took is not made up for.
  expect(budget.isFull).toBe(false)
  // An edit that takes long is found to keep those waiting who were there before it began.
  demand.heard('ada')
  const busy = new Budget(() => demand.lastOfOthers('mallory'))
  const from = performance.now()
  burn(1_300)
  expect(busy.restMs).toBe(0)
  busy.restAfter({ busyMs: 1_300, tookMs: performance.now() - from })
  expect(busy.restMs).toBeGreaterThan(5_000)
})

test('R67 a burst is free, what comes after it is made up for, and time makes it free again', () => {
  const budget = new Budget()
  expect(budget.restAfter({ busyMs: 150 })).toBe(0)
  const [first, second] = [budget.restAfter({ busyMs: 150 }), budget.restAfter({ busyMs: 100 })]
  expect(first).toBeGreaterThan(900)
  expect(second).toBeGreaterThan(first + 900)
  expect(budget.restAfter({ busyMs: 1_000_000 })).toBeLessThanOrEqual(60_000)
  expect(budget.isFull).toBe(false)
})

onEachDatabase('charges', (database) => {
  const folder = temporaryFolder()
  let host: CollabHost
  let ada: HostPerson
  const open = (person: HostPerson, documentId: string) => new Tab(host.url, person, documentId)
  const titleIn = async (documentId: string) =>
    (
      await host.db
        .selectFrom('document')
        .select('title')
        .where('id', '=', documentId)
        .executeTakeFirstOrThrow()
    ).title

  beforeAll(async () => {
    host = await startCollabHost({
      dataDir: folder.path,
      databaseUrl: database.env.DATABASE_URL ?? null,
      keepMs: 60_000,
    })
    ada = await host.addPerson('Ada')
  })
  afterAll(async () => {
    await host.close()
    folder.remove()
  })

  const small = (person: HostPerson) => async () => {
    const page = await host.addPage()
    await host.collab.live.edit(page, person.id, (doc) => setTitle(doc, 'Tea'))
  }

  /** Ada writes on a page of her own meanwhile, as people do. */
  async function whileAdaWrites<T>(act: () => Promise<T>): Promise<T> {
    const tab = open(ada, await host.addPage())
    await tab.saved()
    const writing = setInterval(() => tab.write(), 100)
    try {
      return await act()
    } finally {
      clearInterval(writing)
      tab.close()
    }
  }

  /** They have to rest, others have not, and what they do is done when they have rested. */
  async function expectRest(person: HostPerson, act: () => Promise<void>): Promise<void> {
    expect(host.collab.restOf(person.id)).toBeGreaterThan(0)
    expect(host.collab.restOf(ada.id)).toBe(0)
    const done: string[] = []
    await Promise.all([act().then(() => done.push('theirs')), small(ada)().then(() => done.push('others'))])
    expect(done).toEqual(['others', 'theirs'])
    // What they did just now may have cost a little itself.
    await until('them to go on', () => host.collab.restOf(person.id) === 0, 5_000)
  }

  test('R67 what a call takes is made up for by who called, and by nobody else', async () => {
    const mallory = await host.addPerson('Mallory')
    await whileAdaWrites(async () => {
      await host.collab.live.edit(await host.addPage(), mallory.id, (doc) => {
        burn(500)
        setTitle(doc, 'Slow')
      })
      await expectRest(mallory, small(mallory))
    })
  }, 30_000)

  test('R67 somebody who is there alone pastes four thousand lines without a rest, and rests once others come', async () => {
    const bob = await host.addPerson('Bob')
    const page = await host.addPage()
    const tab = open(bob, page)
    await tab.saved()
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    const rests: number[] = []
    const watch = setInterval(() => rests.push(host.collab.restOf(bob.id)), 20)
    applyBlocks(tab.page.doc, paragraphs(4_000))
    await tab.saved(60_000)
    clearInterval(watch)
    expect(rests.length).toBeGreaterThan(0)
    expect(Math.max(...rests)).toBe(0)
    await whileAdaWrites(async () => {
      await host.collab.live.edit(page, bob.id, (doc) => {
        burn(1_000)
        setTitle(doc, 'Slow')
      })
      expect(host.collab.restOf(bob.id)).toBeGreaterThan(0)
    })
    // Nobody else wants anything any more.
    await until('Bob to go on', () => host.collab.restOf(bob.id) === 0, 5_000)
    tab.close()
  }, 90_000)

  test.each([
    ['what a page says', (page: string, by: string) => host.collab.live.content(page, by)],
    ['it with what is suggested', (page: string, by: string) => host.collab.live.review(page, by)],
  ])(
    'R67 reading %s is made up for by who called',
    async (_, read) => {
      const mallory = await host.addPerson('Mallory')
      const page = await host.addPage()
      await host.collab.live.change(page, ada.id, { do: 'write', rich: JSON.stringify(paragraphs(250)) })
      await whileAdaWrites(async () => {
        const reads = () => Promise.all(Array.from({ length: 200 }, () => read(page, mallory.id)))
        for (let round = 0; round < 10 && host.collab.restOf(mallory.id) < 1_000; round++) {
          await small(ada)()
          await reads()
        }
        await expectRest(mallory, small(mallory))
      })
    },
    120_000,
  )

  test('R67 reading, judging and applying an edit is made up for by who sent it, on all of their sockets', async () => {
    const mallory = await host.addPerson('Mallory')
    // Yjs goes over all that stands there already for each of these items: 2,700 take more than a burst may, also on a fast machine and on
    // one that does much else.
    const edit = crowdedUpdate(
      2700,
      () => null,
      (i) => i,
    )
    const page = await host.addPage()
    const tab = new Tab(host.url, mallory, await host.addPage())
    await tab.saved()
    const raw = await RawSocket.open(host.url, mallory.cookie)
    await raw.openPage(page)
    await whileAdaWrites(async () => {
      raw.send(syncFrame(page, 2, edit))
      await until('it to be made up for', () => host.collab.restOf(mallory.id) > 0, 60_000)
      await expectRest(mallory, async () => {
        tab.write()
        // On a slow machine they rest for as long as anybody ever does: a minute.
        await tab.saved(90_000)
      })
    })
    raw.close()
    tab.close()
  }, 180_000)

  test('R67 what a viewer answers is not looked for in the whole page, and they are told whether the page has it', async () => {
    const page = await host.addPage()
    await host.collab.live.change(page, ada.id, { do: 'write', rich: JSON.stringify(paragraphs(50)) })
    const bob = await host.addPerson('Bob')
    host.roles.set(`${bob.id} ${page}`, 'viewer')
    const raw = await RawSocket.open(host.url, bob.cookie)
    await raw.openPage(page)
    let known: Uint8Array = new Uint8Array()
    let looks = 0
    let most = 0
    await host.collab.live.read(page, (doc) => {
      known = Y.encodeStateAsUpdate(doc)
      for (const [client, structs] of doc.store.clients) {
        const counted = new Proxy<typeof structs>(structs, {
          get(all, key) {
            looks++
            return Reflect.get(all, key)
          },
        })
        doc.store.clients.set(client, counted)
        most += structs.length
      }
    })
    expect(most).toBeGreaterThan(100)
    const fresh = new Y.Doc()
    fresh.getText('title').insert(0, 'no')
    const answers = () =>
      raw.frames.flatMap((frame) => {
        const said = Buffer.from(frame.subarray(page.length + 1))
        return said[0] === 8 ? [said[1]] : []
      })
    const say = async (step: number) => {
      const before = answers().length
      for (const update of [Y.encodeStateAsUpdate(fresh), known]) raw.send(syncFrame(page, step, update))
      await until('both to be answered', () => answers().length === before + 2)
      const seen = looks
      looks = 0
      return { answers: answers().slice(before), seen }
    }
    const edits = await say(2)
    expect(edits.answers).toEqual([0, 0])
    const answered = await say(1)
    expect(answered.answers).toEqual([0, 1])
    expect(answered.seen).toBeLessThan(edits.seen + most / 2)
    // They may write no more than before.
    expect((await say(2)).answers).toEqual([0, 0])
    expect(raw.closed).toBeNull()
    raw.close()
  })

  test('R67 bringing lists up to date is made up for, in equal parts, by who has edited the page since', async () => {
    const page = await host.addPage()
    const log = createLog('silent')
    const document = new Y.Doc() as Document
    document.name = page
    const stored = await loadPage(host.db, page, document, log)
    if (!stored) throw new Error('The page is not there')
    const charged: string[][] = []
    const live = new LivePage(document, stored, new PageAuthors(document, new Map()), {
      db: host.db,
      log,
      keepMs: 60_000,
      unload: () => undefined,
      failed: () => undefined,
      projected: () => undefined,
      lost: () => undefined,

      memory: { roomFor: () => 'room' },
      charge(people, act) {
        charged.push(people.map(String))
        return act()
      },
    })
    const bob = await host.addPerson('Bob')
    for (const by of [ada.id, bob.id]) {
      live.appending()
      live.applied(by)
    }
    await live.project()
    live.dispose()
    // How long it is to read is found out first.
    expect(charged).toEqual([
      [ada.id, bob.id],
      [ada.id, bob.id],
    ])
  })

  test('R67 an edit that a document could not take in is not lost: the page is read anew from what is stored', async () => {
    const page = await host.addPage()
    const tab = open(ada, page)
    const tokens = [tab.write()]
    await tab.saved()
    const failing = () => {
      if (++pieces > 2) throw new Error('no more')
    }
    let pieces = 0
    await host.collab.live.read(page, (doc) => doc.on('beforeTransaction', failing))
    const { failures } = host.collab.stats()
    const rich = JSON.stringify(paragraphs(2_000))
    await host.collab.live.change(page, ada.id, { do: 'write', rich })
    expect(pieces).toBeGreaterThan(2)
    expect(host.collab.stats().failures).toBeGreaterThan(failures)
    await until('Ada to see it', () => wordsOf(tab.page.doc).includes('Line 1999 of'), 30_000)
    tokens.push(tab.write())
    await tab.saved(30_000)
    const words = await storedWords(host.db, page)
    expect(words).toContain('Line 1999 of')
    expect(lostOrDoubled(tokens, words)).toEqual({ lost: [], doubled: [] })
    await until('lists to show it', async () => (await titleIn(page)) === tab.text)
    const listed = await host.db.selectFrom('document').select('plain_text').where('id', '=', page).execute()
    expect(listed[0]?.plain_text).toContain('Line 1999 of')
    tab.close()
  }, 120_000)

  test('R67 an edit of somebody that a document could not take in is stored and comes back with the page', async () => {
    const page = await host.addPage()
    const [tab, other] = [open(ada, page), open(ada, page)]
    await Promise.all([tab.saved(), other.saved()])
    let isFailing = true
    await host.collab.live.read(page, (doc) =>
      doc.on('beforeTransaction', () => {
        if (isFailing) throw new Error('no more')
      }),
    )
    const token = tab.write()
    await until('the other tab to see it', () => other.text.includes(token), 30_000)
    isFailing = false
    await tab.saved(30_000)
    expect(lostOrDoubled([token], await storedWords(host.db, page))).toEqual({ lost: [], doubled: [] })
    tab.close()
    other.close()
  }, 60_000)
})
