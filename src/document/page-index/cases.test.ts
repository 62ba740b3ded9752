import { Client, outline, syncAll } from '@test/document/test-clients'
import { NodeSelection, TextSelection } from '@tiptap/pm/state'
import { expect, onTestFinished, test } from 'vitest'
import * as Y from 'yjs'
import { type Block, docFromBlocks, pageSchema } from '@/blocks'
import { markdownFromBlocks } from '@/blocks/markdown'
import { entriesOf } from '../format/layout'
import { anchorAt, positionOf } from './anchors'
import { applyBlocks, blocksOf } from './blocks'
import { readPage } from './read-page'

const line = (id: string, text: string, kind = 'paragraph'): Block => ({ id, kind, text: [{ text }] })
const quote = (id: string, ...children: Block[]): Block => ({ id, kind: 'blockquote', children })

function clients(count: number, blocks: readonly Block[]): Client[] {
  const first = new Client(1)
  applyBlocks(first.doc, blocks)
  const all = [first]
  for (let i = 2; i <= count; i++) all.push(new Client(i, Y.encodeStateAsUpdate(first.doc)))
  onTestFinished(() => {
    for (const client of all) client.close()
  })
  return all
}

function two(...blocks: Block[]): [Client, Client] {
  return clients(2, blocks) as [Client, Client]
}

function same(...all: Client[]): string {
  syncAll(all)
  const [first] = all as [Client]
  for (const client of all) {
    expect(client.state.doc.toJSON()).toEqual(first.state.doc.toJSON())
    expect(client.binding.index.blocks()).toEqual(readPage(client.doc))
    client.state.doc.check()
  }
  return outline(first.state.doc)
}

const typeIn = (client: Client, id: string, offset: number, text: string) =>
  client.dispatch(client.state.tr.insertText(text, client.pos(id) + 1 + offset))

const split = (client: Client, id: string, offset: number, fresh: string) => {
  const { type, attrs } = client.node(id)
  client.dispatch(
    client.state.tr.split(client.pos(id) + 1 + offset, 1, [{ type, attrs: { ...attrs, id: fresh } }]),
  )
}

const move = (client: Client, id: string, before: string) => {
  const node = client.node(id)
  const { tr } = client.state
  tr.delete(client.pos(id), client.pos(id) + node.nodeSize)
  client.dispatch(tr.insert(tr.mapping.map(client.pos(before)), node))
}

test('R12 typing inside a block while a colleague drags it', () => {
  const [one, other] = two(line('a', 'first'), line('b', 'second'), line('c', 'third'))
  move(one, 'c', 'a')
  typeIn(other, 'c', 5, ' and last')
  expect(same(one, other)).toBe('p:third and last p:first p:second')
})

test('R12 both split the same paragraph, and both write in what they split off', () => {
  const [one, other] = two(line('a', 'onetwothree'))
  split(one, 'a', 3, 'b')
  typeIn(one, 'b', 0, '1')
  split(other, 'a', 6, 'c')
  typeIn(other, 'c', 5, '!')
  expect(same(one, other)).toBe('p:one p:1two p:three!')
})

test('R12 both split at the same place', () => {
  const [one, other] = two(line('a', 'ab'), line('z', 'end'))
  split(one, 'a', 1, 'x')
  split(other, 'a', 1, 'y')
  const shown = same(one, other)
  expect(['p:a p: p:b p:end', 'p:a p:b p: p:end']).toContain(shown)
  split(one, 'x', 0, 'w')
  same(one, other)
  expect(one.state.doc.textContent).toBe('abend')
})

test('R12 merge while a colleague types at the seam', () => {
  const [one, other] = two(line('a', 'left'), line('b', 'right'))
  one.dispatch(one.state.tr.join(one.pos('b')))
  typeIn(other, 'b', 0, 'A')
  typeIn(other, 'a', 4, 'Z')
  expect(same(one, other)).toBe('p:leftZAright')
})

