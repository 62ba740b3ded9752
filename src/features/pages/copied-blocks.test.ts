import { describe, expect, it } from 'vitest'
import type { Block } from '@/blocks/kit/block'
import { type CopiedNames, copiedAddress, copiedBlocks, filesNamedIn } from './copied-blocks'

const FILE = 'f0000000000000000001'
const OTHER_FILE = 'f0000000000000000002'

const names: CopiedNames = {
  page: (id) => (id === 'inside' ? 'copy' : null),
  block: (id) => `new-${id}`,
  file: (id) => (id === FILE ? 'c0000000000000000001' : null),
  origin: 'https://sheaf.example.org',
}

describe('2.31 what a copied page says', () => {
  it.each([
    ['/inside', '/copy'],
    ['/inside#b1', '/copy#new-b1'],
    ['#b1', '#new-b1'],
    ['https://sheaf.example.org/inside#b1', 'https://sheaf.example.org/copy#new-b1'],
    ['/elsewhere', '/elsewhere'],
    ['/elsewhere#b1', '/elsewhere#b1'],
    ['https://example.org/inside', 'https://example.org/inside'],
    ['https://sheaf.example.org.evil.example/inside', 'https://sheaf.example.org.evil.example/inside'],
    ['', ''],
    ['/', '/'],
    [`/api/files/${FILE}/a.png`, '/api/files/c0000000000000000001/a.png'],
    [
      `https://sheaf.example.org/api/files/${FILE}/a.png`,
      'https://sheaf.example.org/api/files/c0000000000000000001/a.png',
    ],
    [`/api/files/${OTHER_FILE}/a.png`, `/api/files/${OTHER_FILE}/a.png`],
    [
      `{"media":{"url":"/api/files/${FILE}/a.png"}}`,
      '{"media":{"url":"/api/files/c0000000000000000001/a.png"}}',
    ],
  ])('2.31 %s becomes %s', (before, after) => {
    expect(copiedAddress(before, names)).toBe(after)
  })

  it('2.31 links in a footnote lead to the copies, and its words stay', () => {
    const noted = (note: string): Block[] => [
      { id: 'b1', kind: 'paragraph', text: [{ kind: 'footnote', attributes: { note } }] },
    ]
    const [copy] = copiedBlocks(noted('See [the page](/inside#b1), `[this](/inside)`, /inside'), names)
    const [kept] = noted('See [the page](/copy#new-b1), `[this](/inside)`, /inside')
    expect(copy?.text).toEqual(kept?.text)
  })

  it('2.31 mentions, links and files inside the copied pages lead to the copies, text and all else stay', () => {
    const blocks: Block[] = [
      {
        id: 'b1',
        kind: 'toggle',
        attributes: { color: 'red' },
        text: [
          { text: '/inside is ' },
          { kind: 'mention', attributes: { key: '/inside', value: 'Inside' } },
          { kind: 'mention', attributes: { key: '/elsewhere', value: 'Elsewhere' } },
          { kind: 'mention', attributes: { key: FILE, value: 'a.png', trigger: '#' } },
          { text: 'link', marks: [{ kind: 'bold' }, { kind: 'link', attributes: { url: '/inside#b2' } }] },
        ],
        children: [{ id: 'b2', kind: 'image', attributes: { url: `/api/files/${FILE}/a.png` } }],
      },
    ]
    expect(copiedBlocks(blocks, names)).toEqual([
      {
        id: 'new-b1',
        kind: 'toggle',
        attributes: { color: 'red' },
        text: [
          { text: '/inside is ' },
          { kind: 'mention', attributes: { key: '/copy', value: 'Inside' } },
          { kind: 'mention', attributes: { key: '/elsewhere', value: 'Elsewhere' } },
          { kind: 'mention', attributes: { key: 'c0000000000000000001', value: 'a.png', trigger: '#' } },
          { text: 'link', marks: [{ kind: 'bold' }, { kind: 'link', attributes: { url: '/copy#new-b2' } }] },
        ],
        children: [
          { id: 'new-b2', kind: 'image', attributes: { url: '/api/files/c0000000000000000001/a.png' } },
        ],
      },
    ])
  })

  it('2.31 the cell of a table is still named by its row and its column', () => {
    const cell: Block = { id: 'r1:c1', kind: 'tableCell' }
    expect(copiedBlocks([cell], names)).toEqual([{ id: 'new-r1:new-c1', kind: 'tableCell' }])
  })

  it('2.31 the files of a page are those of its blocks, its mentions and its cover', () => {
    const image: Block = { id: 'b', kind: 'image', attributes: { url: `/api/files/${FILE}/a.png` } }
    expect(filesNamedIn([image], null, `/api/files/${OTHER_FILE}/c.png`)).toEqual(new Set([FILE, OTHER_FILE]))
    const mention: Block = {
      id: 'b',
      kind: 'paragraph',
      text: [{ kind: 'mention', attributes: { key: FILE, trigger: '#' } }],
    }
    expect(filesNamedIn([mention])).toEqual(new Set([FILE]))
  })
})
