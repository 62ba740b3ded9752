import { lostOrDoubled, storedDoc, storedText, Tab, until } from '@test/collab'
import type { HostPerson } from '@test/collab-host'
import { Network } from '@test/collab-network'
import { areOffline, has, peersOf, peersStage, sentenceOf } from '@test/peers-stage'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import type { Block } from '@/blocks'
import {
  applyBlocks,
  ReadingView,
  readTitle,
  settledBlocks,
  settledText,
  suggestionAuthor,
  withSuggestions,
} from '@/document'
import { blocksOf } from '@/document/page-index/blocks'
import { ReviewedPage } from '@/document/review'
import { unsentPages } from '@/editor/live/local/unsent-pages'
import { Tickets } from '@/server/rooms/tickets'
import { TICKET_MS } from '@/shared/peer-ticket'
import { hashOf } from '@/shared/sha256'
import { makeOwnKey, makeParcel, proofOf } from './keys'
import type { Link } from './mesh'

const stage = peersStage()
const storedTitle = () => storedText(stage.host.db, stage.documentId)
const storedPage = () => storedDoc(stage.host.db, stage.documentId)

/** Paragraphs "a" and "b". */
const lines = (...texts: Block['text'][]): Block[] =>
  texts.map((text, i) => ({ id: 'ab'.charAt(i), kind: 'paragraph', text }))
/** The words of each block as they read with all that is suggested. */
const proposed = (doc: Y.Doc) =>
  withSuggestions(doc, (suggestions) =>
    blocksOf(doc, new ReadingView(suggestions, 'proposed')).map(({ text = [] }) =>
      text.map((piece) => ('text' in piece ? piece.text : '')).join(''),
    ),
  )

/** Ada and Bob, both editors, without the server: Bob changes a line of hers, and may only suggest by the time he is back. */
const withDemoted = async () => {
  const bob = await stage.host.addPerson('Bob')
  const one = stage.open(stage.ada)
  applyBlocks(one.page.doc, lines([{ text: 'As it was written' }], [{ text: 'And then some' }]))
  await one.saved()
  const way = await Network.to(stage.host.url)
  const two = stage.open(bob, way.url)
  await two.saved()
  await stage.met(1, one, two)
  await way.close()
  await stage.goOffline(one)
  await areOffline(two)
  applyBlocks(two.page.doc, lines([{ text: 'As it was rewritten' }], [{ text: 'And then some' }]))
  stage.host.roles.set(`${bob.id} ${stage.documentId}`, 'suggester')
  stage.host.collab.live.recheckPages([stage.documentId])
  return { bob, one, two, port: Number(new URL(way.url).port) }
}

/** Ada's page with a sentence, and Bob, who may only suggest; the server is gone for both. */
const withSuggester = async () => {
  const bob = await stage.host.addPerson('Bob')
  const [one] = (await stage.together(stage.ada)) as [Tab]
  applyBlocks(one.page.doc, [{ id: 'a', kind: 'paragraph', text: [{ text: 'As it was written' }] }])
  await one.saved()
  stage.host.roles.set(`${bob.id} ${stage.documentId}`, 'suggester')
  const two = stage.open(bob)
  await two.saved()
  await stage.met(1, one, two)
  await stage.goOffline(one, two)
  return { bob, one, two }
}

test('R58 while the server is gone people write on together, and on its return every word arrives exactly once', async () => {
  const [one, two] = (await stage.together(stage.ada, stage.grace)) as [Tab, Tab]
  one.write()
  await one.saved()
  await until('the other to have it', () => two.text === one.text)
  for (let round = 0; round < 3; round++) {
    await stage.goOffline(one, two)
    for (let i = 0; i < 10; i++) {
      one.write()
      two.write()
      if (i % 3 === 0) await until('the other to have it', () => two.text === one.text)
    }
    await until('both to hold the same', () => two.text === one.text)
    await until('it to be said', () => sentenceOf(one) === 'Offline — 10 unsent, on 1 peer')
    await until('it to be said', () => sentenceOf(two) === 'Offline — 10 unsent, on 1 peer')
    await stage.goOnline()
    await Promise.all([one.saved(), two.saved()])
    await until('both to hold the same', () => two.text === one.text)
    const all = [...one.written, ...two.written]
    expect(lostOrDoubled(all, one.text)).toEqual({ lost: [], doubled: [] })
    expect(lostOrDoubled(all, await storedTitle())).toEqual({ lost: [], doubled: [] })
  }
  expect([one.page.generation, two.page.generation]).toEqual([0, 0])
})

