import { randomOf } from '@test/document/random-of'
import { Client, syncAll } from '@test/document/test-clients'
import { DOMParser, DOMSerializer } from '@tiptap/pm/model'
import { parseHTML } from 'linkedom'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { type Block, blocksFromDoc, docFromBlocks, normalizeBlocks, pageSchema } from '@/blocks'
import { blocksFromHtml } from '@/blocks/html/read'
import { parseHtml } from '@/blocks/kit/conformance'
import { blocksFromMarkdown, markdownFromBlocks } from '@/blocks/markdown'
import { withoutIds } from '@/blocks/markdown/write'
import { StaticBlocks } from '@/blocks/static-blocks'
import { applyBlocks } from '../page-index/blocks'
import { settledBlocks } from '../page-index/settled-page'

/** The list of kinds with one more line: a mark of which one piece of text may have several. */
vi.mock(import('@/blocks/kinds'), async (importOriginal) => {
  const kinds = await importOriginal()
  // The factory runs before the imports of this file.
  const [{ defineMark }, z] = await Promise.all([import('@/blocks/kit/define-block'), import('zod/mini')])
  const note = defineMark({
    kind: 'note',
    label: 'Note',
    icon: 'message',
    overlaps: true,
    attributes: { id: z._default(z.nullable(z.string()), null), tone: z._default(z.string(), 'calm') },
    html: {
      rules: [
        {
          tag: 'span',
          attributes: (element) => {
            const id = element.getAttribute('data-note')
            return id === null ? null : { id, tone: element.getAttribute('data-tone') ?? 'calm' }
          },
        },
      ],
      render: ({ id, tone }) =>
        typeof id === 'string'
          ? {
              tag: 'span',
              attributes: { 'data-note': id, ...(typeof tone === 'string' && { 'data-tone': tone }) },
            }
          : null,
    },
    markdown: { html: 'span' },
  })
  const { markName, ...others } = kinds
  return {
    ...others,
    markKinds: [...kinds.markKinds, note],
    markKind: (kind: string) => (kind === 'note' ? note : kinds.markKind(kind)),
    markName: (mark) => (mark.kind === 'note' ? `note:${mark.attributes?.id}` : markName(mark)),
  }
})

const WORDS = 'Pour the water slowly over the leaves'
const IDS = ['a', 'b', 'c', 'd']

/** A paragraph of which random parts have notes and other marks. */
function randomPage(seed: number): Block[] {
  const random = randomOf(seed)
  const marks = Array.from({ length: 5 }, () => {
    const from = random(WORDS.length - 1)
    const to = from + 1 + random(WORDS.length - from - 1)
    return {
      from,
      to,
      kind: random(4) === 0 ? 'bold' : 'note',
      id: IDS[random(4)]!,
      tone: random(2) ? 'calm' : 'loud',
    }
  })
  const text = [...WORDS].map((letter, at) => ({
    text: letter,
    marks: marks
      .filter(({ from, to }) => from <= at && at < to)
      .map(({ kind, id, tone }) =>
        kind === 'bold' ? { kind } : { kind, attributes: { id, ...(tone === 'calm' ? {} : { tone }) } },
      ),
  }))
  return normalizeBlocks([{ id: 'p', kind: 'paragraph', text }])
}

function two(block: Block): [Client, Client] {
  const one = new Client(1)
  applyBlocks(one.doc, [block])
  const other = new Client(2)
  syncAll([one, other])
  return [one, other]
}

/** Brings both to the same state, and says so when their editors show something else. */
function same(one: Client, other: Client): void {
  syncAll([one, other])
  for (const client of [one, other]) {
    expect(client.state.doc.toJSON()).toEqual(one.state.doc.toJSON())
    expect(client.binding.wholeDoc(client.state).toJSON()).toEqual(client.state.doc.toJSON())
    client.state.doc.check()
  }
}

const seeds = Array.from({ length: 40 }, (_, seed) => seed + 1)
const bare = (blocks: readonly Block[]) => blocks.map(withoutIds)

