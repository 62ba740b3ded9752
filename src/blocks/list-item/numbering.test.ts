import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Block } from '../kit/block'
import { numbersOf } from './numbering'
import { numberingCss } from './numbering-css'

const item = (listStyleType: string, indent = 0, listStart?: number): Block => ({
  id: '',
  kind: 'listItem',
  attributes: { listStyleType, indent, ...(listStart === undefined ? {} : { listStart }) },
})
const text = (indent = 0): Block => ({ id: '', kind: 'paragraph', attributes: { indent } })

describe('numbers of list items (product.md 3.20)', () => {
  it('3.20 count on at the same indent, also over deeper blocks', () => {
    expect(
      numbersOf([
        item('decimal'),
        item('decimal', 1),
        item('decimal', 1),
        text(1),
        item('decimal'),
        item('disc', 1),
      ]),
    ).toEqual([1, 1, 2, null, 2, null])
  })

  it('3.20 start anew after anything else at that indent, under a new parent, and with another marker', () => {
    expect(numbersOf([item('decimal'), text(), item('decimal')])).toEqual([1, null, 1])
    expect(numbersOf([item('disc'), item('decimal', 1), item('disc'), item('decimal', 1)])).toEqual([
      null,
      1,
      null,
      1,
    ])
    expect(numbersOf([item('decimal'), item('lower-roman'), item('decimal')])).toEqual([1, 1, 1])
  })

  it('3.20 listStart restarts and is counted on from', () => {
    expect(numbersOf([item('decimal'), item('decimal', 0, 7), item('decimal')])).toEqual([1, 7, 8])
  })

  it('the style sheet is the one that the rules make', () => {
    const words = (css: string) => css.replace(/\s+/g, ' ')
    const file = readFileSync(new URL('./numbering.css', import.meta.url), 'utf8')
    expect(words(file)).toBe(words(numberingCss()))
  })
})
