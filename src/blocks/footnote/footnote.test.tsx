import { describe, expect, it } from 'vitest'
import { htmlFromBlocks } from '../html/page'
import { readHtml } from '../html/read'
import type { Block } from '../kit/block'
import { isInlineText } from '../kit/block'
import { parseHtml } from '../kit/conformance'
import { blocksFromMarkdown, markdownFromBlocks, readMarkdown } from '../markdown'
import { markdownForOthers } from '../markdown/for-others'
import { plainTextOf } from '../plain-text'

const notesOf = (blocks: readonly Block[]): unknown[] =>
  blocks.flatMap(({ text = [], children = [] }) => [
    ...text.flatMap((piece) => (isInlineText(piece) ? [] : [piece.attributes?.note])),
    ...notesOf(children),
  ])

const SOURCE = `Light[^lamp] and tide[^1].

- under an item[^3]

[^lamp]: The *lamp* of [the tower](https://a.example).
[^1]: Twice a day,
    as everybody knows.
[^3]: Third.
[^4]: Nobody asks for this.
`

describe('U22 footnotes', () => {
  it('come from Markdown with their text, and what nothing refers to stays', () => {
    const { blocks, notes } = readMarkdown(SOURCE)
    expect(notesOf(blocks)).toEqual([
      'The *lamp* of [the tower](https://a.example).',
      'Twice a day,\nas everybody knows.',
      'Third.',
    ])
    expect(plainTextOf(blocks.slice(-1))).toBe('[^4]: Nobody asks for this.')
    expect(notes).toEqual([])
  })

  it('go out as Markdown with numbers that follow their order, in both dialects, and come back', () => {
    const blocks = blocksFromMarkdown(SOURCE)
    for (const written of [markdownFromBlocks(blocks), markdownForOthers(blocks)]) {
      expect(written).toContain('Light[^1] and tide[^2].')
      expect(written).toContain('\n[^1]: The *lamp* of [the tower](https://a.example).\n')
      expect(written).not.toContain('<!--')
      expect(notesOf(blocksFromMarkdown(written))).toEqual(notesOf(blocks))
    }
  })

  it('are found in a text that is read in pieces, wherever they stand', () => {
    const long = Array.from({ length: 1600 }, (_, line) => `Line ${line} of many words[^n${line % 100}].\n`)
    const notes = Array.from({ length: 100 }, (_, at) => `[^n${at}]: Note ${at}.`)
    const { blocks } = readMarkdown(`${long.join('\n')}\n${notes.join('\n')}\n`)
    expect(blocks).toHaveLength(1600)
    expect(notesOf(blocks)).toEqual(long.map((_, line) => `Note ${line % 100}.`))
  }, 120_000)

  it('stand at the foot of read-only pages with their links, and HTML is read back exactly', () => {
    const blocks = blocksFromMarkdown(SOURCE)
    const html = htmlFromBlocks(blocks, 'Lamp')
    expect(html).toMatch(/<sup [^>]*data-atom="footnote"[^>]*><a href="#footnote-1">1<\/a><\/sup>/)
    expect(html).toMatch(
      /<li id="footnote-1"[^>]*>The <em>lamp<\/em> of <a [^>]*href="https:\/\/a\.example"[^>]*>the tower<\/a>\.<\/li>/,
    )
    const back = readHtml(html, parseHtml).blocks
    expect(notesOf(back)).toEqual(notesOf(blocks))
    expect(plainTextOf(back)).toBe(plainTextOf(blocks))
  })

  it('R30 a note can lead nowhere that words cannot', () => {
    const block: Block = {
      id: 'a',
      kind: 'paragraph',
      text: [
        { kind: 'footnote', attributes: { note: '[x](javascript:alert(1)) <script>alert(1)</script>' } },
      ],
    }
    const html = htmlFromBlocks([block])
    expect(html).not.toMatch(/href="javascript|<script>alert/)
  })
})
