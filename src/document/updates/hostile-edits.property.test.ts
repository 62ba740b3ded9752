import { crafted, sectionsAnd } from '@test/crafted-update'
import { storySeeds } from '@test/story-seeds'
import * as prng from 'lib0/prng'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { createPageDoc } from '../format/page-doc'
import { judged } from './update-facts'

const { start: START, runs: RUNS } = storySeeds(24_000)
const CLIENTS = [1, 2, 3]
/** Who wrote the page before. */
const OWNER = 999
const ROOTS = ['text', 'text', 'title', 'blocks', 'suggestions']

type Items = Parameters<typeof sectionsAnd>[0][number][2]
type Item = Items[number]

/** An update of what anybody could say: some of it builds on what is not there, or names the same ids in another way. */
function anyUpdate(gen: prng.PRNG, page: Y.Doc): Uint8Array {
  const below = (count: number) => prng.int32(gen, 0, count - 1)
  const isOf = (share: number) => prng.real53(gen) < share
  const oneOf = <T>(list: readonly T[]): T => list[below(list.length)] as T
  const anyId = () => (isOf(0.2) ? ([OWNER, below(6)] as const) : ([oneOf(CLIENTS), below(10)] as const))
  const anywhere = (): Omit<Item, 'write'> => {
    const which = below(20)
    if (which < 7) {
      const root = oneOf(ROOTS)
      return {
        root,
        ...((root === 'blocks' || root === 'suggestions' || isOf(0.1)) && { key: oneOf(['k', 'l']) }),
      }
    }
    if (which < 12) return { origin: anyId() }
    if (which < 14) return { right: anyId() }
    if (which < 17) return { origin: anyId(), right: anyId() }
    return { parent: anyId(), ...(isOf(0.7) && { key: oneOf(['k', 'kind']) }) }
  }
  const anything = (): [Item['write'], length: number] => {
    const length = 1 + below(4)
    const which = below(20)
    if (which < 7) return [crafted.text('ABCD'.slice(0, length)), length]
    if (which < 10) return [crafted.deleted(length), length]
    if (which < 13) return [crafted.gone(length), length]
    if (which < 14) return [crafted.skipped(length), length]
    if (which < 17) return [crafted.values(Array.from({ length }, (_, at) => at)), length]
    return [crafted.map(), 1]
  }
  const sections: [number, number, Item[]][] = []
  for (const client of [3, 2, 1]) {
    if (isOf(0.45)) continue
    const items = Array.from({ length: 1 + below(3) }, (): Item => ({ ...anywhere(), write: anything()[0] }))
    sections.push([client, isOf(0.5) ? Y.getState(page.store, client) : below(8), items])
  }
  const deletes = new Map<number, [number, number][]>()
  for (const client of [...CLIENTS, OWNER]) {
    if (!isOf(0.2)) continue
    const most = client === OWNER ? 5 : 10
    const ranges = Array.from({ length: 1 + below(3) }, (): [number, number] => [below(most), 1 + below(5)])
    deletes.set(client, isOf(0.3) ? ranges : ranges.slice(0, 1))
  }
  return sectionsAnd(sections, deletes)
}

/**
 * The letters of the page, and the names of what stands in it. In which order something stands that says to be behind one and before another, where that
 * comes earlier, depends on what else comes in.
 */
function said(page: Y.Doc): unknown {
  const texts = ['text', 'title'].map((name) => {
    const words: unknown[] = []
    for (let item = page.getText(name)._start; item; item = item.right)
      if (!item.deleted)
        words.push(...item.content.getContent().map((one) => (typeof one === 'object' ? '{}' : one)))
    return words
      .flatMap((word) => [...String(word)])
      .sort()
      .join('')
  })
  const maps = ['blocks', 'suggestions', 'meta'].map((name) =>
    [...page.getMap(name)._map]
      .filter(([, item]) => !item.deleted)
      .map(([key, { content }]) => [
        key,
        content instanceof Y.ContentType ? [...content.type._map.keys()].sort() : content,
      ])
      .sort(([one], [other]) => (String(one) < String(other) ? -1 : 1)),
  )
  return [texts, maps]
}

function holdsTypesWithinTypes(page: Y.Doc): boolean {
  for (const structs of page.store.clients.values())
    for (const item of structs) {
      if (!(item instanceof Y.Item) || !(item.content instanceof Y.ContentType)) continue
      if (item.parent instanceof Y.AbstractType && item.parent._item !== null) return true
    }
  return false
}

const fresh = (...updates: readonly Uint8Array[]): Y.Doc => {
  const page = new Y.Doc()
  for (const update of updates) Y.applyUpdate(page, update)
  return page
}

/** Six edits that anybody could make, of which the page takes those that it may. */
function story(seed: number): number {
  const gen = prng.create(seed)
  const page = createPageDoc()
  page.clientID = OWNER
  page.getText('text').insert(0, 'hello')
  const log = [Y.encodeStateAsUpdate(page)]
  for (let edit = 0; edit < 6; edit++) {
    const { facts, update } = judged(page, anyUpdate(gen, page))
    const { adds, isSound, isTrapped, keepsLayout, contradicts, waits } = facts
    if (!adds || !isSound || isTrapped || !keepsLayout || contradicts || waits === 'too much') continue
    Y.applyUpdate(page, update)
    log.push(update)
    expect(holdsTypesWithinTypes(page), `seed ${seed}: types within types`).toBe(false)
    // When Yjs tries again what waits depends on what else does.
    if (page.store.pendingStructs !== null) continue
    const now = said(page)
    expect(said(fresh(Y.encodeStateAsUpdate(page))), `seed ${seed}: read anew`).toEqual(now)
    expect(said(fresh(...log)), `seed ${seed}: from its log`).toEqual(now)
    expect(said(fresh(Y.mergeUpdates(log))), `seed ${seed}: from its log, merged`).toEqual(now)
  }
  return log.length - 1
}

test(`S1 R67 ${RUNS} pages (seeds from ${START}) take edits that anybody could make, and read the same whenever they are read`, () => {
  let taken = 0
  for (let seed = START; seed < START + RUNS; seed++) taken += story(seed)
  expect(taken).toBeGreaterThan(RUNS / 4)
})