test('R12 split and merge of the same seam', () => {
  const [one, other] = two(line('a', 'left'), line('b', 'right'))
  one.dispatch(one.state.tr.join(one.pos('b')))
  split(other, 'b', 2, 'c')
  expect(same(one, other)).toBe('p:leftri p:ght')
})

test('R12 a parent is deleted with its words while a child moves out and somebody writes in another child', () => {
  const [one, other, third] = clients(3, [
    line('a', 'top'),
    quote('q', line('b', 'stays'), line('c', 'goes')),
  ]) as [Client, Client, Client]
  one.dispatch(one.state.tr.delete(one.pos('q'), one.pos('q') + one.node('q').nodeSize))
  move(other, 'c', 'a')
  typeIn(third, 'b', 0, 'NEW')
  expect(same(one, other, third)).toBe('p:top [p:NEW]')
})

test('R12 two moves that would form a cycle', () => {
  const [one, other] = two(quote('x', line('a', 'in x')), quote('y', line('b', 'in y')))
  const into = (client: Client, id: string, target: string) => {
    const node = client.node(id)
    const { tr } = client.state
    tr.delete(client.pos(id), client.pos(id) + node.nodeSize)
    client.dispatch(tr.insert(tr.mapping.map(client.pos(target)) + 1, node))
  }
  into(one, 'x', 'y')
  into(other, 'y', 'x')
  expect(same(one, other)).toBe('[[p:in y] p:in x]')
})

test('R12 two merges into each other', () => {
  const [one, other] = two(line('a', 'A'), line('b', 'B'), line('c', 'C'))
  one.dispatch(one.state.tr.join(one.pos('b')))
  move(other, 'b', 'a')
  other.dispatch(other.state.tr.join(other.pos('a')))
  const shown = same(one, other)
  expect([...shown.replace(/[^ABC]/g, '')].sort().join('')).toBe('ABC')
})

test('R12 undo after a colleague moved the block takes back the words and leaves the place', () => {
  const [one, other] = two(line('a', 'first'), line('b', 'second'), line('c', 'third'))
  typeIn(one, 'c', 5, ' words')
  same(one, other)
  move(other, 'c', 'a')
  same(one, other)
  expect(one.binding.undo()).toBe(true)
  expect(same(one, other)).toBe('p:third p:first p:second')
  one.binding.redo()
  expect(same(one, other)).toBe('p:third words p:first p:second')
})

test('R12 undo of a move after a colleague moved the block elsewhere leaves it there', () => {
  const [one, other] = two(line('a', 'first'), line('b', 'second'), line('c', 'third'))
  move(one, 'c', 'a')
  same(one, other)
  move(other, 'c', 'b')
  same(one, other)
  one.binding.undo()
  expect(same(one, other)).toBe('p:first p:third p:second')
})

test('undo of a new block keeps what a colleague has written in it', () => {
  const [one, other] = two(line('a', 'first'))
  one.dispatch(
    one.state.tr.insert(
      one.state.doc.content.size,
      pageSchema.nodes.heading!.create({ id: 'h' }, pageSchema.text('mine')),
    ),
  )
  same(one, other)
  typeIn(other, 'h', 4, ' yours')
  same(one, other)
  one.binding.undo()
  expect(same(one, other)).toBe('p:first h: yours')
})

test('undo of a split puts a colleague’s words back where they came from', () => {
  const [one, other] = two(line('a', 'onetwo'), line('z', 'end'))
  split(one, 'a', 3, 'b')
  same(one, other)
  typeIn(other, 'b', 3, '!')
  same(one, other)
  one.binding.undo()
  expect(same(one, other)).toBe('p:onetwo! p:end')
})

