import { type ActsWorld, randomAct } from '@test/document/random-acts'
import { randomOf } from '@test/document/random-of'
import {
  flat,
  isRectangle,
  type Person,
  people,
  syncAll,
  tableKinds,
  wordsOf,
} from '@test/document/test-people'
import { storySeeds } from '@test/story-seeds'
import { expect, test } from 'vitest'
import { readPage } from '../page-index/read-page'

interface World extends ActsWorld {
  /** Who took a token away: by deleting it, or by undoing its typing. */
  taken: Map<string, Set<Person>>
}

/** As many people as the seed says, with messages that are late, twice, in another order or lost. */
function story(seed: number): void {
  const random = randomOf(seed)
  const world: World = { random, seed, ids: 0, typed: new Set(), taken: new Map() }
  const all = people(3 + random(6))
  for (const person of all) person.outbox.length = 0
  const mail: { to: Person; update: Uint8Array }[] = []
  const log: string[] = []
  for (let i = 0; i < 80; i++) {
    const person = all[random(all.length)] as Person
    const before = wordsOf(person.index.blocks())
    log.push(`${person.doc.clientID} ${randomAct(person, world)}`)
    const after = new Set(wordsOf(person.index.blocks()))
    for (const word of before) {
      if (!after.has(word)) world.taken.set(word, (world.taken.get(word) ?? new Set()).add(person))
    }
    for (const update of person.outbox.splice(0)) {
      for (const to of all) {
        if (to === person || random(5) === 0) continue
        mail.push({ to, update })
        if (random(6) === 0) mail.push({ to, update })
      }
    }
    for (let n = random(6); n > 0 && mail.length > 0; n--) {
      const [letter] = mail.splice(random(mail.length), 1)
      letter?.to.receive(letter.update)
    }
  }
  syncAll(all)
  const told = `seed ${seed}: ${log.slice(-8).join(', ')}`
  const [first] = all as [Person]
  const blocks = first.index.blocks()
  const words = wordsOf(blocks)
  for (const person of all) {
    expect(person.index.blocks(), told).toEqual(blocks)
    expect(readPage(person.doc, tableKinds), told).toEqual(blocks)
  }
  const ids = flat(blocks).map(({ id }) => id)
  expect(new Set(ids).size, told).toBe(ids.length)
  for (const table of flat(blocks).filter(({ kind }) => kind === 'table')) {
    expect(isRectangle(table), told).toBe(true)
  }
  const lost = [...world.typed].filter((token) => !words.includes(token) && !world.taken.has(token))
  // What two people deleted and both brought back by undo is there twice: Yjs writes it anew for each of them.
  const doubled = [...world.typed].filter(
    (token) => words.split(token).length > 2 && (world.taken.get(token)?.size ?? 0) < 2,
  )
  expect({ lost, doubled }, told).toEqual({ lost: [], doubled: [] })
}

const { start: START_SEED, runs: RUNS } = storySeeds(300)

test(`R12 text, places and tables edited by many people at once, seeds ${START_SEED} to ${START_SEED + RUNS - 1}`, () => {
  for (let seed = START_SEED; seed < START_SEED + RUNS; seed++) story(seed)
}, 3_600_000)