test('R58 what somebody wrote whose browser is gone for good is handed in by another, as theirs', async () => {
  const [one, two] = (await stage.together(stage.ada, stage.grace)) as [Tab, Tab]
  await stage.goOffline(one, two)
  for (let i = 0; i < 5; i++) one.write()
  await until('the other to have it', () => two.text === one.text)
  one.die()
  stage.tabs = [two]
  two.write()
  await stage.goOnline()
  await two.saved()
  const stored = await storedTitle()
  expect(lostOrDoubled([...one.written, ...two.written], stored)).toEqual({ lost: [], doubled: [] })
  const rows = await stage.host.db
    .selectFrom('document_update')
    .select(['user_id'])
    .where('document_id', '=', stage.documentId)
    .orderBy('id')
    .execute()
  expect(rows.map(({ user_id }) => user_id)).toEqual([stage.ada.id, stage.grace.id])
  expect(await stage.writers()).toEqual([stage.ada.id, stage.grace.id].sort())
})

test('R57 what a viewer writes is taken by no peer, and carried in by nobody', async () => {
  const eve = await stage.host.addPerson('Eve')
  stage.host.roles.set(`${eve.id} ${stage.documentId}`, 'viewer')
  const [one, two, viewer] = (await stage.together(stage.ada, stage.grace, eve)) as [Tab, Tab, Tab]
  await stage.goOffline(one, two)
  one.write()
  await until('the viewer to read on', () => viewer.text === one.text)
  // Her browser is her own: it writes what its buttons would not let her.
  viewer.write()
  await until('her to be told', () => viewer.page.peers.get().refusedThere === 'read-only')
  two.write()
  await until('the others to go on', () => one.text === two.text)
  await stage.goOnline()
  await Promise.all([one.saved(), two.saved()])
  const stored = await storedTitle()
  expect(lostOrDoubled([...one.written, ...two.written], stored)).toEqual({ lost: [], doubled: [] })
  expect(lostOrDoubled(viewer.written, stored).lost).toEqual(viewer.written)
  expect(one.page.peers.get().refusedHere).toEqual({ name: 'Eve', reason: 'read-only' })
})

test('R57 what somebody wrote who may write no more is not taken when the server is back, and nothing of others is touched', async () => {
  const [one, two] = (await stage.together(stage.ada, stage.grace)) as [Tab, Tab]
  two.write()
  await two.saved()
  await until('the other to have it', () => two.text === one.text)
  await stage.goOffline(one, two)
  one.write()
  await until('the other to have it', () => two.text === one.text)
  // In the middle of what is not taken, and beside it.
  const at = two.text.length - 3
  two.page.doc.getText('title').insert(at, '‹inside›')
  two.written.push('‹inside›')
  two.write()
  two.page.doc.getText('title').delete(two.text.indexOf('‹inside›') - 1, 1)
  await until('the other to have it', () => two.text === one.text)
  // What was stored, and what was not.
  one.page.doc.getText('title').delete(0, 2)
  one.page.doc.getText('title').delete(one.text.indexOf('inside'), 2)
  await until('the other to have it', () => two.text === one.text)
  stage.host.roles.set(`${stage.ada.id} ${stage.documentId}`, 'viewer')
  one.die()
  stage.tabs = [two]
  await stage.goOnline()
  await two.saved()
  const stored = await storedTitle()
  expect(lostOrDoubled(two.written, stored)).toEqual({ lost: [], doubled: [] })
  expect(stored).toBe(two.written.join(''))
  // Another doc, without it.
  expect(two.page.generation).toBe(1)
  await until('the page to be what is stored', () => two.text === stored)
  two.write()
  await two.saved()
  expect(lostOrDoubled(two.written, await storedTitle())).toEqual({ lost: [], doubled: [] })
})

