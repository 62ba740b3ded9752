import { DOMParser, DOMSerializer } from '@tiptap/pm/model'
import { parseHTML } from 'linkedom'
import { describe, expect, it } from 'vitest'
import { blocksFromDoc, docFromBlocks, normalizeBlocks } from '../json'
import type { Block } from '../kit/block'
import { parseHtml } from '../kit/conformance'
import { markdownFromBlocks, readMarkdown } from '../markdown'
import { plainTextOf } from '../plain-text'
import { pageSchema } from '../schema'
import { htmlFromBlocks } from './page'
import { blocksFromHtml, readHtml } from './read'

const fromHtml = (html: string) => blocksFromHtml(html, parseHtml)
const fromMarkdown = (text: string) =>
  readMarkdown(text, { readHtml: (html) => readHtml(html, parseHtml) }).blocks

/** Copied from the editor and pasted into it again. */
function copied(blocks: readonly Block[]): Block[] {
  const { document } = parseHTML('<html></html>')
  const holder = document.createElement('div')
  const { content } = docFromBlocks(blocks)
  holder.append(
    DOMSerializer.fromSchema(pageSchema).serializeFragment(content, { document: document as never }),
  )
  return blocksFromDoc(
    DOMParser.fromSchema(pageSchema).parse(holder as never, { preserveWhitespace: 'full' }),
  )
}

const withoutId = ({ id: _, ...block }: Block) => JSON.stringify(block)

