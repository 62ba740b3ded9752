import { describe, expect, it } from 'vitest'
import type { Block } from '../index'
import { parseHtml } from '../kit/conformance'
import { blocksFromMarkdown } from '../markdown'
import { withoutIds } from '../markdown/write'
import { plainTextOf } from '../plain-text'
import { htmlFromBlocks } from './page'
import { blocksFromHtml, readHtml } from './read'

const read = (html: string) => blocksFromHtml(html, parseHtml).map(withoutIds)
const p = (text: string) => ({ kind: 'paragraph', text: [{ text }] })

const HOSTILE = [
  '<script>alert(1)</script><p>text</p>',
  '<p onclick="alert(1)" style="background:url(javascript:alert(1))">text</p>',
  '<img src=x onerror=alert(1)>text',
  '<svg onload=alert(1)><script>alert(1)</script></svg>text',
  '<math><mtext><mglyph><style><img src onerror=alert(1)></style></mglyph></mtext></math>text',
  '<iframe srcdoc="<script>alert(1)</script>" src="javascript:alert(1)"></iframe>text',
  '<object data="javascript:alert(1)"></object><embed src="data:text/html,x">text',
  '<a href="javascript:alert(1)">text</a>',
  '<a href="java&#9;script:alert(1)">text</a>',
  '<a href="&#106;avascript:alert(1)">text</a>',
  '<a href="data:text/html,<script>alert(1)</script>">text</a>',
  '<form action="javascript:alert(1)"><input type=submit formaction="javascript:alert(1)">text</form>',
  '<base href="https://evil.test/"><meta http-equiv="refresh" content="0;url=javascript:alert(1)">text',
  '<style>@import "https://evil.test/x.css"; body { background: url(https://evil.test) }</style>text',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>text',
  '<template><script>alert(1)</script></template>text',
  '<p data-kind="paragraph" data-align="x" onmouseover="alert(1)">text</p>',
  '<p data-kind="paragraph" data-block-id="&quot;><script>alert(1)</script>">text</p>',
  '<pre data-kind="codeBlock" data-lang="&quot; onclick=alert(1) x=&quot;"><code>text</code></pre>',
  '<h2 data-kind="heading" data-level="script">text</h2>',
  '<div data-kind="unsupported" data-json="{&quot;kind&quot;:&quot;<script>alert(1)</script>&quot;}">x</div>text',
  '<div data-kind="unsupported" data-json="not json">x</div>text',
  '<title></title><h1 data-page-title><script>alert(1)</script></h1>text',
  '<!--><script>alert(1)</script>-->text',
  '<p>text<![CDATA[<script>alert(1)</script>]]></p>',
]

describe('9.5 words that are hidden only sometimes', () => {
  it.each([
    '@media (max-width: 600px) { .x { display: none } }',
    '@media print { .x { display: none } .y { color: red } }',
    '@media screen { @supports (display: grid) { .x { display: none } } }',
    '.closed .x { display: none }',
  ])('9.5 are read: %s', (css) => {
    expect(read(`<style>${css}</style><p class="x">text</p>`)).toEqual([p('text')])
  })

  it('9.5 are read where the style sheet is of other media', () => {
    expect(read('<style media="print">.x{display:none}</style><p class="x">text</p>')).toEqual([p('text')])
  })

  it('9.5 and what is always hidden is left out, and said', () => {
    const html =
      '<style>@media print { .y { color: red } } .x { display: none }</style><p>seen</p><p class="x">text</p>'
    const { blocks, notes } = readHtml(html, parseHtml)
    expect(blocks.map(withoutIds)).toEqual([p('seen')])
    expect(notes).toEqual([{ change: 'dropped', what: 'Hidden text', into: '', count: 1 }])
  })
})

it('9.5 the notes of a page of GitHub are read, those of our own page stay where they are referred to', () => {
  const foreign =
    '<p>text<sup><a href="#user-content-fn-1" data-footnote-ref>1</a></sup></p>' +
    '<section data-footnotes class="footnotes"><ol><li id="user-content-fn-1"><p>the note</p></li></ol></section>'
  expect(plainTextOf(blocksFromHtml(foreign, parseHtml))).toContain('the note')
  const own = blocksFromMarkdown('text[^1]\n\n[^1]: the note')
  const back = blocksFromHtml(htmlFromBlocks(own, 'T'), parseHtml)
  expect(back.map(withoutIds)).toEqual(own.map(withoutIds))
})

