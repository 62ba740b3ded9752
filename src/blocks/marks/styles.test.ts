import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import * as Y from 'yjs'
import { applyBlocks, createPageDoc, settledBlocks } from '@/document'
import { htmlFromBlocks } from '../html/page'
import { blocksFromHtml } from '../html/read'
import { docFromBlocks, normalizeBlocks } from '../json'
import type { Block } from '../kit/block'
import { COLORS } from '../kit/colors'
import { parseHtml } from '../kit/conformance'
import { blocksFromMarkdown, markdownFromBlocks } from '../markdown'
import { withoutIds } from '../markdown/write'
import { nearestBackground, nearestTextColor } from './css-color'
import { DARK, LIGHT } from './inks'
import { fontSizeFrom, textBackground, textColor } from './styles'

const read = (html: string) => blocksFromHtml(html, parseHtml).map(withoutIds)
const marksOf = (html: string) =>
  read(html).flatMap(({ text = [] }) => text.flatMap(({ marks = [] }) => marks))
const attributesOf = (html: string) => read(html)[0]?.attributes ?? {}

describe('9.11 the ten colours', () => {
  it.each([
    ['#ff0000', 'red'],
    ['rgb(204, 0, 0)', 'red'],
    ['#e69138', 'orange'],
    ['#f1c232', 'yellow'],
    ['#38761d', 'green'],
    ['#1155cc', 'blue'],
    ['hsl(207 90% 54%)', 'blue'],
    ['#674ea7', 'purple'],
    ['#ff00ff', 'pink'],
    ['hotpink', 'pink'],
    ['saddlebrown', 'brown'],
    ['#666', 'gray'],
    ['rgb(153 153 153 / 100%)', 'gray'],
  ])('9.11 %s of another program becomes %s', (theirs, ours) => {
    expect(nearestTextColor(theirs)).toBe(ours)
    expect(marksOf(`<p><span style="color: ${theirs}">x</span></p>`)).toEqual([
      { kind: 'color', attributes: { color: ours } },
    ])
  })

  it.each(['#000', 'black', '#24292f', 'rgb(31, 35, 40)', 'white', '#fefefe', 'windowtext', 'inherit'])(
    '9.11 %s is what text looks like anyway',
    (theirs) => expect(marksOf(`<p><span style="color:${theirs}">x</span></p>`)).toEqual([]),
  )

  it.each([
    ['#ffff00', 'yellow'],
    ['#f4cccc', 'red'],
    ['#fce5cd', 'orange'],
    ['#fff2cc', 'yellow'],
    ['#d9ead3', 'green'],
    ['#cfe2f3', 'blue'],
    ['aqua', 'blue'],
    ['#d9d2e9', 'purple'],
    ['#ead1dc', 'pink'],
    ['#d9d9d9', 'gray'],
  ])('9.11 words behind which %s stands have %s behind them', (theirs, ours) => {
    expect(nearestBackground(theirs)).toBe(ours)
    expect(marksOf(`<p><span style="background-color:${theirs}">x</span></p>`)).toEqual([
      { kind: 'backgroundColor', attributes: { color: ours } },
    ])
  })

  it.each(['#fff', 'rgb(255,255,255)', 'transparent', 'rgba(255,0,0,0)', '#1e1e1e', 'url(javascript:1)'])(
    '9.11 %s is nothing behind words',
    (theirs) => expect(marksOf(`<p><span style="background:${theirs}">x</span></p>`)).toEqual([]),
  )

  it('R29 no colour of another program gets into a page as it is', () => {
    const hostile =
      '<p><span style="color:red;background:url(https://evil.test/x);position:fixed">x</span></p>'
    const html = htmlFromBlocks(blocksFromHtml(hostile, parseHtml))
    expect(html).toContain('data-color="red"')
    expect(html).not.toMatch(/evil|position:fixed/)
    const forged = normalizeBlocks([
      {
        id: 'a',
        kind: 'paragraph',
        attributes: { color: '#123456', backgroundColor: 'red;}' },
        text: [{ text: 'x', marks: [{ kind: 'color', attributes: { color: 'expression(1)' } }] }],
      },
    ])
    expect(forged).toEqual([{ id: 'a', kind: 'paragraph', text: [{ text: 'x' }] }])
  })

  it('9.11 what is read without our style sheet has the same colours', () => {
    const css = readFileSync(new URL('../../ui/theme.css', import.meta.url), 'utf8')
    for (const [start, theme] of [
      ['@theme static', LIGHT],
      ['[data-theme="dark"] {', DARK],
    ] as const) {
      const block = css.slice(css.indexOf(start), css.indexOf('\n}', css.indexOf(start)))
      for (const color of COLORS) {
        expect(block).toContain(`--color-text-${color}: ${theme.text[color]};`)
        expect(block).toContain(`--color-background-${color}: ${theme.background[color]};`)
      }
    }
  })

  it('9.11 what is copied names a colour that other programs know', () => {
    for (const color of COLORS) {
      expect(textColor.html.render({ color })!.attributes!.style).toMatch(/,#[0-9a-f]{6}\)$/)
      expect(textBackground.html.render({ color })!.attributes!.style).toMatch(/,#[0-9a-f]{6}\)$/)
    }
  })

  it('two people colour the same words at once: both see one of the colours, and what else was done', () => {
    const block = (text: Block['text']): Block => ({ id: 'a', kind: 'paragraph', ...(text ? { text } : {}) })
    const mine = createPageDoc()
    applyBlocks(mine, [block([{ text: 'some words' }])])
    const theirs = createPageDoc()
    Y.applyUpdate(theirs, Y.encodeStateAsUpdate(mine))
    applyBlocks(mine, [
      block([{ text: 'some words', marks: [{ kind: 'color', attributes: { color: 'red' } }] }]),
    ])
    applyBlocks(theirs, [
      block([
        { text: 'some ' },
        {
          text: 'words',
          marks: [
            { kind: 'color', attributes: { color: 'blue' } },
            { kind: 'fontSize', attributes: { size: 30 } },
          ],
        },
      ]),
    ])
    Y.applyUpdate(mine, Y.encodeStateAsUpdate(theirs))
    Y.applyUpdate(theirs, Y.encodeStateAsUpdate(mine))
    const shown = settledBlocks(mine)
    expect(settledBlocks(theirs)).toEqual(shown)
    const [some, words] = shown[0]!.text!
    expect(some!.marks).toEqual([{ kind: 'color', attributes: { color: 'red' } }])
    expect(['red', 'blue']).toContain(words!.marks![0]!.attributes!.color)
    expect(words!.marks![1]).toEqual({ kind: 'fontSize', attributes: { size: 30 } })
  })
})

describe('5.17 font sizes', () => {
  it.each([
    ['1', 1],
    [' 24 ', 24],
    ['100', 100],
    ['0', null],
    ['101', null],
    ['-3', null],
    ['2.5', null],
    ['1e2', null],
    ['x', null],
    ['', null],
  ])('5.17 "%s" typed as a size is %s', (typed, size) => expect(fontSizeFrom(typed)).toBe(size))

  it('5.17 what a page or an update says otherwise is ignored', () => {
    for (const size of [0, 101, 12.5, '24', null])
      expect(
        docFromBlocks([
          {
            id: 'a',
            kind: 'paragraph',
            text: [{ text: 'x', marks: [{ kind: 'fontSize', attributes: { size } }] }],
          },
        ]).firstChild!.firstChild!.marks,
      ).toEqual([])
  })

  it.each([
    ['font-size:24px', 24],
    ['font-size: 18pt', 24],
    ['font-size:2em', 32],
    ['font-size: xx-large', 32],
    ['font-size:11pt', null],
    ['font-size:12.0pt', null],
    ['font-size:500px', null],
    ['font-size:24px;orphans:2', null],
  ])('5.17 "%s" of another program is size %s', (style, size) =>
    expect(marksOf(`<p><span style="${style}">x</span></p>`)).toEqual(
      size === null ? [] : [{ kind: 'fontSize', attributes: { size } }],
    ),
  )

  it('5.17 a heading of another program is as large as ours', () =>
    expect(marksOf('<h1 style="font-size:40px"><span style="font-size:20pt">x</span></h1>')).toEqual([]))

  it('5.17 the old <font> says its size and its colour', () =>
    expect(marksOf('<p><font size="5" color="#cc0000">x</font></p>')).toEqual([
      { kind: 'color', attributes: { color: 'red' } },
      { kind: 'fontSize', attributes: { size: 24 } },
    ]))
})

describe('5.18 how blocks stand', () => {
  it.each([
    ['text-align:start', undefined],
    ['text-align:left', undefined],
    ['text-align:center', 'center'],
    ['text-align:right', 'right'],
    ['text-align:end', 'end'],
    ['text-align:justify', 'justify'],
    ['direction:rtl;text-align:right', undefined],
    ['direction:rtl;text-align:left', 'left'],
  ])('5.18 "%s" is aligned %s', (style, align) =>
    expect(attributesOf(`<p style="${style}">x</p>`).align).toBe(align),
  )

  it.each([
    ['1', 1],
    ['1.2', 1.2],
    ['1.5', undefined],
    ['2', 2],
    ['200%', 2],
    ['2.4', 2],
    ['3', 3],
    ['1.38', undefined],
    ['107%', undefined],
    ['24px', undefined],
    ['normal', undefined],
  ])('5.18, 9.6 a line height of %s is %s', (theirs, ours) =>
    expect(attributesOf(`<p style="line-height:${theirs}">x</p>`).lineHeight).toBe(ours),
  )

  it('5.18 "start" in a page is the default, and what is not known too', () => {
    const page = (attributes: Block['attributes']): Block[] =>
      normalizeBlocks([{ id: 'a', kind: 'paragraph', ...(attributes ? { attributes } : {}) }])
    expect(page({ align: 'start', lineHeight: 1.5 })).toEqual(page(undefined))
    expect(page({ align: 'middle', lineHeight: 1.7 })).toEqual(page(undefined))
    expect(page({ align: 'end', lineHeight: 3 })[0]!.attributes).toEqual({ align: 'end', lineHeight: 3 })
  })

  it('3.20 a paragraph of Google Docs keeps its step to the right, its lines and its colours', () =>
    expect(
      read(
        '<b id="docs-internal-guid-1" style="font-weight:normal"><p dir="ltr" style="line-height:2.4;margin-left: 36pt;margin-top:0pt;background-color:#d9ead3">' +
          '<span style="font-size:11pt;font-family:Arial;color:#000000;background-color:transparent">plain </span>' +
          '<span style="font-size:24pt;color:#ff0000;background-color:#ffff00">loud</span></p></b>',
      ),
    ).toEqual([
      {
        kind: 'paragraph',
        attributes: { lineHeight: 2, backgroundColor: 'green', indent: 1 },
        text: [
          { text: 'plain ' },
          {
            text: 'loud',
            marks: [
              { kind: 'color', attributes: { color: 'red' } },
              { kind: 'backgroundColor', attributes: { color: 'yellow' } },
              { kind: 'fontSize', attributes: { size: 32 } },
            ],
          },
        ],
      },
    ]))

  it('a link of another program is no coloured, underlined text', () =>
    expect(
      marksOf(
        '<p><a href="https://a.bc"><span style="color:#1155cc;text-decoration:underline">x</span></a></p>',
      ),
    ).toEqual([{ kind: 'link', attributes: { url: 'https://a.bc' } }]))

  it('3.20 Markdown says colours and sizes in the text, and of blocks in a comment', () => {
    const page: Block[] = normalizeBlocks([
      {
        id: 'a',
        kind: 'paragraph',
        attributes: { align: 'end', color: 'red', lineHeight: 2 },
        text: [
          { text: 'a ' },
          { text: 'red', marks: [{ kind: 'color', attributes: { color: 'red' } }] },
          { text: ' word' },
        ],
      },
    ])
    const markdown = markdownFromBlocks(page)
    expect(markdown).toContain('a <span data-color="red">red</span> word <!-- sheaf: {')
    expect(blocksFromMarkdown(markdown).map(withoutIds)).toEqual(page.map(withoutIds))
  })
})