describe('R11 a block of a kind that this version does not know', () => {
  const unknown: Block[] = [
    { id: 'a', kind: 'hologram', attributes: { depth: 3, layers: [{ z: 1.5 }, null, '-->', '</script>'] } },
    {
      id: 'b',
      kind: 'timeline',
      text: [{ text: 'a\u2028b', marks: [{ kind: 'sparkle', attributes: { hue: 7 } }] }],
      children: [{ id: 'c', kind: 'paragraph', text: [{ text: 'inside' }] }],
    },
  ]

  const bare = (one: Block): unknown => ({ ...one, id: undefined, children: one.children?.map(bare) })

  it.each(unknown)('R11 is kept byte for byte by copy, HTML and Markdown: $kind', (block) => {
    expect(copied([block]).map((one) => JSON.stringify(one))).toEqual([JSON.stringify(block)])
    expect(fromHtml(htmlFromBlocks([block])).map(withoutId)).toEqual([withoutId(block)])
    const [read] = fromMarkdown(markdownFromBlocks([block]))
    expect(JSON.stringify(bare(read!))).toBe(JSON.stringify(bare(block)))
  })

  const inside = (id: string): Block => ({ id, kind: 'paragraph', text: [{ text: `inside ${id}` }] })
  const partly: [string, Block][] = [
    [
      'an attribute',
      { id: 'd', kind: 'paragraph', attributes: { ofTomorrow: [true, '"-->'] }, text: [{ text: 'words' }] },
    ],
    [
      'an attribute of a container',
      {
        id: 'e',
        kind: 'toggle',
        attributes: { mood: { hue: 7 } },
        children: [
          { id: 'f', kind: 'paragraph', attributes: { ofTomorrow: 1 }, text: [{ text: 'f' }] },
          inside('g'),
        ],
      },
    ],
    [
      'an attribute of an item of a list',
      {
        id: 'h',
        kind: 'listItem',
        attributes: { listStyleType: 'decimal', weight: 2 },
        text: [{ text: 'item' }],
      },
    ],
    [
      'an atom',
      {
        id: 'i',
        kind: 'heading',
        text: [{ text: 'before ' }, { kind: 'poll', attributes: { votes: 3 } }, { text: ' behind' }],
      },
    ],
    [
      'an attribute of an atom',
      {
        id: 'j',
        kind: 'paragraph',
        text: [{ kind: 'date', attributes: { date: '2026-01-02', zone: 'UTC' } }],
      },
    ],
    ['a mark', { id: 'k', kind: 'paragraph', text: [{ text: 'glow', marks: [{ kind: 'sparkle' }] }] }],
    [
      'attributes of marks',
      {
        id: 'r',
        kind: 'paragraph',
        text: [
          { text: 'see ' },
          {
            text: 'here',
            marks: [
              {
                kind: 'link',
                attributes: { url: 'https://a.bc/', title: 'A', preview: { as: ['card', '"-->'] } },
              },
              { kind: 'bold', attributes: { weight: 900 } },
            ],
          },
        ],
      },
    ],
    [
      'blocks where none can be',
      { id: 'l', kind: 'paragraph', text: [{ text: 'parent' }], children: [inside('m')] },
    ],
    [
      'an attribute of a picture',
      { id: 'n', kind: 'image', attributes: { url: 'https://a.bc/p.png', crop: { top: 10 } } },
    ],
    [
      'an attribute of a row',
      {
        id: 'o',
        kind: 'table',
        children: [
          {
            id: 'p',
            kind: 'tableRow',
            attributes: { pinned: true },
            children: [{ id: 'q', kind: 'tableCell' }],
          },
        ],
      },
    ],
  ]

  it.each(partly)('R11 so is something unknown of a known kind: %s', (_, block) => {
    expect(copied([block]).map((one) => JSON.stringify(one))).toEqual([JSON.stringify(block)])
    expect(fromHtml(htmlFromBlocks([block])).map(withoutId)).toEqual([withoutId(block)])
    const [read] = fromMarkdown(markdownFromBlocks([block]))
    expect(JSON.stringify(bare(read!))).toBe(JSON.stringify(bare(block)))
  })

  it('R11 what is known of it is still to be read in the file, and the numbers of a list go on', () => {
    const item = (id: string, more: Record<string, number> = {}): Block => ({
      id,
      kind: 'listItem',
      attributes: { listStyleType: 'decimal', ...more },
      text: [{ text: id }],
    })
    const blocks = [item('first'), item('second', { weight: 2 }), item('third'), partly[1]![1]]
    const html = htmlFromBlocks(blocks)
    const { document } = parseHTML(html)
    const numbers = [...document.querySelectorAll('li')].map((one) => one.getAttribute('value'))
    expect(numbers).toEqual(['1', '2', '3'])
    expect(document.querySelector('main')?.textContent).toContain('inside g')
    // Once, however deep it stands: not again in what is around it.
    expect([...html.matchAll(/data-json/g)]).toHaveLength(2)
    expect(fromHtml(html).map((one) => JSON.stringify(bare(one)))).toEqual(
      normalizeBlocks(blocks).map((one) => JSON.stringify(bare(one))),
    )
  })

  it('R11 words whose marks say something unknown are words in the editor', () => {
    const [link] = partly.find(([what]) => what === 'attributes of marks')!.slice(1) as [Block]
    const shown = docFromBlocks([link]).firstChild!
    expect(shown.type.name).toBe('paragraph')
    expect(shown.textContent).toBe('see here')
  })

  it('R29 what another program writes where that stands does nothing', () => {
    const { document } = parseHTML('<html></html>')
    const holder = document.createElement('p')
    for (const said of ['[1]', 'null', '{"url":"javascript:x","__proto__":{"a":1}}', '{', '"x"']) {
      const a = document.createElement('a')
      a.setAttribute('href', 'https://a.bc/')
      a.setAttribute('data-unknown', said)
      a.textContent = 'x'
      holder.replaceChildren(a)
      const read = blocksFromDoc(DOMParser.fromSchema(pageSchema).parse(holder as never))
      expect(read[0]?.text).toEqual([
        { text: 'x', marks: [{ kind: 'link', attributes: { url: 'https://a.bc/' } }] },
      ])
    }
  })

  it('R29 R30 what stands there to be read back is never shown as HTML', () => {
    const hostile: Block = {
      id: 'x',
      kind: 'paragraph',
      attributes: { '"><script>alert(1)</script>': '"><img src=x onerror=alert(1)>', __proto__: null },
      text: [{ text: 'go', marks: [{ kind: 'link', attributes: { url: 'javascript:alert(1)' } }] }],
    }
    const html = htmlFromBlocks([hostile])
    const { document } = parseHTML(html)
    expect(document.querySelectorAll('script, img, [onerror], a[href^="javascript"]')).toHaveLength(0)
    expect(fromHtml(html).map(withoutId)).toEqual([withoutId(hostile)])
  })
})

