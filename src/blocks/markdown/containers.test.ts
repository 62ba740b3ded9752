import { describe, expect, it } from 'vitest'
import type { Block } from '../kit/block'
import { blocksFromMarkdown, markdownFromBlocks } from './index'
import { withoutIds } from './write'

const paragraph = (text: string): Block => ({ id: text, kind: 'paragraph', text: [{ text }] })
const within = (kind: string, children: Block[], attributes?: Block['attributes']): Block => ({
  id: `${kind} ${children[0]?.id}`,
  kind,
  ...(attributes ? { attributes } : {}),
  children,
})
const read = (text: string) => blocksFromMarkdown(text).map(withoutIds)
const bare = (...blocks: Block[]) => blocks.map(withoutIds)

describe('callouts in Markdown (rulings 6)', () => {
  it('are the alerts of GitHub', () => {
    const blocks = [
      within('callout', [paragraph('one'), paragraph('two')]),
      within('callout', [paragraph('hot')], { variant: 'warning', icon: '⚠️' }),
    ]
    expect(markdownFromBlocks(blocks)).toBe('> [!NOTE]\n> one\n>\n> two\n\n> [!WARNING]\n> hot\n')
  })

  it('say in a directive which icon and background they were given', () => {
    const block = within('callout', [paragraph('x')], { icon: '🧪', backgroundColor: 'red' })
    const text = markdownFromBlocks([block])
    expect(text).toBe('<!-- sheaf: {"next":{"icon":"🧪","backgroundColor":"red"}} -->\n\n> [!NOTE]\n> x\n')
    expect(read(text)).toEqual(bare(block))
  })

  it('are read with any first block, in small letters, and keep their marks', () => {
    expect(read('> [!tip]\n> **b** c')).toMatchObject([
      {
        kind: 'callout',
        attributes: { variant: 'tip' },
        children: [{ text: [{ text: 'b', marks: [{ kind: 'bold' }] }, { text: ' c' }] }],
      },
    ])
    expect(read('> [!CAUTION]\n>\n> - item')).toMatchObject([
      { kind: 'callout', attributes: { variant: 'caution' }, children: [{ kind: 'listItem' }] },
    ])
  })

  it('are told from quotes that only look like one', () => {
    for (const text of [
      '> [!NOTE] words',
      '> \\[!NOTE]\n> words',
      '> [!OTHER]\n> words',
      '> words\n> [!NOTE]',
    ])
      expect(read(text)[0]!.kind).toBe('blockquote')
    const quote = within('blockquote', [paragraph('[!NOTE]\nwords')])
    expect(read(markdownFromBlocks([quote]))).toEqual(bare(quote))
  })
})

describe('toggles in Markdown (rulings 6)', () => {
  it('are <details> with a summary', () => {
    const block = within('toggle', [paragraph('a < b & c'), paragraph('inside')])
    const text = markdownFromBlocks([block])
    expect(text).toBe('<details>\n<summary>a &lt; b &amp; c</summary>\n\ninside\n\n</details>\n')
    expect(read(text)).toEqual(bare(block))
  })

  it('keep a heading as their title, and toggles inside', () => {
    const heading: Block = { id: 'h', kind: 'heading', attributes: { level: 2 }, text: [{ text: 'H' }] }
    const block = within('toggle', [heading, within('toggle', [paragraph('t'), paragraph('x')])])
    const text = markdownFromBlocks([block])
    expect(text).toContain('<summary>\n\n## H\n\n</summary>')
    expect(read(text)).toEqual(bare(block))
  })

  it('are read as others write them', () => {
    const expected = bare(within('toggle', [paragraph('T'), paragraph('body')]))
    for (const text of [
      '<details open><summary>T</summary>\n\nbody\n\n</details>',
      '<details>\n<summary>T</summary>\n\nbody\n</details>',
      '<details><summary>\nT\n</summary>\n\nbody\n\n</details>',
      '<DETAILS>\n\n<summary>T</summary>\n\nbody\n\n</DETAILS>',
    ])
      expect(read(text), text).toEqual(expected)
  })

  it('that are never closed lose nothing', () => {
    expect(read('<details>\n\nbody').at(-1)).toMatchObject({ kind: 'paragraph', text: [{ text: 'body' }] })
    expect(read('a\n\n</details>\n\nb').map(({ kind }) => kind)).toContain('paragraph')
  })

  it('are kept whole where a long text is read in pieces', () => {
    const long = Array.from({ length: 2000 }, (_, at) => `Paragraph ${at} with some words.`).join('\n\n')
    const blocks = read(`<details>\n<summary>T</summary>\n\n${long}\n\n</details>\n\nafter`)
    expect(blocks.map(({ kind }) => kind)).toEqual(['toggle', 'paragraph'])
    expect(blocks[0]!.children).toHaveLength(2001)
  })
})

describe('columns in Markdown', () => {
  it('stand between directives, so that others read the blocks one after the other', () => {
    const block = within('columnGroup', [
      within('column', [paragraph('left')], { width: 30 }),
      within('column', [paragraph('right')]),
    ])
    const text = markdownFromBlocks([block])
    expect(text.replaceAll(/<!--.*-->\n\n/g, '')).toMatch(/^left\n\nright\n\n/)
    expect(read(text)).toEqual(bare(block))
  })

  it('without their end, or of a kind that holds no blocks, leave the blocks where they are', () => {
    expect(read('<!-- sheaf: {"open":{"kind":"columnGroup"}} -->\n\nleft')).toEqual(bare(paragraph('left')))
    expect(
      read('<!-- sheaf: {"open":{"kind":"evil"}} -->\n\nleft\n\n<!-- sheaf: {"close":"evil"} -->'),
    ).toEqual(bare(paragraph('left')))
  })
})

describe('R34 containers made to break the reader', () => {
  it.each([
    ['deep details', '<details>\n\n'.repeat(5000)],
    ['summaries on one line', `<details>${'<summary>'.repeat(50_000)}\n</summary>`],
    ['summaries on many lines', `<details>\n${'<summary>\n'.repeat(5000)}</summary>`],
    ['deep directives', '<!-- sheaf: {"open":{"kind":"column"}} -->\n\n'.repeat(2000)],
    ['closed and closed', '</details>\n\n'.repeat(5000)],
    ['opened and closed', `${'<details>\n\n'.repeat(3000)}${'</details>\n\n'.repeat(3000)}`],
  ])('%s: an end, before the test gives up', (_name, text) => {
    expect(() => read(text)).not.toThrow()
  })
})
