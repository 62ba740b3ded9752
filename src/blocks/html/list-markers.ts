import type { Attributes } from '../kit/attributes'
import type { Declarations } from '../kit/declarations'

const ROMAN: readonly (readonly [letters: string, value: number])[] = [
  ['m', 1000],
  ['cm', 900],
  ['d', 500],
  ['cd', 400],
  ['c', 100],
  ['xc', 90],
  ['l', 50],
  ['xl', 40],
  ['x', 10],
  ['ix', 9],
  ['v', 5],
  ['iv', 4],
  ['i', 1],
]

/** The value of a Roman number; 0 when it is none. */
function romanValue(letters: string): number {
  let value = 0
  let rest = letters.toLowerCase()
  for (const [sign, worth] of ROMAN) {
    while (rest.startsWith(sign)) {
      value += worth
      rest = rest.slice(sign.length)
    }
  }
  return rest === '' ? value : 0
}

/** The value of a letter that counts: after "z" Word writes "aa", "bb" and so on. */
const alphaValue = (letters: string): number =>
  letters.toLowerCase().charCodeAt(0) - 96 + 26 * (letters.length - 1)

/** How Word names what counts (`mso-level-number-format`). */
const FORMATS: Readonly<Record<string, string>> = {
  'alpha-lower': 'lower-alpha',
  'alpha-upper': 'upper-alpha',
  'roman-lower': 'lower-roman',
  'roman-upper': 'upper-roman',
}

/** The boxes in the picture fonts of Office, by the letter that stands for them. */
const BOXES: readonly { font: RegExp; open: string; done: string }[] = [
  { font: /wingdings 2/, open: '\u00a3*', done: 'RSTUV' },
  { font: /wingdings(?! [23])/, open: 'oqrp\u00a8', done: 'x\u00fd\u00fe' },
]

export interface Marker {
  /** As it is written in front of the item. */
  text: string
  /** The family of its letters. */
  font: string
}

/** Letters of picture fonts stand in a private part of Unicode, or as themselves. */
const plain = (text: string): string =>
  text
    .replace(/[\s\u00a0]+/g, '')
    .replace(/[\uf020-\uf0ff]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xf000))

function boxIn(sign: string, font: string): Attributes | null {
  if (/^[☐☑☒]$/u.test(sign)) return { listStyleType: 'todo', checked: sign !== '☐' }
  const box = sign.length === 1 ? BOXES.find((candidate) => candidate.font.test(font)) : undefined
  if (box?.done.includes(sign)) return { listStyleType: 'todo', checked: true }
  return box?.open.includes(sign) ? { listStyleType: 'todo', checked: false } : null
}

/**
 * What a marker such as `·`, `o`, `3.`, `b)` or `(iv)` says of its item. `level`: what the sheet says of that level of
 * the list; `before`: the style of the items before it, which decides what "i)" and "c)" count in.
 */
export function readMarker(marker: Marker, level: Declarations, before: string | undefined): Attributes {
  const text = plain(marker.text)
  const font = marker.font || (level.get('font-family') ?? '')
  const box = boxIn(text, font)
  if (box) return box
  const said = level.get('mso-level-number-format')
  const format = said === 'image' ? 'bullet' : said
  const counted = FORMATS[format ?? '']
  const letters = /^[^a-z]*([a-z]{1,20})[^a-z]*$/i.exec(text)?.[1] ?? ''
  if (counted) {
    const value = counted.endsWith('roman') ? romanValue(letters) : letters ? alphaValue(letters) : 0
    return { listStyleType: counted, ...(value > 0 ? { listStart: value } : {}) }
  }
  const number = /(\d{1,9})[^\d]{0,3}$/.exec(text)?.[1]
  if (number && format !== 'bullet') return { listStyleType: 'decimal', listStart: Number(number) }
  // A level of another script, or one that only says a word.
  if (level.size > 0 && format !== 'bullet') return { listStyleType: 'decimal' }
  if (format === 'bullet' || !/^\(?[a-z]+[.)]$/i.test(text)) return { listStyleType: bulletOf(text, font) }
  const isUpper = letters === letters.toUpperCase()
  const roman = romanValue(letters)
  // "c)" is a letter unless the list has been counting in Roman numerals; "i)" begins one.
  const isRoman = before ? before.endsWith('roman') : roman > 0 && (letters.length > 1 || /i/i.test(letters))
  const listStyleType = `${isUpper ? 'upper' : 'lower'}-${isRoman ? 'roman' : 'alpha'}`
  return { listStyleType, listStart: isRoman ? roman : alphaValue(letters) }
}

function bulletOf(sign: string, font: string): string {
  if (/[§n]/.test(sign) && /wingdings/.test(font)) return 'square'
  if (/[§▪■◾◼]/u.test(sign)) return 'square'
  return /^[o○◦◯]$/u.test(sign) ? 'circle' : 'disc'
}
