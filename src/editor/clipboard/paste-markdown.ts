import { Fragment, type Schema, Slice } from '@tiptap/pm/model'
import { type EditorState, TextSelection, type Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import type { Block } from '@/blocks'
import { tableTarget } from '@/blocks/table/table-commands'
import { ownUndoStep } from '@/document'
import { pasteCells } from '../core/paste-cells'
import { whyTooMany } from './limits'
import { type Change, type Waiting, waitingKey } from './pasted-text'
import { readWithProgress } from './read-with-progress'
import { foreignHtml, markdown } from './readers'
import { filterIds, sliceFromBlocks } from './slices'

/** A longer text is read beside the page, where it can be stopped: some take very long for their length (R34). */
const READ_AT_ONCE = 5_000

const noIds = (slice: Slice): Slice =>
  new Slice(
    filterIds(slice.content, () => false),
    slice.openStart,
    slice.openEnd,
  )

/** The blocks of a short Markdown text, open at both ends; `null` when it is long, or the reader is not there yet. */
function readAtOnce(schema: Schema, text: string): Slice | null {
  const reader = markdown()
  const html = foreignHtml()
  if (!reader || text.length > READ_AT_ONCE) return null
  try {
    const { blocks } = reader.readMarkdown(text, {
      titleFromHeading: false,
      ...(html ? { readHtml: (piece) => html.readHtml(piece, parseInert) } : {}),
    })
    return sliceOf(schema, blocks)
  } catch {
    // Built so that no reader gets to its end: it stays text.
    return null
  }
}

/** A document of its own, in which nothing runs and nothing is fetched. */
const parseInert = (html: string) => new window.DOMParser().parseFromString(html, 'text/html').body

/** The text as it reads, a paragraph for every line. */
function plainSlice(schema: Schema, text: string): Slice {
  const paragraph = schema.nodes.paragraph!
  const lines = text.split(/(?:\r\n?|\n)+/)
  return new Slice(
    Fragment.from(lines.map((line) => paragraph.create(null, line ? schema.text(line) : null))),
    1,
    1,
  )
}

/** Puts blocks in the place of the text between two positions; of whole paragraphs also in the place of those. */
function putBlocks(state: EditorState, from: number, to: number, slice: Slice): Transaction {
  const { tr } = state
  const $from = tr.doc.resolve(from)
  const $to = tr.doc.resolve(to)
  const isWhole =
    $from.parent.type.name === 'paragraph' &&
    $from.parentOffset === 0 &&
    $to.parentOffset === $to.parent.content.size &&
    $from.depth === $to.depth &&
    $from.sharedDepth(to) >= $from.depth - 1
  const { content, openStart } = slice
  const isBlocks =
    content.firstChild?.isBlock && !(content.childCount === 1 && openStart > 0 && isText(slice))
  if (isWhole && isBlocks && $from.node(-1).canReplace($from.index(-1), $to.indexAfter(-1), content)) {
    tr.replaceWith($from.before(), $to.after(), content)
    const end = $from.before() + content.size
    return tr.setSelection(TextSelection.near(tr.doc.resolve(end), -1))
  }
  if ($from.parent.inlineContent && $to.parent.inlineContent)
    return tr.setSelection(TextSelection.create(tr.doc, from, to)).replaceSelection(slice)
  // Pasted over whole blocks, the text stands between blocks and not in one.
  tr.replaceRange(from, to, slice)
  return tr.setSelection(TextSelection.near(tr.doc.resolve(tr.mapping.map(to)), -1))
}

const isText = ({ content }: Slice): boolean => content.firstChild?.type.name === 'paragraph'

let count = 0

/**
 * Pastes a text that is Markdown: first as it reads, then, as a step of its own, as the blocks that it means, so that
 * taking one step back brings the plain text. A long one stays text while it is read beside the page, and for good when
 * that takes too long or somebody has changed it meanwhile. A table goes into a table cell by cell, a long one once it
 * has been read.
 */
export function pasteMarkdown(view: EditorView, text: string, tell: (message: string) => void): void {
  const { schema, selection } = view.state
  const now = readAtOnce(schema, text)
  if (now && tableTarget(selection) && pasteCells(view, null, now, tell)) return
  if (now || !markdown()) pasteText(view, text)(now)
  else if (tableTarget(selection) && looksLikeTable(text)) void pasteTableLater(view, text, tell)
  else
    void finishLater(
      view,
      readWithProgress(text, () => view.focus()),
      pasteText(view, text),
      tell,
    )
}

/** Is the second line the one that Markdown has between the head of a table and its rows? */
function looksLikeTable(text: string): boolean {
  const [, line = ''] = text.trimStart().split('\n', 2)
  return line.includes('|') && line.includes('-') && /^[\s:|-]+$/.test(line)
}

async function pasteTableLater(
  view: EditorView,
  text: string,
  tell: (message: string) => void,
): Promise<void> {
  const blocks = await readWithProgress(text, () => view.focus())
  if (view.isDestroyed || !view.editable) return
  if (blocks && whyTooMany(blocks) === null && tableTarget(view.state.selection)) {
    if (pasteCells(view, null, sliceOf(view.state.schema, blocks), tell)) return
  }
  await finishLater(view, Promise.resolve(blocks), pasteText(view, text), tell)
}

const sliceOf = (schema: Schema, blocks: readonly Block[]): Slice =>
  Slice.maxOpen(noIds(sliceFromBlocks(schema, blocks)).content)

async function finishLater(
  view: EditorView,
  reading: Promise<Block[] | null>,
  finish: (slice: Slice | null) => void,
  tell: (message: string) => void,
): Promise<void> {
  const blocks = await reading
  const why = blocks && whyTooMany(blocks)
  if (why !== null && !view.isDestroyed) tell(why)
  finish(blocks && why === null ? sliceOf(view.state.schema, blocks) : null)
}

/** Pastes the text as it reads; the answer puts blocks in its place, or leaves it for good. */
function pasteText(view: EditorView, text: string): (slice: Slice | null) => void {
  const { from, to } = view.state.selection
  const plain = ownUndoStep(view.state.tr.replaceSelection(plainSlice(view.state.schema, text)))
  const start = plain.mapping.map(from, -1)
  const end = plain.mapping.map(to, 1)
  const id = ++count
  plain.setMeta(waitingKey, { begins: { id, from: start, to: end } } satisfies Change)
  view.dispatch(plain.scrollIntoView().setMeta('paste', true).setMeta('uiEvent', 'paste'))
  const words = wordsOf(view, id)
  return (slice) => {
    if (view.isDestroyed) return
    const found = placeOf(view, id)
    const ends: Change = { ends: id }
    if (slice && found && wordsOf(view, id) === words) {
      const tr = ownUndoStep(putBlocks(view.state, found.from, found.to, slice))
      view.dispatch(tr.setMeta(waitingKey, ends).setMeta('paste', true).setMeta('uiEvent', 'paste'))
    } else view.dispatch(view.state.tr.setMeta(waitingKey, ends))
  }
}

const placeOf = (view: EditorView, id: number): Waiting | undefined =>
  waitingKey.getState(view.state)?.find((one) => one.id === id)

function wordsOf(view: EditorView, id: number): string | null {
  const found = placeOf(view, id)
  if (!found || found.from > found.to) return null
  return view.state.doc.textBetween(found.from, found.to, '\n', '\ufffc')
}