/** Addresses that lead to code, however they are hidden (R30). */
const ADDRESSES = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\tscript:alert(1)',
  'java\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  'javascript\u200b:alert(1)',
  'javascript&colon;alert(1)',
  '&#106;avascript:alert(1)',
  '&#x6A;avascript&#58;alert(1)',
  'java&Tab;script:alert(1)',
  '%6aavascript:alert(1)',
  'vbscript:msgbox(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:text/html;base64,PHNjcmlwdD4=',
  'blob:https://a.bc/1',
  'file:///etc/passwd',
  'feed:javascript:alert(1)',
  'view-source:javascript:alert(1)',
]

const quoted = (address: string) => address.replaceAll('"', '&quot;')

/** Everything that names an address, by HTML of others, HTML of ours, and Markdown. */
const PLACES: readonly [name: string, write: (address: string) => Block[]][] = [
  ['a link', (url) => fromHtml(`<p>text <a href="${quoted(url)}">words</a></p>`)],
  ['a picture', (url) => fromHtml(`<p>text</p><img src="${quoted(url)}" alt="words">`)],
  [
    'a figure',
    (url) => fromHtml(`text<figure><img src="${quoted(url)}"><figcaption>words</figcaption></figure>`),
  ],
  ['a frame', (url) => fromHtml(`text<iframe src="${quoted(url)}" title="words"></iframe>`)],
  ['a film', (url) => fromHtml(`text<video src="${quoted(url)}"><source src="${quoted(url)}"></video>`)],
  ['media of ours', (url) => fromHtml(`text<figure data-kind="image" data-url="${quoted(url)}"></figure>`)],
  [
    'an embed of ours',
    (url) => fromHtml(`text<figure data-kind="mediaEmbed" data-url="${quoted(url)}"></figure>`),
  ],
  ['a mention', (url) => fromHtml(`text<span data-atom="mention" data-key="${quoted(url)}">m</span>`)],
  ['a link in Markdown', (url) => fromMarkdown(`text [words](<${url}>) [words](${url})`)],
  ['a picture in Markdown', (url) => fromMarkdown(`text\n\n![words](<${url}>)`)],
  ['an address in Markdown', (url) => fromMarkdown(`text <${url}>`)],
  ['a definition in Markdown', (url) => fromMarkdown(`text [words][a] ![words][a]\n\n[a]: <${url}>`)],
  [
    'HTML in Markdown',
    (url) => fromMarkdown(`text <a href="${quoted(url)}">words</a> <img src="${quoted(url)}">`),
  ],
]

describe('R30 addresses that lead to code', () => {
  it.each(PLACES)('R30 go nowhere from %s', (_, write) => {
    for (const address of ADDRESSES) {
      const blocks = write(address)
      expect(plainTextOf(blocks)).toContain('text')
      const html = htmlFromBlocks(blocks)
      const led = [...html.matchAll(/\s(?:href|src|data|action|poster|srcset)="([^"]*)"/g)].map(
        ([, url]) => url!,
      )
      for (const url of led)
        expect(url.trim(), address).not.toMatch(/^(?!https?:|mailto:|tel:)[a-z][a-z0-9+.-]*:/i)
      for (const url of led) expect(decodeURIComponent(url), address).not.toMatch(/script\s*:/i)
    }
  })
})
