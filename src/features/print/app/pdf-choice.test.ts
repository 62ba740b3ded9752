import { describe, expect, it } from 'vitest'
import { scaleOf } from './pdf-choice'

describe('9.5 the scale of a PDF', () => {
  it.each([
    ['100', 1],
    [' 55 % ', 0.55],
    ['10', 0.1],
    ['200', 2],
    ['12,5', 0.125],
    ['9', null],
    ['201', null],
    ['', null],
    ['1e2', null],
    ['-50', null],
    ['ten', null],
  ])('%j is %s', (typed, scale) => expect(scaleOf(typed)).toBe(scale))
})
