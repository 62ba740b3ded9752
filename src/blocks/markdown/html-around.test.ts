import { blockStrings } from '@test/block-strings'
import { cpuTime } from '@test/cpu-time'
import { describe, expect, it } from 'vitest'
import { readHtml } from '../html/read'
import { parseHtml } from '../kit/conformance'
import { readMarkdown } from './index'

const read = (text: string) =>
  readMarkdown(text, {
    titleFromHeading: false,
    readHtml: (html) => readHtml(html, parseHtml),
    leavesOutUnseen: true,
  })
const lines = (text: string) =>
  blockStrings(read(text).blocks).filter((line) => !line.endsWith('tableColumn'))
const notes = (text: string) => read(text).notes.map(({ change, what }) => `${change} ${what}`)

describe('5.3 HTML that goes on over blank lines', () => {
  it('a table has the Markdown between its tags in its cells', () => {
    expect(
      lines(
        '<table>\n<tr><th>Before</th><th>After</th></tr>\n<tr>\n<td>\n\n```js\nlet a\n```\n\n- one\n- two\n\n</td>\n<td>\n\nSee **this**, $x^2$ and ==that==.\n\n</td>\n</tr>\n</table>\n\nbehind',
      ),
    ).toEqual([
      'table headerRow=true > tableRow > tableCell > paragraph: Before',
      'table headerRow=true > tableRow > tableCell > paragraph: After',
      'table headerRow=true > tableRow > tableCell > codeBlock lang=js: let a',
      'table headerRow=true > tableRow > tableCell > listItem: one',
      'table headerRow=true > tableRow > tableCell > listItem: two',
      'table headerRow=true > tableRow > tableCell > paragraph: See {bold|this}, <inlineEquation> and {highlight|that}.',
      'paragraph: behind',
    ])
  })

  it('what an element says of alignment, links and marks holds for all that is in it', () => {
    expect(
      lines(
        '<div align="center">\n\n# Lamp\n\nA *small* lamp\n\n| a |\n| - |\n\n</div>\n\n<p align="right">\n  <a href="https://a.example">\n\nTides\n\n  </a>\n</p>\n\n<del>\n\n*gone*\n\n> with this\n\n</del>\n\nplain',
      ),
    ).toEqual([
      'heading align=center: Lamp',
      'paragraph align=center: A {italic|small} lamp',
      'table headerRow=true > tableRow > tableCell > paragraph: a',
      'paragraph align=right: {link|Tides}',
      'paragraph: {italic strikethrough|gone}',
      'blockquote > paragraph: {strikethrough|with this}',
      'paragraph: plain',
    ])
    expect(
      read('<a href="https://a.example">\n\n![lamp](https://b.example/l.png)\n\n</a>').blocks,
    ).toMatchObject([
      { kind: 'image', attributes: { url: 'https://b.example/l.png', link: 'https://a.example' } },
    ])
  })

  it('items and headings take the first words, and what follows stands below', () => {
    expect(
      lines(
        '<h1 align="center">\n\nLamp\n\n</h1>\n\n<ul>\n<li>\n\nfirst\n\n1. below\n\n</li>\n<li>\n\n```\ncode\n```\n\n</li>\n<li>words and\n\nmore\n\n</li>\n</ul>',
      ),
    ).toEqual([
      'heading align=center: Lamp',
      'listItem: first',
      'listItem indent=1 listStyleType=decimal: below',
      'listItem',
      'codeBlock indent=1: code',
      'listItem: words and',
      'paragraph indent=1: more',
    ])
  })

  it('it stands in quotes and below items, and holds toggles', () => {
    expect(
      lines(
        '> <div align="center">\n>\n> words\n>\n> </div>\n\n- item\n\n  <div align="center">\n\n  below\n\n  </div>',
      ),
    ).toEqual([
      'blockquote > paragraph align=center: words',
      'listItem: item',
      'paragraph indent=1 align=center: below',
    ])
    expect(lines('- one\n\n  <div>\n  <ul><li>two<ul><li>three</li></ul></li></ul>\n  </div>')).toEqual([
      'listItem: one',
      'listItem indent=1: two',
      'listItem indent=2: three',
    ])
    expect(lines('<div>\n\n<details>\n<summary>More</summary>\n\ninside\n\n</details>\n\n</div>')).toEqual([
      'toggle > paragraph: More',
      'toggle > paragraph: inside',
    ])
  })

  it('what never ends, or hides what is in it, keeps the words and says which tags are left out', () => {
    expect(lines('<div>\n\nwords\n\n<p>\n\nmore')).toEqual(['paragraph: words', 'paragraph: more'])
    expect(notes('<div>\n\nwords')).toEqual(['dropped HTML tag <div>'])
    expect(lines('<div>\n<svg>\n\n**words**\n\n</svg>\n</div>')).toEqual(['paragraph: {bold|words}'])
    expect(lines('</div>\n\nwords\n\n</p></div>')).toEqual(['paragraph: words'])
  })

  it('what shows one piece twice and hides another keeps both', () => {
    const { blocks } = readMarkdown('<div>\n\nfirst\n\n<br>\n\nsecond\n\n</div>', {
      titleFromHeading: false,
      readHtml: (html) => {
        const { blocks: shown, notes: said } = readHtml(html, parseHtml)
        return { blocks: shown.slice(0, 1).flatMap((block) => [block, block]), notes: said }
      },
    })
    expect(blockStrings(blocks)).toEqual(['paragraph: first', 'paragraph: second'])
  })

  it('a table longer than a piece of text that is read at once stays one', () => {
    const row = `<tr><td>\n\n${'A tide **of** words. '.repeat(20)}\n\n</td></tr>\n`
    const { blocks } = read(`<table>\n${row.repeat(300)}</table>\n`)
    expect(blocks.map(({ kind }) => kind)).toEqual(['table'])
    expect(blocks[0]?.children?.filter(({ kind }) => kind === 'tableRow')).toHaveLength(300)
  })

  it('R34 HTML in HTML is read once at every depth, whether it shows or hides what is in it', () => {
    /** Tags around words and, in a container, the same one level less deep. */
    const nested = (depth: number, names: readonly string[], [first, others]: [string, string]): string[] => {
      if (depth === 0) return ['innermost.']
      const name = names[depth % names.length]!
      const inside = nested(depth - 1, names, [first, others])
      const contained = inside.map((line, at) => (at === 0 ? first : others) + line)
      return [`<${name}>`, '', `words ${depth}.`, '', ...contained, '', `</${name}>`]
    }
    for (const container of [['> ', '> '] as [string, string], ['- ', '  '] as [string, string]]) {
      for (const names of [['svg'], ['div'], ['svg', 'div']]) {
        for (const depth of [2, 4, 8, 36]) {
          let pieces = 0
          const { blocks } = readMarkdown(nested(depth, names, container).join('\n'), {
            titleFromHeading: false,
            readHtml: (html) => {
              pieces += 1
              return readHtml(html, parseHtml)
            },
          })
          // The whole of each level, and where that hides the words, each of its two tags.
          expect(pieces, `${container} ${names} ${depth}`).toBeLessThanOrEqual(3 * depth)
          const words = JSON.stringify(blocks).match(/innermost\.|words \d+\./g)
          expect(words, `${container} ${names} ${depth}`).toEqual([
            ...Array.from({ length: depth }, (_, at) => `words ${depth - at}.`),
            'innermost.',
          ])
        }
      }
    }
  })

  it('R34 tags that open and never close, or only close, are read in linear time', () => {
    for (const hostile of [
      '<div>\n\n',
      '<div>\n\nx\n\n</p>\n\n',
      '<p><div>\n\nx\n\n</p>\n\n',
      '</div>\n\n',
    ]) {
      const time = (count: number) => {
        const begun = cpuTime()
        read(hostile.repeat(count))
        return cpuTime() - begun
      }
      time(50)
      // A quadratic reading takes 64 times as long.
      expect(time(2_400), hostile).toBeLessThan(24 * Math.max(time(300), 4))
    }
  }, 60_000)
})

