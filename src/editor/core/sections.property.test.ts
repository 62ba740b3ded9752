import {
  createParagraphNear,
  deleteSelection,
  joinBackward,
  joinDown,
  joinForward,
  joinUp,
  lift,
  liftEmptyBlock,
  selectAll,
  selectNodeBackward,
  selectNodeForward,
  selectParentNode,
  setBlockType,
  splitBlock,
  toggleMark,
  wrapIn,
} from '@tiptap/pm/commands'
import { history, redo, undo } from '@tiptap/pm/history'
import { type Node as PMNode, Slice } from '@tiptap/pm/model'
import {
  AllSelection,
  type Command,
  EditorState,
  NodeSelection,
  type Plugin,
  TextSelection,
} from '@tiptap/pm/state'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Block, docFromBlocks, pageSchema } from '@/blocks'
import { numbersOf } from '@/blocks/list-item/numbering'
import { sectionOf, sectionsPlugin } from '@/document'
import {
  deleteBlocks,
  duplicateBlocks,
  indentBlocks,
  insertParagraph,
  moveBlocks,
  selectBlock,
  stepBlockSelection,
} from './block-commands'
import { blockIds } from './block-ids'
import { carriedNumbers } from './section-numbers'

const { nodes, marks } = pageSchema

/** Headings, items, quotes, dividers and code among paragraphs, some of them empty. */
const mixed = (count: number): Block[] =>
  Array.from({ length: count }, (_, i): Block => {
    const id = `b${i}`
    const text = i % 11 === 0 ? [] : [{ text: `block ${i}` }]
    if (i % 13 === 5) return { id, kind: 'blockquote', children: [{ id: `${id}q`, kind: 'paragraph', text }] }
    if (i % 17 === 3) return { id, kind: 'horizontalRule' }
    if (i % 19 === 7) return { id, kind: 'codeBlock', text }
    if (i % 5 === 2) return { id, kind: 'listItem', attributes: { indent: i % 3 }, text }
    if (i % 7 === 1) return { id, kind: 'heading', attributes: { level: 2 }, text }
    return { id, kind: 'paragraph', text }
  })

function stateOf(blocks: Block[], plugins: Plugin[]): EditorState {
  const empty = EditorState.create({ doc: docFromBlocks([]), plugins })
  return empty.apply(
    empty.tr
      .replaceWith(0, empty.doc.content.size, docFromBlocks(blocks).content)
      .setMeta('addToHistory', false),
  )
}

const sectioned = (blocks: Block[]) => stateOf(blocks, [history(), blockIds(), sectionsPlugin()])
const plain = (blocks: Block[]) => stateOf(blocks, [history(), blockIds()])

/** The page as it is but for what sections are: ids are made at random, so they are left out too. */
function outline(node: PMNode): unknown {
  return JSON.stringify(node.toJSON(), (key, value) => {
    if (key === 'id') return undefined
    if (key !== 'marks') return value
    const kept = (value as { type: string }[]).filter(({ type }) => type !== 'section')
    return kept.length > 0 ? kept : undefined
  })
}

/** The sections of a page, in order: how many blocks each has. */
function sizes(doc: PMNode): number[] {
  const found: number[] = []
  let last: number | null = null
  const seen = new Set<number>()
  doc.forEach((block, _pos, i) => {
    const n = sectionOf(block)
    if (n === null) throw new Error(`block ${i} is in no section`)
    if (n === last) found[found.length - 1]!++
    else {
      if (seen.has(n)) throw new Error(`section ${n} is in two places`)
      seen.add(n)
      found.push(1)
    }
    last = n
  })
  doc.descendants((node, _pos, parent) => {
    if (parent !== doc && node.marks.some((mark) => mark.type.name === 'section'))
      throw new Error('something inside of a block is in a section')
  })
  return found
}

function hasGoodSections(doc: PMNode, wasLong: boolean): void {
  const isLong = doc.childCount >= (wasLong ? 96 : 128)
  if (!isLong) {
    doc.descendants((node) => {
      expect(sectionOf(node)).toBeNull()
    })
    return
  }
  const found = sizes(doc)
  expect(Math.min(...found)).toBeGreaterThanOrEqual(16)
  expect(Math.max(...found)).toBeLessThanOrEqual(48)
}

/** The first block of each section but the first. */
function edges(doc: PMNode): number[] {
  const found: number[] = []
  for (let i = 1; i < doc.childCount; i++)
    if (sectionOf(doc.child(i)) !== sectionOf(doc.child(i - 1))) found.push(i)
  return found
}

