import * as encoding from 'lib0/encoding'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { PageAuthors } from './page-authors'

/** What `count` clients have written and thrown away again, one struct each. */
const many = (from: number, count: number, clock = 0): Uint8Array =>
  encoding.encode((out) => {
    encoding.writeVarUint(out, count)
    for (let i = 0; i < count; i++) for (const n of [1, from + i, clock, 0, 1]) encoding.writeVarUint(out, n)
    encoding.writeVarUint(out, 0)
  })

test('S4 one person holds a limited number of ids of a page, and gives up the oldest for new ones', () => {
  const page = new Y.Doc()
  const authors = new PageAuthors(page, new Map())
  const claimed: number[] = []
  const givenUp: number[] = []
  const send = (update: Uint8Array, userId: string) => {
    const authorship = authors.judge(update, userId)
    if ('foreign' in authorship) return 'refused'
    Y.applyUpdate(page, update)
    authors.stored(authorship.claim)
    claimed.push(...authorship.claim.clients)
    givenUp.push(...authorship.claim.givenUp)
    return 'accepted'
  }
  expect(send(many(1000, 1001), 'mallory')).toBe('refused')
  for (let n = 1; n <= 6; n++) expect(send(many(10_000 * n, 1000), 'mallory')).toBe('accepted')
  expect(claimed).toHaveLength(6000)
  expect([...givenUp].sort()).toEqual(Array.from({ length: 1000 }, (_, i) => 10_000 + i))
  // What was given up is nobody's, not free.
  expect(send(many(10_000, 1, 1), 'ada')).toBe('refused')
  expect(send(many(10_000, 1, 1), 'mallory')).toBe('refused')
  expect(send(many(60_000, 1, 1), 'mallory')).toBe('accepted')
  // Somebody else's share is untouched.
  expect(send(many(1, 1), 'ada')).toBe('accepted')
  expect(givenUp).toHaveLength(1000)
})