test('marks that overlap their own kind: blocks JSON, HTML, Markdown and the clipboard, and back', () => {
  let overlapping = 0
  for (const seed of seeds) {
    const page = randomPage(seed)
    const notes = (page[0]!.text ?? []).map(({ marks = [] }) => marks.filter(({ kind }) => kind === 'note'))
    overlapping += notes.filter(({ length }) => length > 1).length
    for (const one of notes) {
      const ids = one.map(({ attributes }) => String(attributes?.id))
      expect(ids).toEqual([...new Set(ids)].sort())
    }
    const doc = docFromBlocks(page)
    doc.check()
    expect([seed, blocksFromDoc(doc)]).toEqual([seed, page])
    expect([seed, bare(blocksFromMarkdown(markdownFromBlocks(page)))]).toEqual([seed, bare(page)])
    const html = renderToStaticMarkup(createElement(StaticBlocks, { blocks: page }))
    expect([seed, bare(blocksFromHtml(html, parseHtml))]).toEqual([seed, bare(page)])
    const { document } = parseHTML('<html></html>')
    const holder = document.createElement('div')
    const target = DOMSerializer.fromSchema(pageSchema)
    holder.append(target.serializeFragment(doc.content, { document: document as never }))
    const back = DOMParser.fromSchema(pageSchema).parse(holder as never, { preserveWhitespace: 'full' })
    expect([seed, blocksFromDoc(back)]).toEqual([seed, page])
  }
  expect(overlapping).toBeGreaterThan(seeds.length)
})

test('a page keeps each under kind and id, so that two people who mark the same words both have their mark', () => {
  const [one, other] = two({ id: 'p', kind: 'paragraph', text: [{ text: WORDS }] })
  const mark = (client: typeof one, from: number, to: number, id: string) => {
    const start = client.pos('p') + 1
    client.dispatch(client.state.tr.addMark(start + from, start + to, pageSchema.marks.note!.create({ id })))
  }
  // Each in another order: the page has one.
  mark(one, 0, 20, 'b')
  mark(one, 5, 25, 'a')
  mark(other, 10, 30, 'c')
  mark(other, 0, 12, 'd')
  same(one, other)
  const formats = (one.doc.getText('text').toDelta() as { attributes?: object }[]).flatMap(({ attributes }) =>
    Object.keys(attributes ?? {}),
  )
  expect(new Set(formats)).toEqual(new Set(['note:a', 'note:b', 'note:c', 'note:d']))
  for (const client of [one, other])
    expect(blocksFromDoc(client.state.doc)).toEqual(settledBlocks(client.doc))
  const at = (index: number) => {
    let from = 0
    for (const { text = '', marks = [] } of (settledBlocks(other.doc)[0]!.text ?? []) as {
      text?: string
      marks?: { attributes?: { id?: string } }[]
    }[]) {
      from += text.length
      if (index < from) return marks.map(({ attributes }) => attributes?.id).join('')
    }
    return ''
  }
  expect([2, 7, 11, 18, 22, 27, 33].map(at)).toEqual(['bd', 'abd', 'abcd', 'abc', 'ac', 'c', ''])
  // One goes, the others stay.
  const start = one.pos('p') + 1
  one.dispatch(
    one.state.tr.removeMark(start, start + WORDS.length, pageSchema.marks.note!.create({ id: 'a' })),
  )
  syncAll([one, other])
  expect([2, 7, 11, 18, 22, 27, 33].map(at)).toEqual(['bd', 'bd', 'bcd', 'bc', 'c', 'c', ''])
  same(one, other)
})

test('writing blocks with such marks into a page gives them back, and changes nothing when they are there', () => {
  for (const seed of seeds.slice(0, 20)) {
    const [one, other] = two({ id: 'p', kind: 'paragraph', text: [{ text: WORDS }] })
    const page = randomPage(seed)
    applyBlocks(one.doc, page)
    expect([seed, settledBlocks(one.doc)]).toEqual([seed, page])
    const { written } = one
    applyBlocks(one.doc, page)
    expect(one.written).toBe(written)
    same(one, other)
  }
})
