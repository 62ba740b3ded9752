import { type ActsWorld, randomAct } from '@test/document/random-acts'
import { randomOf } from '@test/document/random-of'
import { people } from '@test/document/test-people'
import { Reviewer } from '@test/document/test-reviewers'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { decodeOnce } from '../updates/decoded-update'
import { PageUndo } from '../write/undo'
import { chosenSids, decide } from './decide'
import { judgeSuggestion, TOO_MUCH_SUGGESTED } from './judge-suggestion'
import { authorOf, sidIn } from './part-keys'
import { suggestionsOf } from './suggestions'

const STORIES = Number(process.env.STORIES ?? 20)
const FIRST = Number(process.env.SEED ?? 1)

/**
 * Everything that is not this person's: the settled reading, and what others have suggested. A comment may follow words that they
 * bring back: of comments, those count that stood there `before`.
 */
function ofOthers(server: Reviewer, author: string, before?: ReadonlySet<string>) {
  const keys = [...suggestionsOf(server.doc).entries()].filter(([key]) => {
    const sid = sidIn(key)
    return sid === null ? (before?.has(key) ?? true) : authorOf(sid) !== author
  })
  return { settled: server.read('settled'), keys: keys.sort(([a], [b]) => (a < b ? -1 : 1)) }
}

/** People who hear of each other at once suggest what they like, while an editor writes and decides. */
function tellHonestStory(seed: number): number {
  const random = randomOf(seed)
  const page = Y.encodeStateAsUpdate(people(1)[0]!.doc)
  const [server, ed, sam, sue] = ['server', 'ed', 'sam', 'sue'].map(
    (name, i) => new Reviewer(name, i + 11, page),
  )
  const all = [ed!, sam!, sue!]
  const undos = all.map(({ doc }) => new PageUndo(doc, 'me'))
  for (const [i, name] of ['sam', 'sue'].entries()) {
    let count = 0
    undos[i + 1]!.suggester = () => ({ sid: `${name} u${count++}`, at: 1, words: 0 })
  }
  const discuss = (n: number) => {
    const items = [...server!.doc.store.clients.values()].flat() as Y.Item[]
    const words = items.filter(
      (item) => !item.deleted && item.countable && item.parent === server!.doc.getText('text'),
    )
    const on = words[random(Math.max(1, words.length))]
    if (!on) return
    suggestionsOf(server!.doc).set(`@ d${n} ${on.id.client} ${on.id.clock}`, on.length)
    for (const update of server!.outbox.splice(0)) for (const one of all) one.receive(update)
  }
  const worlds = all.map((_, i): ActsWorld => ({ random, seed: seed * 10 + i, ids: 0, typed: new Set() }))
  let judged = 0
  for (let i = 0; i < 40; i++) {
    const who = random(all.length)
    const person = all[who] as Reviewer
    let done = ''
    const act = () => {
      const undo = undos[who] as PageUndo
      done = randomAct({ index: person.index, undo }, worlds[who] as ActsWorld)
    }
    const { sids } = person.suggestions
    if (random(8) === 0) discuss(i)
    if (who === 0 && random(5) === 0 && sids.length > 0) {
      const sid = sids[random(sids.length)] as string
      decide(person.index, person.suggestions, chosenSids(person.suggestions, [sid]), random(2) === 0, 'me')
    } else if (who === 0) person.write(act)
    else person.suggest(act, { again: random(2) === 0 })
    for (const update of person.outbox.splice(0)) {
      if (who > 0) {
        const told = `seed ${seed}, ${i}: ${person.name} ${done}`
        const answer = judgeSuggestion(server!.suggestions, update, person.name)
        judged++
        const before = ofOthers(server!, person.name)
        const known = new Set(suggestionsOf(server!.doc).keys())
        server!.receive(update)
        const isKept = JSON.stringify(ofOthers(server!, person.name, known)) === JSON.stringify(before)
        expect(isKept, told).toBe(true)
        expect(answer, told).toBeNull()
      } else server!.receive(update)
      for (const other of all) if (other !== person) other.receive(update)
    }
  }
  for (const one of [server!, ...all]) one.close()
  return judged
}

