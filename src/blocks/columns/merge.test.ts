import { describe, expect, it } from 'vitest'
import * as Y from 'yjs'
import { applyBlocks, createPageDoc, settledBlocks } from '@/document'
import { type Block, docFromBlocks, plainTextOf } from '../index'
import { blocksFromMarkdown, markdownFromBlocks } from '../markdown'
import { withoutIds } from '../markdown/write'

const p = (text: string): Block => ({ id: text, kind: 'paragraph', text: [{ text }] })
const within = (kind: string, id: string, ...children: Block[]): Block => ({ id, kind, children })
const columns = (id: string, ...held: Block[][]): Block =>
  within('columnGroup', id, ...held.map((blocks, at) => within('column', `${id}${at}`, ...blocks)))

/** What both see after they have changed the same page at once. */
function together(start: Block[], mine: Block[], theirs: Block[]): Block[] {
  const [a, b] = [createPageDoc(), createPageDoc()]
  applyBlocks(a, start)
  Y.applyUpdate(b, Y.encodeStateAsUpdate(a))
  applyBlocks(a, mine)
  applyBlocks(b, theirs)
  const [fromA, fromB] = [Y.encodeStateAsUpdate(a), Y.encodeStateAsUpdate(b)]
  Y.applyUpdate(a, fromB)
  Y.applyUpdate(b, fromA)
  const seen = settledBlocks(a)
  expect(settledBlocks(b)).toEqual(seen)
  // Whatever it is, it can be shown, written and read again.
  docFromBlocks(seen).check()
  expect(blocksFromMarkdown(markdownFromBlocks(seen)).map(withoutIds)).toEqual(seen.map(withoutIds))
  return seen
}

const words = (blocks: readonly Block[]): string[] => plainTextOf(blocks).split('\n').filter(Boolean).sort()

describe('containers of containers, changed by two people at once', () => {
  const start = [columns('g', [p('left')], [p('right')]), p('after')]

  it('one dissolves the columns, the other writes a block into them: nothing is lost', () => {
    const seen = together(
      start,
      [p('left'), p('right'), p('after')],
      [columns('g', [p('left')], [p('right'), p('new')]), p('after')],
    )
    expect(words(seen)).toEqual(['after', 'left', 'new', 'right'])
  })

  it('one empties a column, the other goes on writing in its last block: the block is still there', () => {
    const seen = together(
      start,
      [columns('g', [p('left')]), p('after')],
      [columns('g', [p('left')], [{ ...p('right'), text: [{ text: 'right now' }] }]), p('after')],
    )
    expect(words(seen).join(' ')).toContain('now')
    expect(words(seen)).toEqual(expect.arrayContaining(['after', 'left']))
  })

  it('each empties another column: the group is gone, what stood around it stays', () => {
    const seen = together(
      [...start, p('end')],
      [columns('g', [p('right')]), p('after'), p('end')],
      [columns('g', [p('left')]), p('after'), p('end')],
    )
    expect(words(seen)).toEqual(expect.arrayContaining(['after', 'end']))
  })

  it('each adds a column: both are there', () => {
    const add = (id: string) => [
      within('columnGroup', 'g', ...start[0]!.children!, within('column', id, p(id))),
      p('after'),
    ]
    const seen = together(start, add('mine'), add('theirs'))
    expect(seen[0]!.children).toHaveLength(4)
    expect(words(seen)).toEqual(['after', 'left', 'mine', 'right', 'theirs'])
  })

  it('each puts one group into a column of the other: neither is lost', () => {
    const [g, h] = [columns('g', [p('a')], [p('b')]), columns('h', [p('c')], [p('d')])]
    const seen = together(
      [g, h],
      [columns('g', [p('a'), h], [p('b')])],
      [columns('h', [p('c'), g], [p('d')])],
    )
    expect(words(seen)).toEqual(['a', 'b', 'c', 'd'])
  })

  it('one deletes a toggle, the other adds a block to it: the toggle stays around that block', () => {
    const toggle = within('toggle', 't', p('title'), p('inside'))
    const seen = together(
      [toggle, p('after')],
      [p('after')],
      [within('toggle', 't', p('title'), p('inside'), p('new')), p('after')],
    )
    expect(words(seen)).toEqual(['after', 'new'])
    expect(seen[0]).toMatchObject({ kind: 'toggle', children: [{ id: 'new' }] })
  })
})
