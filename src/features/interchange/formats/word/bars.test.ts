import { DIALECTS, type Part, randomParts, wordClipboard, wordParts } from '@test/word-corpus'
import { wordFile } from '@test/word-file'
import { describe, expect, it } from 'vitest'
import { type Block, plainTextOf } from '@/blocks'
import { readHtml } from '@/blocks/html/read'
import { isNumbered } from '@/blocks/list-item/list-styles'
import { parseHtmlText } from '../../server/parse-html'
import { readWord } from './read-word'
import { writeWord } from './write-word'

/*
 * The bars of `rulings 6` for Word, over documents that are made up from a seed and written as several programs do: all text,
 * and headings, lists, tables and links with an F1 of at least 0.95.
 */

const KINDS = ['headings', 'lists', 'tables', 'links'] as const
type Facts = Record<(typeof KINDS)[number], string[]>

function wanted(parts: readonly Part[]): Facts {
  const facts: Facts = { headings: [], lists: [], tables: [], links: [] }
  for (const part of parts) {
    if (part.kind === 'heading') facts.headings.push(`${part.level} ${part.text}`)
    if (part.kind === 'item') facts.lists.push(`${part.level} ${part.isNumbered} ${part.text}`)
    if (part.kind === 'table')
      for (const [y, row] of part.rows.entries())
        for (const [x, text] of row.entries()) facts.tables.push(`${y} ${x} ${text}`)
    if (part.kind === 'paragraph')
      for (const { text, url } of part.pieces) if (url) facts.links.push(`${text} ${url}`)
  }
  return facts
}

function found(blocks: readonly Block[]): Facts {
  const facts: Facts = { headings: [], lists: [], tables: [], links: [] }
  for (const block of blocks) {
    const { kind, attributes = {}, text = [], children = [] } = block
    const words = plainTextOf([block])
    if (kind === 'heading') facts.headings.push(`${attributes.level ?? 1} ${words}`)
    if (kind === 'listItem')
      facts.lists.push(`${attributes.indent ?? 0} ${isNumbered(attributes.listStyleType)} ${words}`)
    if (kind === 'table')
      for (const [y, row] of children.filter((child) => child.kind === 'tableRow').entries())
        for (const [x, cell] of (row.children ?? []).entries())
          facts.tables.push(`${y} ${x} ${plainTextOf(cell.children ?? [])}`)
    const links = new Map<string, string>()
    for (const piece of text) {
      const url = piece.marks?.find((mark) => mark.kind === 'link')?.attributes?.url
      if (url && 'text' in piece) links.set(String(url), `${links.get(String(url)) ?? ''}${piece.text}`)
    }
    for (const [url, said] of links) facts.links.push(`${said} ${url}`)
  }
  return facts
}

/** How many of the wanted are there, how many were wanted, and how many are there at all. */
class Score {
  private hits = 0
  private wanted = 0
  private found = 0

  add(wanted: readonly string[], found: readonly string[]): void {
    const rest = [...found]
    this.wanted += wanted.length
    this.found += found.length
    for (const fact of wanted) {
      const at = rest.indexOf(fact)
      if (at < 0) continue
      this.hits++
      rest.splice(at, 1)
    }
  }

  get f1(): number {
    return (2 * this.hits) / (this.wanted + this.found)
  }
  get recall(): number {
    return this.hits / this.wanted
  }
  get count(): number {
    return this.wanted
  }
}

class Scores {
  private readonly words = new Score()
  private readonly kinds = new Map(KINDS.map((kind) => [kind, new Score()]))

  add(parts: readonly Part[], blocks: readonly Block[]): void {
    const texts = parts.flatMap((part) => {
      if (part.kind === 'table') return part.rows.flat()
      return part.kind === 'paragraph' ? part.pieces.map(({ text }) => text) : [part.text]
    })
    this.words.add(
      texts.flatMap((text) => text.split(' ')),
      plainTextOf(blocks).split(/\s+/),
    )
    const [want, have] = [wanted(parts), found(blocks)]
    for (const [kind, score] of this.kinds) score.add(want[kind], have[kind])
  }

  /** Fails below the bars, and says the figures. */
  expectAbove(title: string): void {
    const figures = [...this.kinds].map(([kind, { f1, count }]) => `${kind} ${f1.toFixed(3)} (${count})`)
    const said = `${title}: text ${(100 * this.words.recall).toFixed(2)} % of ${this.words.count} words; F1 ${figures.join(', ')}`
    // biome-ignore lint/suspicious/noConsole: the figures are what somebody who runs this wants to see
    console.info(said)
    expect(this.words.recall, said).toBe(1)
    for (const [kind, { f1 }] of this.kinds) expect(f1, `${kind}; ${said}`).toBeGreaterThanOrEqual(0.95)
  }
}

const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8]
const tools = { parseHtml: parseHtmlText, onProgress: () => undefined }

describe('the bars for Word', () => {
  it.each(DIALECTS)(
    '9.5 a .docx of $name keeps its text and structure',
    async (dialect) => {
      const scores = new Scores()
      for (const seed of SEEDS) {
        const parts = randomParts(seed)
        const bytes = await wordFile(wordParts(parts, dialect))
        const { blocks, notes } = await readWord({ name: 'a.docx', bytes }, tools)
        scores.add(parts, blocks)
        expect(notes).toEqual([])
      }
      scores.expectAbove(`.docx, ${dialect.name}`)
    },
    120_000,
  )

  it('9.5 a page that goes out to Word and comes back keeps its text and structure', async () => {
    const scores = new Scores()
    for (const seed of SEEDS) {
      const parts = randomParts(seed)
      const { blocks } = readHtml(wordClipboard(parts), parseHtmlText)
      const bytes = await writeWord({ title: '', blocks, properties: {}, pictures: new Map(), origin: '' })
      scores.add(parts, (await readWord({ name: 'a.docx', bytes }, tools)).blocks)
    }
    scores.expectAbove('out to Word and back')
  }, 120_000)

  it('paste from Word on the desktop keeps text and structure', () => {
    const scores = new Scores()
    for (const seed of [...SEEDS, 9, 10, 11, 12]) {
      const parts = randomParts(seed)
      scores.add(parts, readHtml(wordClipboard(parts), parseHtmlText).blocks)
    }
    scores.expectAbove('paste from Word')
  })
})
