import { describe, expect, it } from 'vitest'
import type { Block } from './index'
import { blocksFromDoc, docFromBlocks, pageSchema } from './index'

describe('blocks JSON', () => {
  it('3.20 keeps every first kind and mark', () => {
    const blocks: Block[] = [
      { id: 'a', kind: 'heading', attributes: { level: 2 }, text: [{ text: 'Title' }] },
      {
        id: 'b',
        kind: 'paragraph',
        attributes: { indent: 1, align: 'center' },
        text: [
          { text: 'plain ' },
          { text: 'bold\nand', marks: [{ kind: 'bold' }, { kind: 'italic' }] },
          { text: 'link', marks: [{ kind: 'link', attributes: { url: '/x', title: 'T' } }] },
        ],
      },
      {
        id: 'c',
        kind: 'listItem',
        attributes: { listStyleType: 'todo', checked: true },
        text: [{ text: 'done' }],
      },
      {
        id: 'd',
        kind: 'listItem',
        attributes: { indent: 2, listStyleType: 'lower-roman', listStart: 4 },
      },
      { id: 'e', kind: 'blockquote', children: [{ id: 'f', kind: 'paragraph', text: [{ text: 'q' }] }] },
      { id: 'g', kind: 'codeBlock', attributes: { lang: 'ts' }, text: [{ text: 'a\n\tb\n' }] },
      { id: 'h', kind: 'horizontalRule' },
      { id: 'i', kind: 'chartOfTomorrow', attributes: { data: [1, { a: 2 }] } },
    ]
    const doc = docFromBlocks(blocks)
    doc.check()
    expect(doc.type.schema).toBe(pageSchema)
    expect(blocksFromDoc(doc)).toEqual(blocks)
  })

  it('an invalid attribute becomes the default, an unsafe link plain text (R30)', () => {
    const doc = docFromBlocks([
      { id: 'a', kind: 'heading', attributes: { level: 99, indent: -4 } },
      {
        id: 'b',
        kind: 'paragraph',
        text: [{ text: 'x', marks: [{ kind: 'link', attributes: { url: 'javascript:alert(1)' } }] }],
      },
    ])
    expect(blocksFromDoc(doc)).toEqual([
      { id: 'a', kind: 'heading' },
      { id: 'b', kind: 'paragraph', text: [{ text: 'x' }] },
    ])
  })

  it('3.20 a block with an unknown mark, atom or attribute is kept word for word', () => {
    const blocks: Block[] = [
      { id: 'a', kind: 'paragraph', text: [{ kind: 'mention', attributes: { key: '/x' } }] },
      { id: 'b', kind: 'paragraph', text: [{ text: 'x', marks: [{ kind: 'glow' }] }] },
      { id: 'c', kind: 'paragraph', attributes: { shade: 'x' }, text: [{ text: 'x' }] },
    ]
    expect(blocksFromDoc(docFromBlocks(blocks))).toEqual(blocks)
  })

  it('R34 quotes nested 50,000 deep are unwrapped, not lost', () => {
    let block: Block = { id: 'x', kind: 'paragraph', text: [{ text: 'deep' }] }
    for (let i = 0; i < 50_000; i++) block = { id: `q${i}`, kind: 'blockquote', children: [block] }
    const doc = docFromBlocks([block])
    expect(doc.textContent).toBe('deep')
  })
})
