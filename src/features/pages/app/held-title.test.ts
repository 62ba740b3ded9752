import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { createPageDoc, setTitle, titleOf } from '@/document'
import { holdTitle, writeSinceHeld } from './held-title'

/** The title after somebody composed `typed` over `before` while a colleague made `theirs` of it. */
function merged(before: string, typed: string, ...theirs: string[]): string {
  const doc = createPageDoc()
  setTitle(doc, before)
  const held = holdTitle(doc)
  const colleague = createPageDoc()
  Y.applyUpdate(colleague, Y.encodeStateAsUpdate(doc))
  for (const title of theirs) setTitle(colleague, title)
  Y.applyUpdate(doc, Y.encodeStateAsUpdate(colleague))
  writeSinceHeld(doc, held, typed)
  return titleOf(doc)
}

test.each([
  ['nobody else', 'Plan', 'Plan かな', [], 'Plan かな'],
  ['a colleague before it', 'Plan', 'Plan かな', ['Our Plan'], 'Our Plan かな'],
  ['a colleague behind it', 'Plan', 'かなPlan', ['Plan for May'], 'かなPlan for May'],
  ['a colleague on both sides', 'a b', 'a かな b', ['xa b', 'xa by'], 'xa かな by'],
  ['the same place', '', 'かな', ['Plan'], 'かなPlan'],
  ['a word replaced', 'one two', 'one かな', ['one two three'], 'one かな three'],
  ['a colleague inside what is replaced', 'one two', 'one かな', ['one t-w-o'], 'one かな-w-'],
  ['a letter that a colleague took out too', 'one two', 'one', ['one wo', 'one wo!'], 'one!'],
  ['everything taken out by a colleague', 'Plan', 'Plan かな', [''], ' かな'],
  ['a composition that was given up', 'Plan', 'Plan', ['Plan B'], 'Plan B'],
  ['a pair of surrogates', '😀', '😁', ['😀!'], '😁!'],
] as const)('A title composed with an input method merges with %s', (_, before, typed, theirs, expected) => {
  expect(merged(before, typed, ...theirs)).toBe(expected)
})

test('whatever a colleague adds while a title is composed is still there', () => {
  fc.assert(
    fc.property(
      fc.string({ maxLength: 8 }).filter((text) => !/[\r\n]/.test(text)),
      fc.string({ maxLength: 8 }),
      fc.nat(8),
      (before, typed, place) => {
        const at = Math.min(place, before.length)
        expect(merged(before, typed, `${before.slice(0, at)}→${before.slice(at)}`)).toContain('→')
      },
    ),
  )
})
