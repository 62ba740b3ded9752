import { type ActsWorld, randomAct } from '@test/document/random-acts'
import { randomOf } from '@test/document/random-of'
import { people, tableKinds } from '@test/document/test-people'
import { Reviewer } from '@test/document/test-reviewers'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import type { Block } from '@/blocks'
import { applyBlocks, blocksOfKinds } from '../page-index/blocks'
import { itemsOf } from './live-ids'
import type { RangePart } from './part-keys'
import { ReadingView } from './reading-view'

const STORIES = Number(process.env.STORIES ?? 60)
const FIRST = Number(process.env.SEED ?? 1)

const settledBlocksOf = ({ doc, suggestions }: Reviewer) =>
  blocksOfKinds(doc, tableKinds, new ReadingView(suggestions, 'settled'))

const idsIn = (blocks: readonly Block[]): string[] =>
  blocks.flatMap(({ id, children = [] }) => [id, ...idsIn(children)])

/** The live characters and beads under the ranges of one sort, by their ids. */
function covered({ doc, suggestions }: Reviewer, op: '+' | '-'): string[] {
  const ids: string[] = []
  doc.transact((transaction) => {
    for (const part of suggestions.parts.values()) {
      if (part.op !== op) continue
      const { client, clock, length } = part as RangePart
      for (const { id, length: n } of itemsOf(transaction, { client, from: clock, to: clock + length }))
        for (let i = 0; i < n; i++) ids.push(`${id.client} ${id.clock + i}`)
    }
  })
  return [...new Set(ids)].sort()
}

const isLive = ({ doc }: Reviewer, id: string): boolean => {
  const [client, clock] = id.split(' ').map(Number) as [number, number]
  const item = Y.getItem(doc.store, Y.createID(client, clock))
  return item instanceof Y.Item && !item.deleted
}

test('a page of suggestions that is restored says what the version said, and what was suggested is still pending', () => {
  for (let seed = FIRST; seed < FIRST + STORIES; seed++) {
    const random = randomOf(seed)
    const world: ActsWorld = { random, seed, ids: 0, typed: new Set() }
    const ed = new Reviewer('ed', 5, Y.encodeStateAsUpdate(people(1)[0]!.doc))
    const versions = [settledBlocksOf(ed)]
    const log: string[] = []
    const act = () => log.push(randomAct({ index: ed.index, undo: null }, world))
    for (let i = 0; i < 14; i++) {
      if (random(2)) ed.suggest(act, { again: random(2) === 0 })
      else ed.write(act)
      versions.push(settledBlocksOf(ed))
    }
    for (let restored = 0; restored < 3; restored++) {
      const wanted = versions[random(versions.length)] ?? []
      // What stands in the place of a cell by its name gets another one.
      const ids = idsIn(wanted)
      if (new Set(ids).size < ids.length) continue
      const told = `seed ${seed}: ${log.slice(-5).join(', ')}`
      const { keys } = ed
      const suggestedIn = covered(ed, '+')
      const suggestedAway = covered(ed, '-')
      const entriesSaid = ed.suggestions.sids.flatMap((sid) => ed.suggestions.of(sid))
      applyBlocks(ed.doc, wanted, 'restore', tableKinds)
      const now = settledBlocksOf(ed)
      expect(now, told).toEqual(wanted)
      expect(ed.keys, told).toEqual(keys)
      expect(covered(ed, '+'), told).toEqual(suggestedIn)
      expect(covered(ed, '-'), told).toEqual(suggestedAway.filter((id) => isLive(ed, id)))
      expect(
        ed.suggestions.sids.flatMap((sid) => ed.suggestions.of(sid)),
        told,
      ).toEqual(entriesSaid)
      expect(ed.index.blocks(), told).toEqual(ed.read('marked'))
      // Rejecting everything comes to the restored page.
      const ben = new Reviewer('ben', 9, ed.state)
      ben.decideAll(false)
      expect(settledBlocksOf(ben), told).toEqual(wanted)
      ben.close()
      if (restored === 0) ed.suggest(act)
    }
    ed.close()
  }
})
