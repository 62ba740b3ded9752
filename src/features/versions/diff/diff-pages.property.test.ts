import { anyPage } from '@test/page-arbitrary'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { plainTextOf } from '@/blocks'
import type { Block, Inline } from '@/blocks/kit/block'
import { withBlock } from '../with-block'
import { diffPages } from './diff-pages'
import { DIFF_MARKS } from './model'

/** The page with ids of its own, so that the blocks of two pages can be mixed. */
function named(blocks: readonly Block[], prefix: string): Block[] {
  let count = 0
  const one = (block: Block): Block => {
    if (block.kind.startsWith('table') && block.kind !== 'table') return block
    return {
      ...block,
      id: `${prefix}${count++}`,
      ...(block.children && { children: block.children.map(one) }),
    }
  }
  return blocks.filter(({ kind }) => kind !== 'table').map(one)
}

/** Two states of one page: some blocks stay, some change their words, some move, come and go. */
const states = fc
  .tuple(anyPage, anyPage, fc.infiniteStream(fc.nat(99)))
  .map(([first, second, dice]): [Block[], Block[]] => {
    const before = named(first, 'a')
    const others = named(second, 'b')
    const roll = () => dice.next().value as number
    const after: Block[] = []
    for (const block of before) {
      const chance = roll()
      if (chance < 15) continue
      const text =
        block.text && chance < 40 ? [...block.text.slice(1), { text: ` more ${chance}` }] : block.text
      after.splice(chance > 85 ? roll() % (after.length + 1) : after.length, 0, {
        ...block,
        ...(text && { text }),
      })
    }
    for (const block of others) if (roll() < 40) after.splice(roll() % (after.length + 1), 0, block)
    return [before, after]
  })

const without = (text: readonly Inline[], kind: string): Inline[] =>
  text.filter(({ marks = [] }) => !marks.some((mark) => mark.kind === kind))
const wordsOf = (text: readonly Inline[]): string =>
  text
    .map((piece) => ('text' in piece ? piece.text : `<${JSON.stringify([piece.kind, piece.attributes])}>`))
    .join('')

const flat = (blocks: readonly Block[]): Block[] =>
  blocks.flatMap((block) => [block, ...flat(block.children ?? [])])

it('2.25 whatever was done to a page, the diff without what is new is the old one, and without what is gone the new one', () => {
  fc.assert(
    fc.property(states, ([before, after]) => {
      const { rows } = diffPages({ title: '', blocks: before }, { title: '', blocks: after }, { full: true })
      const shown = flat(rows.flatMap((row) => (row.type === 'folded' ? [] : row.blocks)))
      const texts = (kind: string) =>
        new Map(shown.map(({ id, text = [] }) => [id.replace(/~was$/, ''), wordsOf(without(text, kind))]))
      const now = texts(DIFF_MARKS.deleted)
      for (const { id, text = [] } of flat(after)) expect([id, now.get(id)]).toEqual([id, wordsOf(text)])
      for (const { id, text = [] } of flat(before)) {
        const pieces = shown.filter((block) => block.id.replace(/~was$/, '') === id)
        const old = pieces.map((block) => wordsOf(without(block.text ?? [], DIFF_MARKS.inserted))).join('')
        expect([id, old]).toEqual([id, wordsOf(text)])
      }
      const order = rows.flatMap((row) => (row.type === 'folded' || row.type === 'removed' ? [] : row.blocks))
      expect(order.map(({ id }) => id).filter((id) => !id.endsWith('~was'))).toEqual(
        after.map(({ id }) => id),
      )
    }),
    { numRuns: 300 },
  )
}, 120_000)

it('7.14 whichever block is restored, it is as it was, and every block that was not in it stays', () => {
  fc.assert(
    fc.property(states, fc.nat(), ([version, now], pick) => {
      const all = flat(version)
      const block = all[pick % Math.max(1, all.length)]
      if (!block) return
      const restored = withBlock(now, version, block.id)!
      const ids = flat(restored).map(({ id }) => id)
      expect(new Set(ids).size).toBe(ids.length)
      const inside = new Set(flat([block]).map(({ id }) => id))
      const standing = flat(restored).find(({ id }) => id === block.id)
      if (standing) expect(plainTextOf([standing])).toBe(plainTextOf([block]))
      // A column comes with the columns around it.
      if (block.kind === 'column') return
      expect(standing).toEqual(block)
      const replaced = new Set(
        flat(now.length > 0 ? flat(now).filter(({ id }) => id === block.id) : []).map(({ id }) => id),
      )
      for (const { id, kind } of flat(now))
        if (!inside.has(id) && !replaced.has(id) && kind !== 'column') expect(ids).toContain(id)
    }),
    { numRuns: 300 },
  )
}, 120_000)