const paste =
  (...kinds: string[]): Command =>
  (state, dispatch) => {
    const blocks = kinds.map((kind, i): Block => ({ id: '', kind, text: [{ text: `pasted ${i}` }] }))
    const { content } = docFromBlocks(blocks)
    dispatch?.(state.tr.replaceSelection(new Slice(content, 1, 1)))
    return true
  }

const type: Command = (state, dispatch) => {
  dispatch?.(state.tr.insertText('x'))
  return true
}

const duplicateSelected: Command = (state, dispatch) => {
  const slice = state.selection.content()
  dispatch?.(
    state.tr.insert(
      state.doc.content.size,
      slice.content.size > 0 ? slice.content : nodes.paragraph!.create(),
    ),
  )
  return true
}

const COMMANDS: Record<string, Command> = {
  type,
  split: splitBlock,
  joinBackward,
  joinForward,
  joinUp,
  joinDown,
  deleteSelection,
  lift,
  liftEmptyBlock,
  createParagraphNear,
  wrap: wrapIn(nodes.blockquote!),
  heading: setBlockType(nodes.heading!, { level: 3 }),
  code: setBlockType(nodes.codeBlock!),
  bold: toggleMark(marks.bold!),
  selectAll,
  selectParentNode,
  selectNodeBackward,
  selectNodeForward,
  selectBlock,
  nextBlock: stepBlockSelection(1, true),
  moveUp: moveBlocks(-1),
  moveDown: moveBlocks(1),
  duplicate: duplicateBlocks,
  deleteBlocks,
  indent: indentBlocks(1),
  above: insertParagraph('above'),
  below: insertParagraph('below'),
  pasteText: paste('paragraph'),
  pasteBlocks: paste('paragraph', 'heading', 'listItem'),
  pasteMany: paste(...new Array<string>(60).fill('paragraph')),
  copyToEnd: duplicateSelected,
  undo,
  redo,
}

const act = fc.record({
  command: fc.constantFrom(...Object.keys(COMMANDS)),
  /** Keep what is selected, or first select near an edge: in how far from it, where in the block, and how far. */
  select: fc.option(
    fc.record({
      edge: fc.nat(5),
      block: fc.integer({ min: -2, max: 2 }),
      offset: fc.constantFrom(0, 3, 99),
      over: fc.option(fc.integer({ min: -3, max: 40 }), { nil: null, freq: 2 }),
      node: fc.boolean(),
    }),
    { freq: 4 },
  ),
})

type Act = typeof act extends fc.Arbitrary<infer T> ? T : never

function selectNear(state: EditorState, doc: PMNode, select: NonNullable<Act['select']>): EditorState {
  const all = edges(doc)
  const edge = all.length > 0 ? (all[select.edge % all.length] as number) : Math.floor(doc.childCount / 2)
  const place = (block: number, offset: number): number => {
    const i = Math.max(0, Math.min(block, doc.childCount - 1))
    let pos = 0
    for (let before = 0; before < i; before++) pos += doc.child(before).nodeSize
    const { nodeSize } = doc.child(i)
    return pos + Math.min(nodeSize - 1, 1 + offset)
  }
  const from = place(edge + select.block, select.offset)
  const $from = state.doc.resolve(from)
  if (select.node && $from.depth > 0 && select.over === null && NodeSelection.isSelectable($from.node(1)))
    return state.apply(state.tr.setSelection(NodeSelection.create(state.doc, $from.before(1))))
  const to = select.over === null ? from : place(edge + select.block + select.over, select.offset)
  return state.apply(state.tr.setSelection(TextSelection.between($from, state.doc.resolve(to))))
}

/** What a command says; some of the stock ones throw where two blocks cannot be joined. */
function outcome(run: Command, state: EditorState, set: (next: EditorState) => void): boolean | 'throws' {
  try {
    return run(state, (tr) => set(state.apply(tr)))
  } catch {
    return 'throws'
  }
}

