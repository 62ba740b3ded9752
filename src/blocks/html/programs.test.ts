import { readFileSync } from 'node:fs'
import { blockStrings } from '@test/block-strings'
import { describe, expect, it } from 'vitest'
import type { Block } from '../kit/block'
import { isInlineText } from '../kit/block'
import { parseHtml } from '../kit/conformance'
import { readHtml } from './read'

const clipboard = (name: string) =>
  readFileSync(new URL(`../../../test/clipboards/${name}.html`, import.meta.url), 'utf8')

const read = (name: string) => readHtml(clipboard(name), parseHtml)

/** One line for each block: its kind, what is said of it, and its text with the marks around it. */
const lines = (name: string) => blockStrings(read(name).blocks)

describe('what other programs put on the clipboard', () => {
  it('Word on the desktop: lists that are paragraphs, titles, quotes, tables; no pictures of the other computer', () => {
    expect(lines('word-desktop')).toEqual([
      'heading: Handbook of the light',
      'heading: The lamp',
      'paragraph: Light it at {bold|dusk}, never {bold italic|before}; the wick is {underline|trimmed} by {link|the rota}.',
      'listItem: rope',
      'listItem indent=1 listStyleType=circle: thick',
      'listItem indent=2 listStyleType=square: of {bold|hemp}',
      'listItem: oil',
      'listItem listStyleType=decimal: Open the shutter',
      'listItem indent=1 listStyleType=lower-alpha: slowly',
      'listItem indent=2 listStyleType=lower-roman: very slowly',
      'listItem listStyleType=decimal: Turn the lens',
      'paragraph: Then rest.',
      'listItem listStyleType=decimal listStart=3: Write it down',
      'blockquote > paragraph: Keep a good light.',
      'table > tableColumn',
      'table > tableColumn',
      'table > tableRow > tableCell colSpan=2 background=blue > paragraph: {bold|Tides}',
      'table > tableRow > tableCell > paragraph: high',
      'table > tableRow > tableCell > paragraph align=right: 12:04',
    ])
    expect(read('word-desktop').notes).toEqual([
      { change: 'dropped', what: 'Picture of another computer', into: '', count: 1 },
    ])
  })

  it('Word on the web: a list for every item, headings that are paragraphs', () => {
    expect(lines('word-online')).toEqual([
      'heading: The lamp',
      'paragraph: Light it at {bold|dusk}.',
      'listItem: rope',
      'listItem indent=1 listStyleType=circle: thick',
      'listItem listStyleType=decimal: Open the shutter',
      'listItem listStyleType=decimal: Turn the lens',
      'table > tableColumn',
      'table > tableColumn',
      'table > tableRow > tableCell > paragraph: high',
      'table > tableRow > tableCell > paragraph: 12:04',
    ])
  })

  it('Google Docs: all of it in a <b> that is not bold, lists in lists, checklists, tables', () => {
    expect(lines('google-docs')).toEqual([
      'heading: The lamp',
      'paragraph: Light it at {bold|dusk}, never {italic strikethrough|before}; see {link|the rota}, H{subscript|2}O.',
      'listItem: rope',
      'listItem indent=1 listStyleType=circle: {bold|thick}',
      'listItem: oil',
      'listItem listStyleType=decimal: Open the shutter',
      'listItem indent=1 listStyleType=lower-alpha: slowly',
      'listItem listStyleType=todo checked=true: wick',
      'listItem listStyleType=todo: glass',
      'table > tableColumn',
      'table > tableColumn',
      'table > tableRow > tableCell colSpan=2 background=blue > paragraph: {bold|Tides}',
      'table > tableRow > tableCell > paragraph: high',
      'table > tableRow > tableCell > paragraph align=right: 12:04',
    ])
  })

  it('Google Sheets and Excel: cells with their look, which Excel says in classes', () => {
    expect(lines('google-sheets')).toEqual([
      'table > tableColumn',
      'table > tableColumn',
      'table > tableRow > tableCell background=green > paragraph: {bold|Tide}',
      'table > tableRow > tableCell background=green > paragraph: {bold|Height}',
      'table > tableRow > tableCell > paragraph: high, or\\nnearly',
      'table > tableRow > tableCell > paragraph align=right: 4.2',
      'table > tableRow > tableCell colSpan=2 > paragraph: {link|all tides}',
    ])
    expect(lines('excel')).toEqual([
      'table > tableColumn',
      'table > tableColumn',
      'table > tableRow > tableCell background=yellow > paragraph: {bold|Tide}',
      'table > tableRow > tableCell background=yellow > paragraph: {bold|Height}',
      'table > tableRow > tableCell > paragraph: high',
      'table > tableRow > tableCell > paragraph align=center: 4.2',
      'table > tableRow > tableCell > paragraph: low',
      'table > tableRow > tableCell > paragraph align=right: -0.5',
    ])
  })

  it('Notion: boxes in brackets, callouts, toggles, code', () => {
    expect(lines('notion')).toEqual([
      'heading: The lamp',
      'paragraph: Light it at {bold|dusk}, with {code|oil}.',
      'listItem: rope',
      'listItem indent=1: thick',
      'listItem listStyleType=todo checked=true: wick',
      'listItem listStyleType=todo: glass',
      'listItem listStyleType=decimal: Open the shutter',
      'listItem listStyleType=decimal: Turn the lens',
      'callout > paragraph: Keep a good light.',
      'toggle > paragraph: More',
      'toggle > paragraph: Inside',
      'blockquote > paragraph: said she',
      "codeBlock lang=typescript: const lamp = 'on'\\n\\nlight(lamp)",
      'table headerRow=true > tableColumn',
      'table headerRow=true > tableColumn',
      'table headerRow=true > tableRow > tableCell > paragraph: Tide',
      'table headerRow=true > tableRow > tableCell > paragraph: Time',
      'table headerRow=true > tableRow > tableCell > paragraph: high',
      'table headerRow=true > tableRow > tableCell > paragraph: 12:04',
      'horizontalRule',
    ])
  })

  it('Outline: checklists, notices, code with its language', () => {
    expect(lines('outline')).toEqual([
      'heading level=2: The lamp',
      'paragraph: Light it at {bold|dusk}.',
      'listItem: rope',
      'listItem indent=1: thick',
      'listItem listStyleType=todo checked=true: wick',
      'listItem listStyleType=todo: glass',
      'callout variant=warning icon=⚠️ > paragraph: Mind the step.',
      "codeBlock lang=javascript: light('on')\\nrest()",
      'paragraph: Last.',
    ])
  })

  it('Apple Notes: a look that stands in classes, headings that are large', () => {
    expect(lines('apple-notes')).toEqual([
      'heading: The lamp',
      'paragraph: Light it at {bold|dusk}, {italic|never} {underline|before}.',
      'listItem: rope',
      'listItem indent=1: thick',
      'listItem listStyleType=decimal: Open the shutter',
      'listItem listStyleType=decimal: Turn the lens',
      'table > tableColumn',
      'table > tableColumn',
      'table > tableRow > tableCell > paragraph: high',
      'table > tableRow > tableCell > paragraph: 12:04',
    ])
  })

  it('a page of the web: without its buttons and what it hides, with its pictures', () => {
    expect(lines('web-page')).toEqual([
      'heading level=2: The lamp',
      'paragraph: Light it at\u00a0{bold|dusk}, see\u00a0{link|the rota}.',
      'codeBlock lang=shell: light --on\\nrest',
      'image url=https://lights.example/tower.jpg caption=At night width=640 initialWidth=640 initialHeight=480 alt=The tower',
      'listItem: rope',
    ])
  })

  it('an editor of code: its lines are code', () => {
    expect(lines('vs-code')).toEqual(["codeBlock: const lamp = 'on'\\n\\n  light(lamp)"])
  })

  it('what is taken off again inside of a mark is off', () => {
    const html =
      '<b>bold <span style="font-weight:normal">not</span></b> <i>slanted <span style="font-style:normal">not</span></i>'
    const [paragraph] = readHtml(html, parseHtml).blocks as [Block]
    const marked = (paragraph.text ?? []).filter((piece) => piece.marks)
    expect(marked.map((piece) => isInlineText(piece) && piece.text.trim())).toEqual(['bold', 'slanted'])
  })

  it('I2 Word says of bold words that their other script is not bold: they stay bold', () => {
    const html =
      "<p><b style='mso-bidi-font-weight:normal'>bold</b> and <b style=\"font-family:'a;font-weight:normal'\">bold</b>, " +
      "<b style='font-weight:normal'>not</b> nor <b style='font-weight: 400 !important'>here</b></p>"
    expect(blockStrings(readHtml(html, parseHtml).blocks)).toEqual([
      'paragraph: {bold|bold} and {bold|bold}, not nor here',
    ])
  })

  it('I6 a picture in a link leads where the link does', () => {
    const html =
      '<p>Built <a href="https://a.example/runs"><img src="https://a.example/badge.svg" alt="state"></a> today</p>' +
      '<a href="javascript:alert(1)"><picture><img src="https://a.example/p.png"></picture></a>' +
      '<figure><a href="Page/own.png"><img src="Page/own.png"></a><figcaption>Own</figcaption></figure>' +
      '<figure><a href="Other.html"><img src="Page/x.png"></a></figure>'
    expect(blockStrings(readHtml(html, parseHtml).blocks)).toEqual([
      'paragraph: Built',
      'image url=https://a.example/badge.svg alt=state link=https://a.example/runs',
      'paragraph: today',
      'image url=https://a.example/p.png',
      'image url=Page/own.png caption=Own',
      'image url=Page/x.png link=Other.html',
    ])
  })
})