describe('R29 hostile HTML', () => {
  it.each(HOSTILE)('R29 nothing executable survives an import and an export: %s', (html) => {
    const { title, blocks } = readHtml(html, parseHtml)
    expect(JSON.stringify(blocks)).toContain('text')
    const links = JSON.stringify(blocks).match(/"url":"[^"]*"/g) ?? []
    for (const link of links) expect(link).not.toMatch(/javascript|data:|vbscript/i)
    const exported = htmlFromBlocks(blocks, title)
    // What is left of an attack is text or an attribute value; no tag or handler of it is.
    const tags = exported.replace(/"[^"]*"/g, '""').match(/<[a-z][^>]*>/gi) ?? []
    for (const tag of tags) {
      expect(tag).not.toMatch(/^<(script|iframe|object|embed|svg|math|base|form|template)/i)
      expect(tag).not.toMatch(/\son\w+=|srcdoc|formaction/i)
    }
    const addresses = exported.match(/(?:href|src)="[^"]*"/g) ?? []
    for (const address of addresses) expect(address).not.toMatch(/javascript|data:|vbscript|&#/i)
    expect(exported).not.toContain('http-equiv')
  })

  it('R29 a title that is markup is a title', () => {
    const html = htmlFromBlocks([], '</title><script>alert(1)</script>')
    expect(html).not.toContain('<script')
    expect(readHtml(html, parseHtml).title).toBe('</title><script>alert(1)</script>')
  })

  it('R29 text of a page that looks like markup stays text', () => {
    const blocks: Block[] = [{ id: 'a', ...p('<img src=x onerror=alert(1)>') }]
    expect(htmlFromBlocks(blocks)).not.toContain('<img')
    expect(read(htmlFromBlocks(blocks))).toEqual([p('<img src=x onerror=alert(1)>')])
  })
})

describe('HTML of other programs', () => {
  it('nested lists become flat items with their markers, numbers and boxes', () => {
    const html = `<ul>
      <li>one<ol start="3" type="a"><li><p>first</p><p>more</p></li><li>second</li></ol></li>
      <li><input type="checkbox" checked> done</li>
      <li><label><input type="checkbox"> open</label></li>
    </ul>`
    expect(read(html)).toEqual([
      { kind: 'listItem', text: [{ text: 'one' }] },
      {
        kind: 'listItem',
        attributes: { indent: 1, listStyleType: 'lower-alpha', listStart: 3 },
        text: [{ text: 'first' }],
      },
      { kind: 'paragraph', attributes: { indent: 2 }, text: [{ text: 'more' }] },
      {
        kind: 'listItem',
        attributes: { indent: 1, listStyleType: 'lower-alpha' },
        text: [{ text: 'second' }],
      },
      { kind: 'listItem', attributes: { listStyleType: 'todo', checked: true }, text: [{ text: 'done' }] },
      { kind: 'listItem', attributes: { listStyleType: 'todo' }, text: [{ text: 'open' }] },
    ])
  })

  it('spaces are what a reader sees, code is what was written', () => {
    expect(read('<p>\n  a\n  <b> b </b> c&nbsp;d<br>\n e <br></p><div>x</div>y')).toEqual([
      {
        kind: 'paragraph',
        text: [{ text: 'a ' }, { text: 'b ', marks: [{ kind: 'bold' }] }, { text: 'c\u00a0d\ne' }],
      },
      p('x'),
      p('y'),
    ])
    expect(read('<pre>\n  a\n\n b\n</pre>')).toEqual([{ kind: 'codeBlock', text: [{ text: '  a\n\n b' }] }])
    expect(read('<pre><code class="hljs language-ts">a &lt; b\n</code></pre>')).toEqual([
      { kind: 'codeBlock', attributes: { lang: 'ts' }, text: [{ text: 'a < b' }] },
    ])
  })

  it('marks come from elements and from styles, also around blocks', () => {
    const html =
      '<b style="font-weight:normal"><p><span style="font-weight: 700; text-decoration: underline">x</span></p></b>' +
      '<strong><p>y</p></strong>'
    expect(read(html)).toEqual([
      { kind: 'paragraph', text: [{ text: 'x', marks: [{ kind: 'bold' }, { kind: 'underline' }] }] },
      { kind: 'paragraph', text: [{ text: 'y', marks: [{ kind: 'bold' }] }] },
    ])
  })

  it('what is around a block says how its text is aligned, but not around a table', () => {
    const aligned = (kind: string, align: string, text: string) => ({
      kind,
      attributes: { align },
      text: [{ text }],
    })
    expect(
      read('<div align="center"><h1>x</h1><div><p>y</p>z</div></div><center>c</center><p>left</p>'),
    ).toEqual([
      aligned('heading', 'center', 'x'),
      aligned('paragraph', 'center', 'y'),
      aligned('paragraph', 'center', 'z'),
      aligned('paragraph', 'center', 'c'),
      p('left'),
    ])
    const [table] = read('<div align="center"><table><tr><td><p>in</p></td></tr></table></div>')
    expect(JSON.stringify(table)).not.toContain('align')
  })

  it('tables, pictures and embeds stay what they are', () => {
    const { title, blocks, notes } = readHtml(
      '<html><head><title> A title </title><style>x</style></head><body><table><tr><th>a</th><th>b|c</th></tr>' +
        '<tr><td>1</td><td><b>2</b></td></tr></table><figure><img src="/p.png" alt="A picture"><figcaption>Below' +
        '</figcaption></figure><iframe src="https://v.example/1" title="Film"></iframe><script>x</script></body></html>',
      parseHtml,
    )
    expect(title).toBe('A title')
    const [table, ...others] = blocks
    expect(table).toMatchObject({ kind: 'table', attributes: { headerRow: true } })
    expect(plainTextOf(blocks.slice(0, 1))).toBe('a\nb|c\n1\n2')
    expect(others.map(withoutIds)).toEqual([
      { kind: 'image', attributes: { url: '/p.png', alt: 'A picture', caption: 'Below' } },
      { kind: 'mediaEmbed', attributes: { url: 'https://v.example/1', name: 'Film' } },
    ])
    expect(notes).toEqual([{ change: 'dropped', what: '<script>', into: '', count: 1 }])
  })

  it('9.5 an exported page is one document with its styles inside and nothing that runs or is fetched', () => {
    const html = htmlFromBlocks(blocksFromMarkdown('# T\n\n- [x] a\n\n1. b\n\n[l](https://a.bc)'), 'T')
    expect(html).toMatch(/^<!doctype html><html><head><meta charSet="utf-8"\/>/i)
    expect(html).toContain('<title>T</title>')
    expect(html).toContain('<style>')
    expect(html).not.toMatch(/<script|<link|<img|url\(|@import/)
  })
})
