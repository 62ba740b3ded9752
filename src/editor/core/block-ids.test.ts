import { lines, pageState, shown } from '@test/page-state'

import { splitBlock } from '@tiptap/pm/commands'
import { history, redo, undo } from '@tiptap/pm/history'
import { Fragment, Slice } from '@tiptap/pm/model'
import { type EditorState, TextSelection, type Transaction } from '@tiptap/pm/state'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FROM_ELSEWHERE } from '@/document/binding/binding'
import { blockIds, hasBlockId, indexedIds } from './block-ids'
import { isBlock } from './block-tree'

const start = (text: string) => pageState(text, [history(), blockIds()])

function idsOf(state: EditorState): string[] {
  const ids: string[] = []
  state.doc.descendants((node) => {
    if (isBlock(node)) ids.push(node.attrs.id as string)
    return !node.isTextblock
  })
  return ids
}

describe('ids of blocks (rulings 3)', () => {
  test.each([
    ['in the middle: the first half keeps it', 'p a: on|e', /^p a: on\np (?!a\b)[\w-]+: e$/],
    ['at the end: the first keeps it', 'p a: one|', /^p a: one\np (?!a\b)[\w-]+$/],
    ['at the start, the first half empty: the second keeps it', 'p a: |one', /^p (?!a\b)[\w-]+\np a: one$/],
  ])('a block split %s', (_name, before, after) => {
    let state = start(before)
    splitBlock(state, (tr) => {
      state = state.apply(tr)
    })
    expect(shown(state)).toMatch(after)
  })

  test('a block that becomes another kind keeps it', () => {
    const state = start('p a: one')
    const { schema } = state
    expect(shown(state.apply(state.tr.setBlockType(0, 4, schema.nodes.heading!)))).toBe('h a: one')
  })

  test('of a block and its copy the copy gets a new one, also when it stands before', () => {
    const state = start('p a: one\np b: two\np c: three')
    const copy = state.doc.child(2)
    const after = state.apply(state.tr.insert(0, copy))
    expect(shown(after)).toMatch(/^p (?!c\b)[\w-]+: three\np a: one\np b: two\np c: three$/)
  })

  test('a block that is moved keeps it', () => {
    const state = start('p a: one\np b: two\np c: three')
    const tr = state.tr.delete(0, 5).insert(5, state.doc.child(0))
    expect(shown(state.apply(tr))).toBe('p b: two\np a: one\np c: three')
  })

  test('undo brings a deleted block back with its own', () => {
    let state = start('p a: one\np b: two')
    state = state.apply(state.tr.delete(0, 5))
    undo(state, (tr) => {
      state = state.apply(tr)
    })
    expect(shown(state)).toBe(lines('p a: one\np b: two'))
  })

  test('what others did is left to their editor', () => {
    const state = start('p a: one')
    const tr = state.tr.insert(5, state.schema.nodes.paragraph!.create())
    expect(idsOf(state.apply(tr.setMeta(FROM_ELSEWHERE, true)))).toEqual(['a', null])
  })
})

/** One random change of a page, as numbers that fit any document. */
const change = fc.record({
  what: fc.constantFrom(
    'type',
    'delete',
    'split',
    'join',
    'copy',
    'insert',
    'retype',
    'quote',
    'undo',
    'redo',
    'old',
  ),
  from: fc.nat(),
  to: fc.nat(),
})
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never

function attempt(state: EditorState, { what, from, to }: Change): Transaction | null {
  const { tr, doc, schema } = state
  const size = doc.content.size
  const a = Math.min(from % (size + 1), to % (size + 1))
  const b = Math.max(from % (size + 1), to % (size + 1))
  const paragraph = schema.nodes.paragraph!
  switch (what) {
    case 'type':
      return tr.setSelection(TextSelection.near(doc.resolve(a))).insertText('x')
    case 'delete':
      return tr.delete(a, b)
    case 'split':
      return tr.split(TextSelection.near(doc.resolve(a)).from)
    case 'join': {
      const $pos = doc.resolve(a)
      return $pos.depth > 0 && $pos.before() > 0 ? tr.join($pos.before()) : null
    }
    case 'copy':
      return tr.replace(b, b, doc.slice(a, b))
    case 'insert':
      return tr.replace(a, a, new Slice(Fragment.from([paragraph.create(), paragraph.create()]), 0, 0))
    case 'retype':
      return tr.setBlockType(a, b, schema.nodes.listItem!, { indent: from % 3 })
    case 'quote': {
      const range = doc.resolve(a).blockRange(doc.resolve(b))
      return range ? tr.wrap(range, [{ type: schema.nodes.blockquote! }]) : null
    }
    default:
      return null
  }
}

test('after any changes every block has an id, none is there twice, and the index equals the page', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 40 }), (changes) => {
      let state = start(
        'h a: Title\np b: one\nli c: two\nli+ d: three\n> p e: four\n> p f: five\ncode g: six\nhr h\np i: seven',
      )
      const before: EditorState[] = []
      for (const step of changes) {
        before.push(state)
        try {
          if (step.what === 'undo' || step.what === 'redo') {
            const command = step.what === 'undo' ? undo : redo
            command(state, (tr) => {
              state = state.apply(tr)
            })
          } else if (step.what === 'old') state = before[step.from % before.length]!
          else {
            const tr = attempt(state, step)
            if (tr) state = state.apply(tr)
          }
        } catch (error) {
          // Not every random change fits the schema; ProseMirror refuses those with these errors.
          if (!/^(ReplaceError|TransformError|RangeError)$/.test((error as Error).name)) throw error
        }
        const ids = idsOf(state)
        expect(ids.every(Boolean)).toBe(true)
        expect(new Set(ids).size).toBe(ids.length)
        expect([...indexedIds(state).keys()].sort()).toEqual([...ids].sort())
        expect([...indexedIds(state).values()].every((times) => times === 1)).toBe(true)
        expect(hasBlockId(state, ids[0]!)).toBe(true)
      }
    }),
    { numRuns: 300 },
  )
})
