import { readFileSync } from 'node:fs'
import { blockStrings } from '@test/block-strings'
import { expect, it } from 'vitest'
import { parseHtml } from '../kit/conformance'
import { plainTextOf } from '../plain-text'
import { readHtml } from './read'

/** What stands in each clipboard, one line for each block, without empty parts of tables. */
const EXPECTED: Readonly<Record<string, readonly string[]>> = {
  'google-docs': [
    'heading: The lamp',
    'paragraph: Light it at {bold|dusk}, never {italic strikethrough|before}; see {link|the rota}, H{subscript|2}O.',
    'listItem: rope',
    'listItem indent=1 listStyleType=circle: {bold|thick}',
    'listItem: oil',
    'listItem listStyleType=decimal: Open the shutter',
    'listItem indent=1 listStyleType=lower-alpha: slowly',
    'listItem listStyleType=todo checked=true: wick',
    'listItem listStyleType=todo: glass',
    'table > tableRow > tableCell colSpan=2 background=blue > paragraph: {bold|Tides}',
    'table > tableRow > tableCell > paragraph: high',
    'table > tableRow > tableCell > paragraph align=right: 12:04',
  ],
  libreoffice: [
    'heading: The lamp',
    'paragraph lineHeight=1: Light it at {bold|dusk}, never {italic strikethrough|before}; see {link|the rota}, H{subscript|2}O.',
    'listItem: rope',
    'listItem indent=1: {bold|thick}',
    'listItem: oil',
    'listItem listStyleType=decimal: Open the shutter',
    'listItem indent=1 listStyleType=lower-alpha: slowly',
    'table > tableRow > tableCell colSpan=2 background=blue > paragraph: {bold|Tides}',
    'table > tableRow > tableCell > paragraph: high',
    'table > tableRow > tableCell > paragraph align=right: 12:04',
    'blockquote > paragraph: said she',
    'codeBlock: light(on)\\nrest()',
  ],
  notion: [
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
    'table headerRow=true > tableRow > tableCell > paragraph: Tide',
    'table headerRow=true > tableRow > tableCell > paragraph: Time',
    'table headerRow=true > tableRow > tableCell > paragraph: high',
    'table headerRow=true > tableRow > tableCell > paragraph: 12:04',
    'horizontalRule',
  ],
}

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? []
/** The words of a line of `EXPECTED`: what stands behind its kinds, without the names of marks. */
const wordsIn = (line: string): string[] =>
  wordsOf(
    line
      .slice(line.includes(': ') ? line.indexOf(': ') + 2 : line.length)
      .replace(/\{[^|{}]*\||\}/g, '')
      .replaceAll('\\n', ' '),
  )

const share = (wanted: readonly string[], found: readonly string[]): number => {
  const left = [...found]
  const met = wanted.filter((one) => {
    const at = left.indexOf(one)
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  })
  return met.length / Math.max(wanted.length, 1)
}

it.each(Object.keys(EXPECTED))(
  'what %s puts on the clipboard: all words, and at least 95 of 100 blocks as they were',
  (name) => {
    const html = readFileSync(new URL(`../../../test/clipboards/${name}.html`, import.meta.url), 'utf8')
    const { blocks } = readHtml(html, parseHtml)
    const found = blockStrings(blocks).filter((line) => !line.endsWith('tableColumn'))
    const text = share(EXPECTED[name]!.flatMap(wordsIn), wordsOf(plainTextOf(blocks)))
    const structure = Math.min(share(EXPECTED[name]!, found), share(found, EXPECTED[name]!))
    // biome-ignore lint/suspicious/noConsole: a figure to be read
    console.info(
      `paste from ${name}: text ${(text * 100).toFixed(1)} %, structure ${(structure * 100).toFixed(1)} %`,
    )
    const others = found.filter((line) => !EXPECTED[name]!.includes(line))
    expect(text, others.join('\n')).toBe(1)
    expect(structure, others.join('\n')).toBeGreaterThanOrEqual(0.95)
  },
)
