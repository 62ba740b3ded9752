import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { textOf } from '../format/layout'
import { keepsFormats } from './keeps-formats'

/** The items of a text that say formats. */
const formatsIn = (text: Y.Text) =>
  new Set(
    [...(text.doc?.store.clients.values() ?? [])]
      .flat()
      .filter((item): item is Y.Item => item instanceof Y.Item && item.content instanceof Y.ContentFormat),
  )

test('without what makes letters bold they are not what they were; what says nothing new can go', () => {
  const text = textOf(new Y.Doc())
  text.insert(0, 'plain and bold')
  expect(keepsFormats(text, new Set())).toBe(true)
  text.format(10, 4, { bold: true })
  const bold = formatsIn(text)
  expect(bold.size).toBe(2)
  expect(keepsFormats(text, bold)).toBe(false)
  text.delete(10, 4)
  expect(keepsFormats(text, bold)).toBe(true)
})