test('R57 who may only read by then has the page as it is stored, without what somebody else deleted in vain', async () => {
  const [one, two] = (await stage.together(stage.ada, stage.grace)) as [Tab, Tab]
  two.write()
  await two.saved()
  await until('the other to have it', () => two.text === one.text)
  const before = two.text
  await stage.goOffline(one, two)
  one.page.doc.getText('title').delete(0, 2)
  await until('the other to have it', () => two.text === one.text)
  for (const { id } of [stage.ada, stage.grace]) stage.host.roles.set(`${id} ${stage.documentId}`, 'viewer')
  stage.host.collab.live.recheckPages([stage.documentId])
  one.die()
  stage.tabs = [two]
  await stage.goOnline()
  await until('the words to be there again', () => two.text === before)
  await until('it to be open for reading', () => two.page.access.get() === 'read' && two.state === 'saved')
  expect(await storedTitle()).toBe(before)
})

test('R57 of a suggester peers take suggestions of their own, as the server does, and nothing else', async () => {
  const { bob, one, two } = await withSuggester()
  const { doc } = two.page
  doc.transact(() => {
    const key = `${bob.id} s1 + ${doc.clientID} ${Y.getState(doc.store, doc.clientID)}`
    doc.getText('text').insert(4, 'suggested')
    doc.getMap('suggestions').set(key, 'suggested'.length)
  })
  await until('it to come', () => one.page.doc.getText('text').toString().includes('suggested'))
  expect(settledText(one.page.doc)).toBe('As it was written')
  doc.getText('text').insert(4, 'vandalised')
  await until('him to be told', () => two.page.peers.get().refusedThere === 'not-a-suggestion')
  expect(one.page.doc.getText('text').toString()).not.toContain('vandalised')
  await stage.goOnline()
  await one.saved()
  const stored = await storedPage()
  expect(settledText(stored)).toBe('As it was written')
  expect(stored.getText('text').toString()).toContain('suggested')
})

test('R57 R58 what is suggested in an editor while the server is gone comes to the others, and to the server once', async () => {
  const { bob, one, two } = await withSuggester()
  const reviewed = new ReviewedPage(two.page.doc, bob.id)
  reviewed.isSuggesting = true
  const index = reviewed.openIndex()
  const nothing = { gone: new Set<string>(), set: new Map(), formats: [], lists: [] }
  for (const [i, letter] of [...' once more'].entries()) {
    const kept = { keep: 'a', from: 0, to: 'As it was written'.length + i }
    const texts = new Map([['a', [kept, { insert: letter, formats: {} }]]])
    reviewed.write(index, { ...nothing, texts }, null, null)
  }
  index.close()
  reviewed.close()
  await until('the other to have it', () => proposed(one.page.doc)[0] === 'As it was written once more')
  one.write()
  await until('it to come', () => two.text === one.text)
  expect(two.page.peers.get()).toMatchObject({ refusedThere: null, peers: 1 })
  await stage.goOnline()
  await Promise.all([one.saved(), two.saved()])
  const stored = await storedPage()
  expect(proposed(stored)).toEqual(['As it was written once more'])
  expect(settledText(stored)).toContain('As it was written')
  expect(settledText(stored)).not.toContain('once')
  expect(withSuggestions(stored, ({ sids }) => sids.map(suggestionAuthor))).toEqual([bob.id])
  expect([one.page.generation, two.page.generation]).toEqual([0, 0])
})

