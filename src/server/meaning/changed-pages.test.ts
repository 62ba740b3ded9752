import { expect, test } from 'vitest'
import { ChangedPages } from './changed-pages'

const inPods = (pods: Record<string, string>) =>
  new ChangedPages(async (ids) => new Map(ids.flatMap((id) => (pods[id] ? [[id, pods[id]]] : []))))

test('R67 pages that change again and again keep no other one waiting', async () => {
  const changed = inPods({ a: 'theirs', b: 'theirs', other: 'mine', sibling: 'theirs' })
  const taken: (string | null)[] = []
  for (const id of ['other', 'sibling', 'a', 'b']) changed.note(id, 0)
  for (let round = 0; round < 4; round++) {
    taken.push(await changed.take())
    for (const id of ['a', 'b']) changed.note(id, round)
  }
  // Each pod has its turn, and in a pod comes first what has waited longest.
  expect(taken.slice(0, 2).toSorted()).toEqual(['other', 'sibling'])
  expect(taken.slice(2)).toEqual(['a', 'b'])
})

test('a page that changes while it waits is taken once, and one that is gone not at all', async () => {
  const changed = inPods({ a: 'pod' })
  expect([changed.note('a', 1), changed.note('a', 2), changed.note('gone', 3)]).toEqual([1, 1, 3])
  expect(changed.size).toBe(2)
  expect([await changed.take(), await changed.take()]).toEqual(['a', null])
  expect(changed.size).toBe(0)
  expect(changed.note('a', 4)).toBe(4)
})
