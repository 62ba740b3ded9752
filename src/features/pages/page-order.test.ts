import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bySiblingOrder, keyAfter, type Placed, planPlace } from './page-order'

/** The ids in order after the plan was carried out. */
function carriedOut(siblings: readonly Placed[], id: string, next: { beforeId?: string; afterId?: string }) {
  const plan = planPlace(siblings, next)
  if (!plan) return null
  const repaired = new Map(plan.repairs.map((repair) => [repair.id, repair.position]))
  const all = siblings.map((page) => ({ ...page, position: repaired.get(page.id) ?? page.position }))
  return [...all, { id, position: plan.position }].sort(bySiblingOrder)
}

const three: Placed[] = [
  { id: 'a', position: 'i0' },
  { id: 'b', position: 'i1' },
  { id: 'c', position: 'i2' },
]

describe('the place of a page among its siblings', () => {
  it('is last when nothing is said', () => {
    expect(carriedOut(three, 'new', {})?.map((page) => page.id)).toEqual(['a', 'b', 'c', 'new'])
  })

  it('is before or after a sibling', () => {
    const order = (next: { beforeId?: string; afterId?: string }) =>
      carriedOut(three, 'new', next)?.map((page) => page.id)
    expect(order({ beforeId: 'a' })).toEqual(['new', 'a', 'b', 'c'])
    expect(order({ beforeId: 'c' })).toEqual(['a', 'b', 'new', 'c'])
    expect(order({ afterId: 'a' })).toEqual(['a', 'new', 'b', 'c'])
    expect(order({ afterId: 'c' })).toEqual(['a', 'b', 'c', 'new'])
  })

  it('is nowhere beside a page that is not a sibling', () => {
    expect(planPlace(three, { beforeId: 'elsewhere' })).toBeNull()
    expect(planPlace(three, { afterId: 'elsewhere' })).toBeNull()
    expect(planPlace([], { afterId: 'elsewhere' })).toBeNull()
  })

  it('gives new keys when the neighbours have equal, malformed or overlong ones', () => {
    const bad: Placed[][] = [
      [
        { id: 'a', position: 'i0' },
        { id: 'b', position: 'i0' },
      ],
      [
        { id: 'a', position: '!' },
        { id: 'b', position: '~~' },
      ],
      [
        { id: 'a', position: `i0${'0'.repeat(80)}1` },
        { id: 'b', position: `i0${'0'.repeat(80)}2` },
      ],
    ]
    for (const siblings of bad) {
      const after = carriedOut(siblings, 'new', { beforeId: 'b' })
      expect(after?.map((page) => page.id)).toEqual(['a', 'new', 'b'])
      expect(after?.every((page) => page.position.length < 60)).toBe(true)
    }
  })

  it('a key after a key sorts after it, also after one of another make', () => {
    for (const last of ['i0', 'iz', 'zz', '!', 'Zz']) expect(keyAfter(last) > last).toBe(true)
    expect(keyAfter(null)).not.toBe('')
  })

  it('R42 after any row of moves, even from equal keys, the page stands where it was put', () => {
    const moves = fc.array(fc.record({ page: fc.nat(7), beside: fc.nat(7), before: fc.boolean() }), {
      maxLength: 200,
    })
    fc.assert(
      fc.property(moves, (list) => {
        let pages: Placed[] = Array.from({ length: 8 }, (_, at) => ({ id: `p${at}`, position: 'i0' }))
        for (const { page, beside, before } of list) {
          if (page === beside) continue
          const rest = pages.filter((other) => other.id !== `p${page}`)
          pages = carriedOut(
            rest,
            `p${page}`,
            before ? { beforeId: `p${beside}` } : { afterId: `p${beside}` },
          ) as Placed[]
          expect(new Set(pages.map((one) => one.position)).size).toBe(8)
          const at = pages.findIndex((other) => other.id === `p${page}`)
          expect(pages[before ? at + 1 : at - 1]?.id).toBe(`p${beside}`)
        }
      }),
    )
  })
})