test('R58 what grew and was taken back among suggestions while the server was gone is handed in as suggestions, once', async () => {
  const { bob, one, two } = await withSuggester()
  const { doc } = two.page
  const words = doc.getText('text')
  const suggestions = doc.getMap('suggestions')
  // Keeps the words that are taken back.
  new Y.UndoManager(words)
  /** Suggests these letters one after the other; gives what takes them back. */
  const suggest = async (sid: string, letters: string) => {
    const keys: string[] = []
    const write = (letter: string, at: number) =>
      doc.transact(() => {
        const key = `${bob.id} ${sid} + ${doc.clientID} ${Y.getState(doc.store, doc.clientID)}`
        words.insert(4 + at, letter)
        suggestions.set(key, 1)
        keys.push(key)
      })
    for (const [at, letter] of [...letters].entries()) {
      write(letter, at)
      if (at !== 2) continue
      one.write()
      await until('it to come', () => two.text === one.text)
    }
    return () =>
      doc.transact(() => {
        words.delete(4, letters.length)
        for (const key of keys) suggestions.delete(key)
      })
  }
  const takeBack = await suggest('s1', 'mistaken')
  takeBack()
  one.write()
  await until('it to come', () => two.text === one.text)
  await suggest('s2', 'suggested')
  await until('it to come', () => one.page.doc.getText('text').toString() === words.toString())
  await stage.goOnline()
  await Promise.all([one.saved(), two.saved()])
  expect([one.page.generation, two.page.generation]).toEqual([0, 0])
  const stored = await storedPage()
  expect(stored.getText('text').toString()).toBe(words.toString())
  expect(settledText(stored)).toContain('As it was written')
  expect(words.toString()).toContain('suggested')
  expect(words.toString()).not.toContain('m')
  expect(await stage.writers()).toEqual([stage.ada.id, bob.id].sort())
})

test.each([
  ['later', false],
  ['meanwhile', true],
])(
  'R58 what the server refuses of a suggester, who suggests it anew, stands once, though another brings it %s',
  async (_, isMet) => {
    const bobsNetwork = await Network.to(stage.host.url)
    const port = Number(new URL(bobsNetwork.url).port)
    const bob = await stage.host.addPerson('Bob')
    const one = stage.open(stage.ada)
    await one.saved()
    applyBlocks(one.page.doc, [{ id: 'a', kind: 'paragraph', text: [{ text: 'As it was written' }] }])
    await one.saved()
    stage.host.roles.set(`${bob.id} ${stage.documentId}`, 'suggester')
    const two = stage.open(bob, bobsNetwork.url)
    await two.saved()
    await stage.met(1, one, two)
    const { doc } = two.page
    const suggest = (sid: string, words: string) =>
      doc.transact(() => {
        const key = `${bob.id} ${sid} + ${doc.clientID} ${Y.getState(doc.store, doc.clientID)}`
        doc.getText('text').insert(4, words)
        doc.getMap('suggestions').set(key, words.length)
        return key
      })
    const first = suggest('s1', 'first ')
    await two.saved()
    await bobsNetwork.close()
    await stage.goOffline(one, two)
    // Somebody takes the words on while both are away, and their author takes them back.
    const editor = new Tab(
      stage.host.url,
      stage.grace,
      stage.documentId,
      isMet ? stage.room.openMesh : undefined,
    )
    stage.tabs.push(editor)
    await editor.saved()
    editor.page.doc.getMap('suggestions').delete(first)
    await editor.saved()
    doc.transact(() => {
      doc.getText('text').delete(4, 'first '.length)
      doc.getMap('suggestions').delete(first)
    })
    await until('it to come', () => !one.page.doc.getText('text').toString().includes('first'))
    suggest('s2', 'second ')
    await until('it to come', () => one.page.doc.getText('text').toString().includes('second'))
    const back = await Network.to(stage.host.url, port)
    await until('the words to be suggested anew', () => two.page.generation > 0 && two.state === 'saved')
    await stage.goOnline()
    await until('all to hold the same', () => {
      const texts = [one, two, editor].map(({ page }) => page.doc.getText('text').toString())
      return one.state === 'saved' && new Set(texts).size === 1
    })
    const stored = await storedPage()
    expect(
      stored
        .getText('text')
        .toString()
        .match(/second/g),
    ).toHaveLength(1)
    expect(settledText(stored)).toBe('As first it was written')
    expect(withSuggestions(stored, ({ sids }) => new Set(sids.map(suggestionAuthor)))).toEqual(
      new Set([bob.id]),
    )
    await back.close()
  },
)