describe('sections of a long page', () => {
  test('every command does the same with sections as without, at, before, after and over their edges', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 90, max: 180 }),
        fc.array(act, { minLength: 1, maxLength: 8 }),
        (count, acts) => {
          const blocks = mixed(count)
          let withSections = sectioned(blocks)
          let without = plain(blocks)
          for (const { command, select } of acts) {
            const { doc } = withSections
            const wasLong = sectionOf(doc.firstChild!) !== null
            if (select) {
              without = selectNear(without, doc, select)
              withSections = selectNear(withSections, doc, select)
            }
            const run = COMMANDS[command] as Command
            const applied = outcome(run, withSections, (next) => {
              withSections = next
            })
            const expected = outcome(run, without, (next) => {
              without = next
            })
            expect(applied, command).toBe(expected)
            expect(outline(withSections.doc), command).toBe(outline(without.doc))
            expect(withSections.selection.toJSON(), command).toEqual(without.selection.toJSON())
            expect(withSections.storedMarks, command).toEqual(without.storedMarks)
            hasGoodSections(withSections.doc, wasLong)
          }
        },
      ),
      { numRuns: 100 },
    )
  }, 120_000)

  test('begin with 128 blocks and end below 96', () => {
    const paragraphs = (count: number): Block[] =>
      Array.from({ length: count }, (_, i) => ({ id: `p${i}`, kind: 'paragraph', text: [{ text: 'words' }] }))
    let state = sectioned(paragraphs(127))
    expect(edges(state.doc)).toEqual([])
    state = state.apply(state.tr.split(3))
    expect(sizes(state.doc)).toEqual([32, 32, 32, 32])
    while (state.doc.childCount > 96) state = state.apply(state.tr.delete(0, state.doc.firstChild!.nodeSize))
    expect(sizes(state.doc).reduce((a, b) => a + b)).toBe(96)
    state = state.apply(state.tr.delete(0, state.doc.firstChild!.nodeSize))
    expect(sectionOf(state.doc.firstChild!)).toBeNull()
  })

  test('what is typed in keeps its section, and its neighbours are the same nodes, until a section is full', () => {
    let state = sectioned(mixed(320))
    const at = edges(state.doc)[3]! + 4
    const start = () => {
      let pos = 0
      for (let i = 0; i < at; i++) pos += state.doc.child(i).nodeSize
      return pos + 1
    }
    const own = sectionOf(state.doc.child(at))
    for (let i = 0; i < 60; i++) {
      const { doc } = state
      state = state.apply(state.tr.setSelection(TextSelection.create(doc, start())))
      splitBlock(state, (tr) => {
        state = state.apply(tr)
      })
      state = state.apply(state.tr.setSelection(TextSelection.create(state.doc, start())))
      state = state.apply(state.tr.insertText('x'))
      expect(sectionOf(state.doc.child(at))).toBe(own)
      const changed = state.doc.content.content.filter((block) => !doc.content.content.includes(block))
      expect(changed.length).toBeLessThanOrEqual(48)
      expect(changed.length === 2 || sizes(state.doc).length > sizes(doc).length).toBe(true)
    }
  })

  test('a copy of the whole page has none', () => {
    const plugin = sectionsPlugin()
    const state = stateOf(mixed(200), [plugin])
    const slice = new AllSelection(state.doc).content()
    const copied = plugin.props.transformCopied!.call(plugin, slice, undefined as never)
    expect(copied.content.firstChild?.marks).toEqual([])
    expect(JSON.stringify(copied.toJSON())).not.toContain('section')
  })

  test('numbers go on over the edge of a section', () => {
    const item = fc.record({
      kind: fc.constantFrom('listItem', 'listItem', 'listItem', 'paragraph', 'blockquote'),
      attributes: fc.record({
        indent: fc.integer({ min: 0, max: 3 }),
        listStyleType: fc.constantFrom('decimal', 'decimal', 'lower-alpha', 'disc'),
        listStart: fc.constantFrom(null, null, null, 7),
      }),
    })
    fc.assert(
      fc.property(fc.array(item, { minLength: 2, maxLength: 30 }), fc.nat(28), (items, cut) => {
        const blocks = items.map(
          ({ kind, attributes: { indent, ...list } }, i): Block => ({
            id: `i${i}`,
            kind,
            attributes: kind === 'listItem' ? { indent, ...list } : { indent },
            ...(kind === 'blockquote' ? { children: [{ id: `q${i}`, kind: 'paragraph' }] } : {}),
          }),
        )
        const edge = 1 + (cut % (blocks.length - 1))
        const doc = docFromBlocks(blocks)
        const [carried = ''] = carriedNumbers(doc.content.content, [edge])
        const counters = new Map(
          carried.split(' ').flatMap((part, i, all) => (i % 2 ? [[all[i - 1], Number(part)]] : [])) as [
            string,
            number,
          ][],
        )
        const {
          indent = 0,
          listStyleType,
          listStart,
        } = blocks[edge]!.attributes as Record<string, number | string | null>
        const shown = numbersOf(blocks)[edge]
        if (shown !== null && listStart === null)
          expect((counters.get(`n${indent}-${listStyleType}`) ?? 0) + 1).toBe(shown)
      }),
      { numRuns: 500 },
    )
  })
})