test('whatever people suggest, take back and do again is taken, and changes nothing that is not theirs', () => {
  let judged = 0
  for (let seed = FIRST; seed < FIRST + STORIES; seed++) judged += tellHonestStory(seed)
  expect(judged).toBeGreaterThan(STORIES * 10)
})

type Random = (below: number) => number

/** What somebody might send who wants something else than to suggest: each by itself or with others in one update. */
const ATTACKS: ((doc: Y.Doc, random: Random) => void)[] = [
  (doc, random) => doc.getText('text').insert(random(doc.getText('text').length + 1), 'forged'),
  (doc, random) => doc.getText('title').insert(random(doc.getText('title').length + 1), 'forged'),
  (doc, random) => {
    const text = doc.getText('text')
    const clock = Y.getState(doc.store, doc.clientID)
    text.insert(random(text.length + 1), 'sly\u{1f600}', random(2) ? { bold: {} } : undefined)
    doc.getMap('suggestions').set(`sam x + ${doc.clientID} ${clock + random(2)}`, 5 - random(3))
  },
  (doc, random) => {
    const text = doc.getText('text')
    if (text.length > 2) text.delete(random(text.length - 2), 1 + random(2))
  },
  (doc, random) => doc.getText('text').format(random(doc.getText('text').length + 1), 3, { bold: {} }),
  (doc, random) =>
    doc.getText('text').insertEmbed(random(doc.getText('text').length + 1), { block: `b${random(9)}` }),
  (doc) => doc.getText('text').insertEmbed(0, new Y.Text('shared')),
  (doc, random) => {
    const ids = [...doc.getMap('blocks').keys()]
    const entry = doc.getMap('blocks').get(ids[random(ids.length)] ?? '')
    if (entry instanceof Y.Map) entry.set('deleted', true)
    else doc.getMap('blocks').set('forged', new Y.Map([['kind', 'paragraph']]))
  },
  (doc, random) => doc.getMap('meta').set('layout', random(4)),
  (doc) => doc.getMap('meta').delete('layout'),
  (doc) => doc.getMap('meta').set('other', 1),
  (doc) => doc.getMap('suggestions').set('sue y', { at: 1 }),
  (doc) => doc.getMap('suggestions').set('@ d 1 1', 1),
  (doc) => doc.getMap('suggestions').set('sam z', new Y.Doc()),
  (doc) => doc.getMap('suggestions').set('sam z', new Y.Map([['at', 1]])),
  (doc) => (doc.getMap('suggestions') as unknown as Y.Array<number>).doc?.getArray('text2').push([1]),
  (doc, random) => {
    // Over what stands there.
    const items = [...doc.store.clients.values()].flat().filter((one) => !one.deleted)
    const item = items[random(items.length)]
    if (item)
      doc.getMap('suggestions').set(`sam w + ${item.id.client} ${item.id.clock}`, 1 + random(item.length))
  },
  (doc) => doc.getMap('suggestions').set('sam w - 99 0', 1_000_000),
  (doc, random) => {
    const keys = [...doc.getMap('suggestions').keys()]
    const key = keys[random(keys.length)]
    if (key) doc.getMap('suggestions').delete(key)
  },
  (doc, random) => {
    const keys = [...doc.getMap('suggestions').keys()].filter((key) => key.includes(' + '))
    const key = keys[random(keys.length)]
    if (!key) return
    const length = doc.getMap('suggestions').get(key)
    doc.getMap('suggestions').set(key, Math.max(1, Number(length) - 1 + random(3)))
    if (random(3) === 0) doc.getMap('suggestions').delete(key)
  },
]

/** One byte of a real update is another, or some are twice or gone. */
function spoilt(update: Uint8Array, random: Random): Uint8Array {
  const bytes = [...update]
  for (let n = 1 + random(3); n > 0; n--) {
    const at = random(bytes.length)
    if (random(4)) bytes[at] = random(2) ? random(256) : (bytes[at]! + 1 + 254 * random(2)) % 256
    else bytes.splice(at, random(2), ...(random(2) ? [random(256)] : []))
  }
  return Uint8Array.from(bytes)
}