test('R57 a page of 3 MB that is written without the server comes through whole, once', async () => {
  const [one, two] = (await stage.together(stage.ada, stage.grace)) as [Tab, Tab]
  await stage.goOffline(one, two)
  const blocks = Array.from({ length: 1000 }, (_, at) => ({
    id: `b${at}`,
    kind: 'paragraph' as const,
    text: [{ text: `${at} ${'word '.repeat(620)}` }],
  }))
  applyBlocks(one.page.doc, blocks)
  await until('the other to have it', () => two.page.doc.getText('text').length > 3_000_000, 30_000)
  two.write()
  one.die()
  stage.tabs = [two]
  await stage.goOnline()
  await two.saved(30_000)
  const stored = await storedPage()
  expect(settledText(stored)).toBe(blocks.map(({ text }) => text[0]?.text).join('\n'))
  expect(lostOrDoubled(two.written, await storedTitle())).toEqual({ lost: [], doubled: [] })
}, 90_000)

/** Somebody on a data channel who says what they want; `say` goes to all that are there. */
function stranger(ticket: string) {
  const told: { kind: number; content: Uint8Array }[] = []
  const ends: Link[] = []
  const nonces = new Map<Link, string>()
  const mesh = stage.room.openMesh({
    room: hashOf('page\n'),
    ticket: () => ticket,
    onMeeting: () => undefined,
    onOpen: (link) => void ends.push(link),
    onClose: (link) => void ends.splice(ends.indexOf(link), 1),
    onMessage(link, message) {
      const content = message.subarray(1)
      told.push({ kind: message[0] ?? -1, content })
      if (message[0] === 0) nonces.set(link, JSON.parse(new TextDecoder().decode(content)).nonce)
    },
  })
  const say = (kind: number, content: string | Uint8Array) => {
    const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
    for (const end of ends) end.send(Uint8Array.of(kind, ...bytes))
  }
  return {
    say,
    mesh,
    nonces,
    hello: () => say(0, JSON.stringify({ ticket, nonce: 'mine' })),
    isMet: () => until('somebody to be there', () => nonces.size > 0),
    isGone: () => until('the connection to be ended', () => ends.length === 0),
    refusal: () => {
      const found = told.find(({ kind }) => kind === 4)
      return found && new TextDecoder().decode(found.content)
    },
    got: (kind: number) => told.filter((message) => message.kind === kind).length,
  }
}

test('R57 a ticket that is forged, ended, of another page, or only shown is taken by no peer', async () => {
  const [one, two] = (await stage.together(stage.ada, stage.grace)) as [Tab, Tab]
  const shown = stage.room.shown.at(-1) ?? ''
  const servers = new Tickets('the secret of a collaboration server that stands alone')
  const others = new Tickets('the secret of a server that is somebody else’s, somewhere')
  const key = await makeOwnKey()
  const body = (page: string) => ({
    page,
    user: { id: stage.ada.id, name: 'Ada', color: '#000000', avatarUrl: null },
    may: 'write' as const,
    key: key.name,
    client: 77,
  })
  const cases: [string, string][] = [
    ['not-signed', 'no ticket at all'],
    ['not-signed', others.issue(body(stage.documentId), Date.now())],
    ['not-signed', shown.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))],
    ['expired', servers.issue(body(stage.documentId), Date.now() - 3600_000)],
    ['expired', servers.issue(body(await stage.host.addPage()), Date.now())],
  ]
  for (const [reason, ticket] of cases) {
    const eve = stranger(ticket)
    await eve.isMet()
    eve.hello()
    await eve.isGone()
    expect(eve.refusal()).toBe(reason)
    eve.mesh.close()
  }
  // A ticket that is good, of somebody else: she cannot show that it is hers.
  const eve = stranger(shown)
  await eve.isMet()
  eve.hello()
  await until('the others to prove themselves', () => eve.got(1) === 2)
  eve.say(1, new Uint8Array(64))
  await eve.isGone()
  eve.mesh.close()
  // And one who only listens, or writes before she has shown anything, is given nothing.
  const silent = stranger('')
  await silent.isMet()
  await stage.goOffline(one, two)
  one.write()
  await until('the other to have it', () => two.text === one.text)
  expect(silent.got(2)).toBe(0)
  silent.say(2, new Uint8Array(100))
  await silent.isGone()
  await stage.goOnline()
  await Promise.all([one.saved(), two.saved()])
  expect(lostOrDoubled(one.written, await storedTitle())).toEqual({ lost: [], doubled: [] })
})

