import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { createPageDoc, layoutIsKnown, migrateLayout, setTitle, settledBlocks, titleOf } from '..'

/** A page as the first program stored it: elements in `body`, and no layout written down. */
function layout0Page(): Y.Doc {
  const doc = createPageDoc('page')
  setTitle(doc, 'Tea')
  const element = (attributes: Record<string, unknown>, children: (Y.XmlElement | Y.XmlText)[] = []) => {
    const made = new Y.XmlElement('block')
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value as string)
    made.insert(0, children)
    return made
  }
  const text = (...delta: object[]) => {
    const made = new Y.XmlText()
    made.applyDelta(delta)
    return made
  }
  doc
    .getXmlFragment('body')
    .insert(0, [
      element({ kind: 'heading', id: 'h', level: 2 }, [text({ insert: 'How to pour' })]),
      element({ kind: 'blockquote', id: 'q' }, [
        element({ kind: 'paragraph', id: 'p' }, [
          text({ insert: 'Slowly', attributes: { bold: {} } }, { insert: ', she said.' }),
        ]),
      ]),
      element({ kind: 'horizontalRule', id: 'r' }),
      element({ kind: 'hologram', id: 'x', depth: 3 }, [text({ insert: { kind: 'glow', power: 2 } })]),
      element({ kind: 'paragraph' }, [text({ insert: 'nameless' })]),
    ])
  return doc
}

test('a page of the older layout is not written to before it is brought over', () => {
  const doc = layout0Page()
  expect(layoutIsKnown(doc)).toBe(false)
  expect(migrateLayout(doc)).toBe(true)
  expect(layoutIsKnown(doc)).toBe(true)
})

test('bringing a page over keeps its title and every block, also of kinds that are not known', () => {
  const doc = layout0Page()
  migrateLayout(doc)
  expect(titleOf(doc)).toBe('Tea')
  expect(settledBlocks(doc)).toEqual([
    { id: 'h', kind: 'heading', attributes: { level: 2 }, text: [{ text: 'How to pour' }] },
    {
      id: 'q',
      kind: 'blockquote',
      children: [
        {
          id: 'p',
          kind: 'paragraph',
          text: [{ text: 'Slowly', marks: [{ kind: 'bold' }] }, { text: ', she said.' }],
        },
      ],
    },
    { id: 'r', kind: 'horizontalRule' },
    {
      id: 'x',
      kind: 'hologram',
      attributes: { depth: 3 },
      text: [{ kind: 'glow', attributes: { power: 2 } }],
    },
    { id: expect.stringMatching(/^y/), kind: 'paragraph', text: [{ text: 'nameless' }] },
  ])
})

test('a block without a name gets the same one from everybody, also where they know more of the page', () => {
  const [doc, other] = [layout0Page(), new Y.Doc()]
  Y.applyUpdate(other, Y.encodeStateAsUpdate(doc))
  other.getXmlFragment('body').insert(0, [new Y.XmlElement('block')])
  const lastId = (page: Y.Doc) => {
    migrateLayout(page)
    return settledBlocks(page).at(-1)?.id
  }
  expect(lastId(other)).toBe(lastId(doc))
})

test('R13 a page that was brought over, or never needed it, is left alone', () => {
  const doc = layout0Page()
  migrateLayout(doc)
  const state = Y.encodeStateVector(doc)
  expect(migrateLayout(doc)).toBe(false)
  expect(migrateLayout(createPageDoc('empty'))).toBe(false)
  expect(Y.encodeStateVector(doc)).toEqual(state)
})

test('a page of a newer layout is not written to', () => {
  const doc = createPageDoc('page')
  doc.getMap('meta').set('layout', 3)
  expect(layoutIsKnown(doc)).toBe(false)
})