test('undo of a merge and of a deletion brings the blocks back', () => {
  const [one, other] = two(line('a', 'left'), line('b', 'right'), line('c', 'third', 'heading'))
  one.dispatch(one.state.tr.join(one.pos('b')))
  one.binding.undoManager.stopCapturing()
  one.dispatch(one.state.tr.delete(one.pos('c'), one.pos('c') + one.node('c').nodeSize))
  expect(same(one, other)).toBe('p:leftright')
  one.binding.undo()
  expect(same(one, other)).toBe('p:leftright h:third')
  one.binding.undo()
  expect(same(one, other)).toBe('p:left p:right h:third')
})

test('R9 five people open a new page and type at once', () => {
  const all = clients(5, [])
  for (const [i, client] of all.entries()) {
    expect(client.state.doc.childCount).toBe(1)
    expect(client.written).toBe(i === 0 ? client.written : 0)
    client.dispatch(client.state.tr.insertText(`${i}`, 1))
  }
  expect(
    same(...all)
      .replace(/[^0-9]/g, '')
      .split('')
      .sort()
      .join(''),
  ).toBe('01234')
  expect(all[0]?.state.doc.childCount).toBe(5)
})

test('an empty page stays empty until something is typed, and is empty again after undo', () => {
  const client = new Client(7)
  onTestFinished(() => client.close())
  expect(Y.encodeStateAsUpdate(client.doc)).toEqual(Y.encodeStateAsUpdate(new Y.Doc()))
  client.dispatch(client.state.tr.insertText('x', 1))
  expect(blocksOf(client.doc)).toHaveLength(1)
  client.binding.undo()
  expect(blocksOf(client.doc)).toEqual([])
  expect(outline(client.state.doc)).toBe('p:')
})

test('the caret stays where it is while others write, split and move around it', () => {
  const [one, other] = two(line('a', 'first'), line('b', 'second'))
  one.select(one.pos('b') + 4)
  typeIn(other, 'b', 0, 'the ')
  typeIn(other, 'a', 0, 'very ')
  split(other, 'b', 5, 'c')
  move(other, 'c', 'a')
  same(one, other)
  expect(one.state.doc.textBetween(one.state.selection.from - 2, one.state.selection.from)).toBe('ec')
  expect(one.state.selection.$from.parent.attrs.id).toBe('c')
})

test('a selected block stays selected while it is moved', () => {
  const [one, other] = two(line('a', 'first'), { id: 'r', kind: 'horizontalRule' }, line('b', 'second'))
  one.dispatch(one.state.tr.setSelection(NodeSelection.create(one.state.doc, one.pos('r'))))
  move(other, 'r', 'a')
  same(one, other)
  expect((one.state.selection as NodeSelection).node?.attrs.id).toBe('r')
})

test('undo selects again what was selected', () => {
  const [one] = two(line('a', 'first'), line('b', 'second'))
  one.select(one.pos('b') + 1, one.pos('b') + 4)
  one.dispatch(one.state.tr.deleteSelection())
  one.select(2)
  one.binding.undo()
  expect(one.state.selection.from).toBe(one.pos('b') + 1)
  expect(one.state.selection.to).toBe(one.pos('b') + 4)
  expect(one.state.selection).toBeInstanceOf(TextSelection)
})

test('an editor can be left and opened again, with the same undo', () => {
  const [one, other] = two(line('a', 'first'))
  typeIn(one, 'a', 5, ' words')
  one.binding.close()
  typeIn(other, 'a', 0, '>')
  syncAll([one, other])
  one.reopen()
  expect(same(one, other)).toBe('p:>first words')
  one.binding.undo()
  expect(same(one, other)).toBe('p:>first')
})

test('an anchor of one person marks the same character for another', () => {
  const [one, other] = two(line('a', 'first'), line('b', 'second'))
  const anchor = anchorAt(one.binding.index, one.state.doc, one.pos('b') + 3)
  expect(anchor).not.toBeNull()
  move(other, 'b', 'a')
  typeIn(other, 'b', 0, '>>')
  const at = positionOf(other.binding.index, other.state.doc, JSON.parse(JSON.stringify(anchor)))
  expect(at).toBe(other.pos('b') + 1 + 4)
})