test('R57 somebody who is let in can neither write in another’s name nor under their ids, and is put out', async () => {
  const [one, two] = (await stage.together(stage.ada, stage.grace)) as [Tab, Tab]
  await stage.goOffline(one, two)
  one.write()
  await until('the other to have it', () => two.text === one.text)
  const key = await makeOwnKey()
  const ticket = new Tickets('the secret of a collaboration server that stands alone').issue(
    {
      page: stage.documentId,
      user: { id: 'eve', name: 'Eve', color: '#000000', avatarUrl: null },
      may: 'write',
      key: key.name,
      client: 77,
    },
    Date.now(),
  )
  const forged = new Y.Doc()
  Y.applyUpdate(forged, Y.encodeStateAsUpdate(two.page.doc))
  const known = Y.encodeStateVector(forged)
  // What comes next under the id of somebody else.
  forged.clientID = [...one.page.doc.store.clients.keys()].find((client) => client > 1000) ?? 0
  forged.getText('title').insert(0, 'forged')
  const update = Y.encodeStateAsUpdate(forged, known)
  const parcel = await makeParcel(key, { ticket, first: 1, last: 1, update })
  const broken = parcel.slice()
  broken[broken.length - 1] = (broken.at(-1) ?? 0) ^ 1
  for (const [bytes, reason] of [
    [parcel, 'not-author'],
    [broken, 'not-signed'],
  ] as const) {
    const eve = stranger(ticket)
    await eve.isMet()
    for (const [link, nonce] of eve.nonces) {
      link.send(Uint8Array.of(0, ...new TextEncoder().encode(JSON.stringify({ ticket, nonce: 'mine' }))))
      const proof = await key.sign(proofOf(nonce, eve.mesh.own, link.peer))
      link.send(Uint8Array.of(1, ...proof))
    }
    await stage.met(2, one, two)
    eve.say(2, bytes)
    await eve.isGone()
    expect(eve.refusal()).toBe(reason)
    eve.mesh.close()
  }
  expect(one.text).not.toContain('forged')
  expect(two.text).not.toContain('forged')
})

test('R61 somebody who gets no new ticket is sent nothing once theirs has ended, also on a connection that stands', async () => {
  const [one, two] = (await stage.together(stage.ada, stage.grace)) as [Tab, Tab]
  const key = await makeOwnKey()
  const endsAt = Date.now() + 5_000
  const ticket = new Tickets('the secret of a collaboration server that stands alone').issue(
    {
      page: stage.documentId,
      user: { id: 'eve', name: 'Eve', color: '#000000', avatarUrl: null },
      may: 'write',
      key: key.name,
      client: 77,
    },
    endsAt - TICKET_MS,
  )
  const eve = stranger(ticket)
  await eve.isMet()
  for (const [link, nonce] of eve.nonces) {
    link.send(Uint8Array.of(0, ...new TextEncoder().encode(JSON.stringify({ ticket, nonce: 'mine' }))))
    link.send(Uint8Array.of(1, ...(await key.sign(proofOf(nonce, eve.mesh.own, link.peer)))))
  }
  await stage.met(2, one, two)
  // Their clocks follow the server's by as long as its answer took.
  await until('the ticket to end', () => Date.now() > endsAt + 2_000)
  await stage.goOffline(one, two)
  one.write()
  await until('the other to have it', () => two.text === one.text)
  expect(eve.got(2)).toBe(0)
  expect(sentenceOf(one)).toBe('Offline — 1 unsent, on 1 peer')
  await stage.goOnline()
  await Promise.all([one.saved(), two.saved()])
})

