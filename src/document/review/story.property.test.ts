import { type ActsWorld, randomAct } from '@test/document/random-acts'
import { randomOf } from '@test/document/random-of'
import { flat, isRectangle, people, wordsOf } from '@test/document/test-people'
import { READINGS, Reviewer } from '@test/document/test-reviewers'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import type { PageBlock } from '../format/layout'
import { PageUndo } from '../write/undo'
import { chosenOf, chosenSids, decide } from './decide'

const STORIES = Number(process.env.STORIES ?? 15)
const FIRST = Number(process.env.SEED ?? 1)

const tokensIn = (blocks: readonly PageBlock[]): string[] =>
  [...wordsOf(blocks)].filter((token) => token > '\u4dff')

/** Two editors and two who suggest, with messages that are late, twice or lost until everybody has everything in the end. */
function tellStory(seed: number): void {
  const random = randomOf(seed)
  const page = Y.encodeStateAsUpdate(people(1)[0]!.doc)
  const all = ['ed', 'eve', 'sam', 'sue'].map((name, i) => new Reviewer(name, i + 11, page))
  const typed = new Set<string>()
  /** Who took a token away: by deleting it, rejecting it, or undoing its typing. */
  const taken = new Map<string, Set<Reviewer>>()
  const undos = all.map((person) => new PageUndo(person.doc, 'me'))
  for (const who of [2, 3]) {
    let begun = 0
    undos[who]!.suggester = () => ({ sid: `${all[who]!.name} u${begun++}`, at: 1, words: 0 })
  }
  const worlds = all.map((_, i): ActsWorld => ({ random, seed: seed * 10 + i, ids: 0, typed }))
  const mail: { to: Reviewer; update: Uint8Array }[] = []
  const log: string[] = []
  const told = () => `seed ${seed}: ${log.slice(-6).join(', ')}`
  const deliver = (count: number) => {
    for (let n = count; n > 0 && mail.length > 0; n--) {
      const [letter] = mail.splice(random(mail.length), 1)
      letter?.to.receive(letter.update)
    }
  }
  for (let i = 0; i < 40; i++) {
    const who = random(all.length)
    const person = all[who] as Reviewer
    const world = worlds[who] as ActsWorld
    const settled = person.read('settled')
    const isEditor = who < 2
    const before = tokensIn(person.read('marked'))
    if (isEditor && random(4) === 0 && !person.suggestions.isEmpty) {
      const { sids } = person.suggestions
      const sid = sids[random(sids.length)] as string
      const isAccepted = random(2) === 0
      const chosen = random(5)
        ? chosenSids(person.suggestions, [sid])
        : chosenOf(person.suggestions, sid.split(' ')[0] as string)
      // Sometimes a part of it alone.
      const some = random(3) ? chosen : chosen.filter(() => random(2) === 0)
      decide(person.index, person.suggestions, some, isAccepted, 'me')
      log.push(`${person.name} ${isAccepted ? 'accepts' : 'rejects'} ${sid}`)
      if (!isAccepted) expect(person.read('settled'), told()).toEqual(settled)
    } else if (isEditor)
      person.write(() =>
        log.push(`${person.name} ${randomAct({ index: person.index, undo: undos[who] as PageUndo }, world)}`),
      )
    else {
      person.suggest(
        () =>
          log.push(
            `${person.name} suggests ${randomAct({ index: person.index, undo: undos[who] as PageUndo }, world)}`,
          ),
        {
          again: random(2) === 0,
        },
      )
      expect(person.read('settled'), told()).toEqual(settled)
    }
    expect(person.index.blocks(), told()).toEqual(person.read('marked'))
    const after = new Set(tokensIn(person.read('marked')))
    for (const token of before)
      if (!after.has(token)) taken.set(token, (taken.get(token) ?? new Set()).add(person))
    for (const update of person.outbox.splice(0))
      for (const to of all) {
        if (to === person || random(5) === 0) continue
        mail.push({ to, update })
        if (random(6) === 0) mail.push({ to, update })
      }
    deliver(random(4))
  }
  for (let round = 0; round < 2; round++)
    for (const from of all)
      for (const to of all) to.receive(Y.encodeStateAsUpdate(from.doc, Y.encodeStateVector(to.doc)))
  const [first] = all as [Reviewer]
  for (const reading of READINGS) {
    const read = first.read(reading)
    for (const other of all) expect(other.read(reading), told()).toEqual(read)
    for (const table of flat(read)) if (table.kind === 'table') expect(isRectangle(table), told()).toBe(true)
  }
  const tokens = tokensIn(first.read('marked'))
  // What two people took away and both brought back is there twice: Yjs writes it anew for each of them.
  const twice = tokens.filter((token, i) => tokens.indexOf(token) !== i && (taken.get(token)?.size ?? 0) < 2)
  expect(twice, `${told()} doubled`).toEqual([])
  expect(
    [...typed].filter((token) => !tokens.includes(token) && !taken.has(token)),
    `${told()} lost`,
  ).toEqual([])
  const rejected = new Reviewer('all', 30, first.state)
  rejected.decideAll(false)
  expect(rejected.keys).toEqual([])
  expect(rejected.read('settled'), `${told()} reject all`).toEqual(first.read('settled'))
  const accepted = new Reviewer('all', 31, first.state)
  accepted.decideAll(true)
  expect(accepted.keys).toEqual([])
  expect(accepted.read('settled'), `${told()} accept all`).toEqual(first.read('proposed'))
  // One suggestion at a time, and each in its parts, comes to the same.
  const oneByOne = new Reviewer('all', 32, first.state)
  for (const sid of oneByOne.suggestions.sids)
    decide(oneByOne.index, oneByOne.suggestions, chosenSids(oneByOne.suggestions, [sid]), true, 'me')
  expect(oneByOne.read('settled'), `${told()} one by one`).toEqual(first.read('proposed'))
  // In any order no words are lost, rejecting brings nothing into the page, and nothing is left of either.
  const shuffled = (sids: readonly string[]) => {
    const rest = [...sids]
    return sids.map(() => rest.splice(random(rest.length), 1)[0] as string)
  }
  const inAnyOrder = (isAccepted: boolean, client: number) => {
    const one = new Reviewer('all', client, first.state)
    for (const sid of shuffled(one.suggestions.sids)) {
      decide(one.index, one.suggestions, chosenSids(one.suggestions, [sid]), isAccepted, 'me', {
        notes: true,
      })
      if (!isAccepted) expect(one.read('settled'), `${told()} rejected ${sid}`).toEqual(first.read('settled'))
    }
    expect(one.keys, `${told()} in any order`).toEqual([])
    expect(one.read('marked'), `${told()} in any order`).toEqual(one.read('settled'))
    return one
  }
  const anyRejected = inAnyOrder(false, 33)
  const anyAccepted = inAnyOrder(true, 34)
  expect(tokensIn(anyAccepted.read('settled')).sort(), `${told()} accepted in any order`).toEqual(
    tokensIn(first.read('proposed')).sort(),
  )
  for (const one of [...all, rejected, accepted, oneByOne, anyRejected, anyAccepted]) one.close()
}

test('whatever two editors and two who suggest do: all read the same, suggesting changes nothing, rejecting all is exact, accepting all too', () => {
  for (let seed = FIRST; seed < FIRST + STORIES; seed++) tellStory(seed)
})

test('what an undo of somebody who may only suggest shortens is no range that others of their words stand in', () =>
  tellStory(2044))

test('of a cell that somebody suggests and others decide on in part no words are lost that a third types into it', () =>
  tellStory(63))
