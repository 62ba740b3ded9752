import { describe, expect, it } from 'vitest'
import { gatherAttributes, spreadAttributes } from './spread-attributes'

const kind = { spread: ['cells'] }

describe('records among the attributes of a block', () => {
  it('are stored member by member, and read as one again', () => {
    const attributes = { cells: { 'r1:a.b': 1, r2: 'x' }, title: 'T' }
    const stored = { 'cells.r1:a.b': 1, 'cells.r2': 'x', title: 'T' }
    expect(spreadAttributes(kind, attributes)).toEqual(stored)
    expect(gatherAttributes(kind, stored)).toEqual(attributes)
    expect(spreadAttributes({}, attributes)).toBe(attributes)
    expect(gatherAttributes(undefined, stored)).toBe(stored)
  })

  it('R41 have no member that changes what objects are, and are nothing under their own name', () => {
    const read = gatherAttributes(kind, { 'cells.__proto__': { polluted: 1 }, cells: { a: 1 }, 'other.a': 2 })
    expect(read).toEqual({ 'other.a': 2 })
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })
})