test('R58 what a closed tab held of others is counted, and handed in when the page is opened again', async () => {
  const [one, two] = (await stage.together(stage.ada, stage.grace)) as [Tab, Tab]
  await stage.goOffline(one, two)
  one.write()
  await until('the other to have it', () => two.text === one.text)
  one.die()
  // Nothing of her own: what she holds is Ada's, and only in her browser now.
  const held = () => unsentPages(stage.grace.id)
  await until('it to be written down', async () => (await held()).length === 1)
  two.close()
  stage.tabs = []
  await stage.goOnline()
  const again = stage.open(stage.grace)
  await again.saved()
  expect(lostOrDoubled(one.written, await storedTitle())).toEqual({ lost: [], doubled: [] })
  expect(await stage.writers()).toContain(stage.ada.id)
  await until('nothing to be held', async () => (await held()).length === 0)
})

/** Two tabs of one person in one browser, and others, without the server: those tabs share the browser's copy and are no peers. */
const twoTabs = async (person: HostPerson, ...others: HostPerson[]) => {
  const all = [person, person, ...others].map((one) => stage.open(one))
  await Promise.all(all.map((tab) => tab.saved()))
  const [one, two, ...rest] = all as [Tab, Tab, ...Tab[]]
  await stage.met(others.length, one, two)
  await stage.met(others.length + 1, ...rest)
  return [one, two, ...rest] as [Tab, Tab, ...Tab[]]
}

test('T7 R58 what a closed tab wrote is sent by the other tab of that browser, whichever way it came there', async () => {
  const [one, two, other] = (await twoTabs(stage.ada, stage.grace)) as [Tab, Tab, Tab]
  await stage.goOffline(one, two, other)
  for (let i = 0; i < 3; i++) {
    one.write()
    await has(two, one)
  }
  other.write()
  await has(two, other)
  await has(one, other)
  // It leaves its room first: what it writes now nobody is told of but the browser.
  one.page.meetIn(null)
  await until('the other to be alone', () => peersOf(other) === 1)
  one.write()
  one.close()
  other.close()
  stage.tabs = [two]
  await has(two, one)
  await stage.goOnline()
  await two.saved()
  const stored = await storedTitle()
  expect(lostOrDoubled([...one.written, ...other.written], stored)).toEqual({ lost: [], doubled: [] })
})

test('T3 R57 who may only read by then loses no word that they wrote in two tabs, and all are sent when they may write again', async () => {
  const bob = await stage.host.addPerson('Bob')
  const [one, two] = (await twoTabs(bob)) as [Tab, Tab]
  await stage.goOffline(one, two)
  one.write()
  await has(two, one)
  two.write()
  await has(one, two)
  stage.host.roles.set(`${bob.id} ${stage.documentId}`, 'viewer')
  stage.host.collab.live.recheckPages([stage.documentId])
  await stage.goOnline()
  await until('it to be said', () => [one, two].every((tab) => tab.state === 'not-saved'))
  for (const tab of [one, two])
    expect(lostOrDoubled([...one.written, ...two.written], tab.text)).toEqual({ lost: [], doubled: [] })
  stage.host.roles.set(`${bob.id} ${stage.documentId}`, 'editor')
  stage.host.collab.live.recheckPages([stage.documentId])
  await Promise.all([one.saved(), two.saved()])
  expect(lostOrDoubled([...one.written, ...two.written], await storedTitle())).toEqual({
    lost: [],
    doubled: [],
  })
})