test('R11 what this program does not know stays as it is while the page is edited around it', () => {
  const odd: Block = {
    id: 'f',
    kind: 'hologram',
    attributes: { depth: 3 },
    text: [{ text: 'later' }],
    children: [line('g', 'in')],
  }
  const [one, other] = two(line('a', 'first'), odd)
  expect(one.node('f').type.name).toBe('unsupported')
  move(one, 'f', 'a')
  typeIn(one, 'a', 0, '1')
  same(one, other)
  expect(blocksOf(other.doc)).toEqual([odd, line('a', '1first')])
})

const turnInto = (client: Client, id: string, kind: string, attrs: Record<string, unknown> = {}) =>
  client.dispatch(client.state.tr.setNodeMarkup(client.pos(id), pageSchema.nodes[kind], { id, ...attrs }))

test('a heading that is turned into text while a colleague sets its level is text, and its words stay words', () => {
  const [one, other] = two(line('a', 'Words of it', 'heading'), line('b', 'end'))
  turnInto(one, 'a', 'paragraph')
  other.dispatch(other.state.tr.setNodeAttribute(other.pos('a'), 'level', 3))
  same(one, other)
  for (const client of [one, other]) {
    expect(client.node('a').type.name).toBe('paragraph')
    expect(blocksOf(client.doc)).toEqual([line('a', 'Words of it'), line('b', 'end')])
  }
  expect(markdownFromBlocks(blocksOf(one.doc))).toBe('Words of it\n\nend\n')
  docFromBlocks(blocksOf(one.doc)).descendants(({ type }) => expect(type.name).not.toBe('unsupported'))
  expect((entriesOf(one.doc).get('a') as Y.Map<unknown>).get('level')).toBe(3)
  // Taken back, it is the heading that both made.
  one.binding.undo()
  same(one, other)
  expect(blocksOf(other.doc)[0]).toEqual({ ...line('a', 'Words of it', 'heading'), attributes: { level: 3 } })
})

test('what stays stored of another kind is no part of a copy, a split or a kind that is chosen later', () => {
  const todo = { listStyleType: 'todo' }
  const [one, other] = two(
    { ...line('a', 'Words', 'listItem'), attributes: todo },
    { ...line('b', 'glows'), attributes: { glow: 'soft' } },
  )
  const first = () => blocksOf(other.doc)[0]
  turnInto(one, 'a', 'paragraph')
  other.dispatch(other.state.tr.setNodeAttribute(other.pos('a'), 'checked', true))
  same(one, other)
  expect(first()).toEqual(line('a', 'Words'))
  split(one, 'a', 2, 'c')
  same(one, other)
  expect((entriesOf(one.doc).get('c') as Y.Map<unknown>).has('checked')).toBe(false)
  turnInto(one, 'a', 'listItem', todo)
  same(one, other)
  expect(first()).toEqual({ ...line('a', 'Wo', 'listItem'), attributes: todo })

  turnInto(other, 'a', 'paragraph')
  one.dispatch(one.state.tr.setNodeAttribute(one.pos('a'), 'checked', true))
  same(one, other)
  const rest = blocksOf(one.doc).slice(1)
  applyBlocks(one.doc, [{ ...line('a', 'Wo', 'heading'), attributes: { level: 2 } }, ...rest])
  applyBlocks(one.doc, [{ ...line('a', 'Wo', 'listItem'), attributes: todo }, ...rest])
  same(one, other)
  expect(first()).toEqual({ ...line('a', 'Wo', 'listItem'), attributes: todo })
  expect(blocksOf(one.doc).at(-1)?.attributes).toEqual({ glow: 'soft' })
})