describe('HTML that shows nothing', () => {
  it('is left out of an import, and the receipt says what it was', () => {
    const text =
      '<!DOCTYPE html>\n\n<script>\nrun()\n\nrun()\n</script>\n\n<style>p{}</style>\n\n<textarea>\n\nx\n\n</textarea>\n\n<div id="a"\n*never closed*\n\nwords'
    expect(lines(text)).toEqual(['paragraph: words'])
    expect(notes(text)).toEqual([
      'dropped HTML that shows nothing (<!DOCTYPE html>)',
      'dropped <script>',
      'dropped <style>',
      'dropped <textarea>',
      'dropped HTML that shows nothing (<div id="a" *never closed*)',
    ])
  })

  it('is kept as code where it is longer than a line of a receipt, and where there is none', () => {
    const unclosed = `<div id="a"\n${'words '.repeat(60)}`
    expect(lines(unclosed)).toEqual([expect.stringMatching(/^codeBlock lang=html: <div id="a"/)])
    const pasted = readMarkdown('<!DOCTYPE html>\n\n<script>run()</script>', {
      readHtml: (html) => readHtml(html, parseHtml),
    })
    expect(blockStrings(pasted.blocks)).toEqual([
      'codeBlock lang=html: <!DOCTYPE html>',
      'codeBlock lang=html: <script>run()</script>',
    ])
  })

  it('what HTML between Markdown has that a page has not is said', () => {
    expect(notes('<p>words <svg></svg></p>')).toEqual(['dropped <svg>'])
  })
})