test('R58 what others wrote that comes through the browser’s copy while the server is there goes to it before anything is called saved', async () => {
  const way = await Network.to(stage.host.url)
  const one = stage.open(stage.ada)
  const [two, other] = [stage.open(stage.ada, way.url), stage.open(stage.grace, way.url)]
  await Promise.all(stage.tabs.map((tab) => tab.saved()))
  await stage.met(1, one, two)
  await stage.met(2, other)
  // The server is there for one of the two tabs of this browser only.
  await way.close()
  await areOffline(two, other)
  one.page.meetIn(null)
  await stage.met(1, two, other)
  two.write()
  other.write()
  await has(two, other)
  two.write()
  await has(one, two)
  await has(one, other)
  one.write()
  await one.saved()
  const stored = await storedTitle()
  const all = [...one.written, ...two.written, ...other.written]
  expect(lostOrDoubled(all, stored)).toEqual({ lost: [], doubled: [] })
  await Network.to(stage.host.url, Number(new URL(way.url).port))
  await Promise.all(stage.tabs.map((tab) => tab.saved()))
  expect(lostOrDoubled(all, await storedTitle())).toEqual({ lost: [], doubled: [] })
  expect(await stage.writers()).toEqual([stage.ada.id, stage.grace.id].sort())
})

test('R58 people who type on while the server comes back, one before the other, lose and double nothing', async () => {
  const [one, two] = (await stage.together(stage.ada, stage.grace)) as [Tab, Tab]
  const type = async (tab: Tab, count: number) => {
    for (let i = 0; i < count; i++) {
      tab.write()
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  for (let round = 0; round < 6; round++) {
    await Promise.all([type(one, 3), type(two, 3)])
    const typing = Promise.all([type(one, 20), type(two, 20)])
    await stage.network.close()
    await typing
    const on = Promise.all([type(one, 100), type(two, 100)])
    await stage.goOnline()
    await on
    await Promise.all([one.saved(), two.saved()])
    await until('both to hold the same', () => two.text === one.text)
    const all = [...one.written, ...two.written]
    expect(lostOrDoubled(all, await storedTitle())).toEqual({ lost: [], doubled: [] })
    expect([one.page.generation, two.page.generation]).toEqual([0, 0])
  }
})

test('R57 R58 what somebody else writes and deletes while the refused words of a peer are suggested anew is not suggested by that peer', async () => {
  const { bob, one, two, port } = await withDemoted()
  const way = await Network.to(stage.host.url, port)
  way.delayMs = 200
  await until('what was refused to be suggested anew', () =>
    two.addresses.some((address) => address.includes('served')),
  )
  const token = one.write()
  applyBlocks(one.page.doc, lines(settledBlocks(one.page.doc)[0]?.text, [{ text: 'And some' }]))
  await until('the other to have it', () => two.text.includes(token))
  way.delayMs = 0
  await two.saved(30_000)
  await stage.goOnline()
  await one.saved()
  await until('both to have it', () => two.text === token && settledText(two.page.doc).includes('And some'))
  const doc = await storedPage()
  expect(settledText(doc)).toContain('As it was written')
  expect(settledText(doc)).toContain('And some')
  withSuggestions(doc, (suggestions) => {
    expect(suggestions.sids.map(suggestionAuthor)).toEqual([bob.id])
    expect(readTitle(suggestions, 'proposed')).toBe(token)
    expect(readTitle(suggestions, 'marked')).toBe(token)
  })
  expect(proposed(doc)).toEqual(['As it was rewritten', 'And some'])
  await way.close()
})

test('R58 who is back first is saved while somebody who is not types on without a pause', async () => {
  const one = stage.open(stage.ada)
  await one.saved()
  const way = await Network.to(stage.host.url)
  const port = Number(new URL(way.url).port)
  const two = stage.open(stage.grace, way.url)
  await two.saved()
  await stage.met(1, one, two)
  await way.close()
  await stage.goOffline(one)
  await areOffline(two)
  const typing = setInterval(() => one.write(), 20)
  const token = two.write()
  await until('the other to have some', () => two.text.includes('‹t') && one.text.includes(token))
  const back = await Network.to(stage.host.url, port)
  back.delayMs = 100
  await two.saved(10_000)
  expect(await storedTitle()).toContain(token)
  clearInterval(typing)
  await stage.goOnline()
  await Promise.all([one.saved(), two.saved()])
  await until('both to hold the same', () => two.text === one.text)
  const all = [...one.written, ...two.written]
  expect(lostOrDoubled(all, await storedTitle())).toEqual({ lost: [], doubled: [] })
  await back.close()
})