test('R11 what is not known of a block comes along with a copy, and stays with the block whatever is done to it', () => {
  const glow = { glow: { colour: 'soft' } }
  const [one, other] = two(
    { ...line('a', 'title', 'heading'), attributes: { level: 2, ...glow } },
    line('b', 'end'),
  )
  const copy = one.node('a')
  one.dispatch(one.state.tr.insert(0, copy.type.create({ ...copy.attrs, id: 'copy' }, copy.content)))
  typeIn(other, 'a', 0, 'a ')
  same(one, other)
  // A command that sets the attributes it knows, and no others.
  one.dispatch(one.state.tr.setNodeMarkup(one.pos('a'), undefined, { id: 'a', level: 3 }))
  other.dispatch(other.state.tr.setNodeAttribute(other.pos('copy'), 'level', 4))
  syncAll([one, other])
  expect(blocksOf(one.doc)).toEqual([
    { ...line('copy', 'title', 'heading'), attributes: { level: 4, ...glow } },
    { ...line('a', 'a title', 'heading'), attributes: { level: 3, ...glow } },
    line('b', 'end'),
  ])
  expect(blocksOf(other.doc)).toEqual(blocksOf(one.doc))
})

test('R11 what is not known of a mark stays with it while its words are worked on', () => {
  const mark = { kind: 'link', attributes: { url: 'https://a.bc/', preview: { as: 'card' } } }
  const [one, other] = two({
    id: 'a',
    kind: 'paragraph',
    text: [{ text: 'see ' }, { text: 'here', marks: [mark] }],
  })
  typeIn(one, 'a', 6, '__')
  typeIn(one, 'a', 0, '1')
  typeIn(other, 'a', 4, '2')
  same(one, other)
  one.dispatch(one.state.tr.addMark(one.pos('a') + 7, one.pos('a') + 9, pageSchema.marks.bold!.create()))
  split(other, 'a', 8, 'b')
  same(one, other)
  const copy = one.node('b').content
  one.dispatch(one.state.tr.insert(one.pos('b') + 1 + one.node('b').content.size, copy))
  same(one, other)
  const pieces = blocksOf(other.doc).flatMap(({ text = [] }) => text)
  const linked = pieces.filter(({ marks = [] }) => marks.some(({ kind }) => kind === 'link'))
  expect(pieces.map((piece) => ('text' in piece ? piece.text : '')).join('')).toBe('1see 2he__re__re')
  for (const { marks } of linked) expect(marks?.find(({ kind }) => kind === 'link')).toEqual(mark)
  expect(linked.map((piece) => ('text' in piece ? piece.text : '')).join('')).toBe('he__re__re')
})

test('a format that two people stretch and shrink at once does not run on over the page', () => {
  const bold = pageSchema.marks.bold!
  const [one, other] = two(line('a', '0123456789'), line('b', 'plain'), line('c', 'plain too'))
  one.dispatch(one.state.tr.addMark(one.pos('a') + 6, one.pos('a') + 9, bold.create()))
  same(one, other)
  one.dispatch(one.state.tr.removeMark(one.pos('a') + 6, one.pos('a') + 9, bold))
  other.dispatch(other.state.tr.addMark(other.pos('a') + 3, other.pos('a') + 6, bold.create()))
  same(one, other)
  for (const id of ['b', 'c']) expect(one.node(id).firstChild?.marks).toEqual([])
  one.dispatch(one.state.tr.addMark(one.pos('b') + 1, one.pos('b') + 3, bold.create()))
  same(one, other)
  expect(one.node('b').firstChild?.text).toBe('pl')
  expect(one.node('c').firstChild?.marks).toEqual([])
})

test('anybody who opens a page begins at its top, whether the page is there at once or comes a moment later', () => {
  const [late, atOnce] = two(line('a', 'first', 'heading'), line('b', 'last'))
  for (const client of [late, atOnce]) {
    expect(client.state.selection.$head.parent.attrs.id).toBe('a')
    expect(client.state.selection.empty).toBe(true)
  }
})
