import type { Node as PMNode } from '@tiptap/pm/model'
import type { EditorState } from '@tiptap/pm/state'
import type { ActionPage, OpenEditor } from '@/blocks/kit/action'
import { CellSelection } from '@/blocks/table/cell-selection'
import { type AnchorRange, anchorRanges } from '@/document'
import { BlockSelection } from '@/editor/core/block-selection'
import { isBlock } from '@/editor/core/block-tree'
import { t } from '@/shared/i18n'
import { newId } from '@/shared/ids'
import { toast } from '@/ui/toast'
import { activeThread, type DraftThread, draftThread } from './comment-state'

/** Of the text that a discussion is about, so much is kept beside it. */
const LONGEST_QUOTE = 1_000
/** The title of the page on the screen (`pages/app/page-title`). */
export const TITLE = 'article textarea[data-large]'

type About = Pick<DraftThread, 'beginning' | 'range'>

/** Begins a discussion of what is selected; of the block with the caret where nothing is (product.md 4.12). */
export function beginThread(editor: OpenEditor, { id, title }: ActionPage): void {
  const isTitle = document.activeElement?.matches(TITLE) === true
  const about = isTitle ? null : aboutSelection(editor.view.state)
  if (isTitle) beginAbout('title', id, title)
  else if (about) openDraft(id, about)
  else toast(t('Select some text or a block to comment on.'))
}

/** Begins a discussion of the page, or of its title. */
export const beginAbout = (kind: 'page' | 'title', documentId: string, quote = ''): void =>
  openDraft(documentId, {
    beginning: { kind, block: null, suggestion: null, ranges: [], quote: quote.slice(0, LONGEST_QUOTE) },
    range: null,
  })

/** Begins a discussion of a suggestion, which stands in a block; `quote` says what it would do. */
export const beginAboutSuggestion = (
  documentId: string,
  about: { suggestion: string; block: string | null; quote: string },
): void =>
  openDraft(documentId, {
    beginning: { kind: 'suggestion', ...about, ranges: [], quote: about.quote.slice(0, LONGEST_QUOTE) },
    range: null,
  })

/** Closes the card of a discussion that is being begun; nothing is left of it but what was typed. */
export function endDraft(): void {
  const id = draftThread.get()?.id
  draftThread.set(null)
  if (activeThread.get() === id) activeThread.set(null)
}

function openDraft(documentId: string, about: About): void {
  const id = newId()
  draftThread.set({ id, documentId, ...about })
  activeThread.set(id)
}

/** What a selection means to be discussed; null: nothing that could be. */
export function aboutSelection(state: EditorState): About | null {
  const { selection, doc } = state
  const { from, to, $from } = selection
  if (selection instanceof CellSelection)
    return aboutText(state, spansOf(selection)) ?? aboutBlock(doc, $from.pos)
  if (selection.empty) return aboutBlock(doc, blockAround(state))
  const single = doc.nodeAt(from)
  const isWhole = single !== null && from + single.nodeSize === to && isBlock(single)
  if (isWhole) return aboutBlock(doc, from)
  const text = aboutText(state, [{ from, to }])
  if (text) return text
  return aboutBlock(doc, selection instanceof BlockSelection ? from : blockAround(state))
}

function aboutText(state: EditorState, spans: readonly { from: number; to: number }[]): About | null {
  const ranges: AnchorRange[] = spans.flatMap(({ from, to }) => anchorRanges(state, from, to) ?? [])
  const words = spans.map(({ from, to }) => state.doc.textBetween(from, to, ' ', ' ').trim())
  const quote = words.filter(Boolean).join(' ').slice(0, LONGEST_QUOTE)
  const [first] = spans
  if (ranges.length === 0 || quote === '' || !first) return null
  return {
    beginning: { kind: 'text', block: blockIdAt(state.doc, first.from), suggestion: null, ranges, quote },
    range: { from: first.from, to: spans.at(-1)!.to, isBlock: false },
  }
}

function aboutBlock(doc: PMNode, pos: number | null): About | null {
  const node = pos === null ? null : doc.nodeAt(pos)
  const id: unknown = node?.attrs.id
  if (pos === null || !node || typeof id !== 'string') return null
  return {
    beginning: {
      kind: 'block',
      block: id,
      suggestion: null,
      ranges: [],
      quote: quoteOf(node).slice(0, LONGEST_QUOTE),
    },
    range: { from: pos, to: pos + node.nodeSize, isBlock: true },
  }
}

/** What a block says, or what it is called where it says nothing. */
function quoteOf(node: PMNode): string {
  const words = node.textBetween(0, node.content.size, ' ', ' ').trim()
  const { caption, name, title, alt } = node.attrs as Record<string, unknown>
  return (
    words || String([caption, name, title, alt].find((one) => typeof one === 'string' && one !== '') ?? '')
  )
}

/** Where the innermost block around the selection stands. */
function blockAround({ selection: { $from } }: EditorState): number | null {
  for (let depth = $from.depth; depth > 0; depth--) {
    if (isBlock($from.node(depth)) && !PARTS.includes($from.node(depth).type.name)) return $from.before(depth)
  }
  return $from.nodeAfter && isBlock($from.nodeAfter) ? $from.pos : null
}

/** Parts of blocks, which are none by themselves. */
const PARTS = ['tableRow', 'tableCell', 'column']

function blockIdAt(doc: PMNode, pos: number): string | null {
  const $pos = doc.resolve(pos)
  for (let depth = $pos.depth; depth > 0; depth--) {
    const id: unknown = $pos.node(depth).attrs.id
    if (typeof id === 'string') return id
  }
  const id: unknown = $pos.nodeAfter?.attrs.id
  return typeof id === 'string' ? id : null
}

const spansOf = (selection: CellSelection): { from: number; to: number }[] =>
  selection.ranges.map(({ $from, $to }) => ({ from: $from.pos, to: $to.pos }))