function tellHostileStory(seed: number): { tried: number; taken: number } {
  const random = randomOf(seed)
  const page = Y.encodeStateAsUpdate(people(1)[0]!.doc)
  const server = new Reviewer('server', 11, page)
  const others = ['ed', 'sue', 'sam'].map((name, i) => new Reviewer(name, i + 12, page))
  const worlds = others.map((_, i): ActsWorld => ({ random, seed: seed * 10 + i, ids: 0, typed: new Set() }))
  let tried = 0
  let taken = 0
  let behind = page
  const offer = (update: Uint8Array, told: string) => {
    tried++
    try {
      decodeOnce(update)
    } catch {
      // What cannot be decoded is refused before anybody judges it.
      return
    }
    if (judgeSuggestion(server.suggestions, update, 'sam') !== null) return
    const before = ofOthers(server, 'sam')
    const trial = new Reviewer('trial', 40, server.state)
    trial.receive(update)
    expect(ofOthers(trial, 'sam'), told).toEqual(before)
    expect(trial.doc.store.pendingStructs, told).toBeNull()
    expect(trial.doc.store.pendingDs, told).toBeNull()
    trial.close()
    taken++
    if (random(2)) server.receive(update)
  }
  for (let i = 0; i < 25; i++) {
    const who = random(others.length)
    const person = others[who] as Reviewer
    person.receive(server.state)
    const act = () => randomAct({ index: person.index, undo: null }, worlds[who] as ActsWorld)
    if (who === 0) person.write(act)
    else person.suggest(act, { again: random(2) === 0 })
    for (const update of person.outbox.splice(0)) {
      if (person.name === 'sam')
        for (let n = 0; n < 4; n++) offer(spoilt(update, random), `seed ${seed}, ${i}: spoilt`)
      server.receive(update)
    }
    if (random(5) === 0) behind = server.state
    const forger = new Y.Doc()
    forger.clientID = 500 + (random(4) ? i : 0)
    Y.applyUpdate(forger, random(3) ? server.state : behind)
    const sent: Uint8Array[] = []
    forger.on('update', (update: Uint8Array) => sent.push(update))
    const names: number[] = []
    const attack = () => {
      for (let n = 1 + random(3); n > 0; n--) {
        const which = random(ATTACKS.length)
        names.push(which)
        ATTACKS[which]?.(forger, random)
      }
    }
    forger.transact(attack)
    forger.transact(attack)
    const told = `seed ${seed}, ${i}: attacks ${names}`
    for (const update of sent) offer(update, told)
    if (sent.length > 1) offer(Y.mergeUpdates(sent), told)
    for (const update of sent) offer(spoilt(update, random), `${told} spoilt`)
  }
  for (const one of [server, ...others]) one.close()
  return { tried, taken }
}

test('S2 R59 whatever somebody sends who may only suggest: what is taken changes nothing that is not theirs', () => {
  const all = { tried: 0, taken: 0 }
  for (let seed = FIRST; seed < FIRST + STORIES; seed++) {
    const { tried, taken } = tellHostileStory(seed)
    all.tried += tried
    all.taken += taken
  }
  expect(all.taken).toBeGreaterThan(STORIES)
  expect(all.tried).toBeGreaterThan(all.taken * 2)
})

test('a value is no larger than one may be', () => {
  const server = new Reviewer('server', 11, Y.encodeStateAsUpdate(people(1)[0]!.doc))
  const answerTo = (length: number) => {
    const copy = new Y.Doc()
    Y.applyUpdate(copy, server.state)
    copy.getMap('suggestions').set('sam x / a icon', { to: 'x'.repeat(length), was: null })
    return judgeSuggestion(
      server.suggestions,
      Y.encodeStateAsUpdate(copy, Y.encodeStateVector(server.doc)),
      'sam',
    )
  }
  expect(answerTo(60_000)).toBeNull()
  expect(answerTo(70_000)).toBe(TOO_MUCH_SUGGESTED)
  server.close()
})
