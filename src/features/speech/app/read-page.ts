import type { Editor, EditorEvents } from '@tiptap/core'
import type { ActionTarget, OpenEditor } from '@/blocks/kit/action'
import { areaOf, domRange, scrollerOf } from '@/editor/find/show-match'
import { suggestedAway } from '@/editor/review/suggested-away'
import { UNTITLED } from '@/features/pages/model'
import { toast } from '@/ui/toast'
import { NO_SELECTION } from '../model'
import { type Piece, read, stopReading } from './reading'
import { type Sentence, sentencesIn } from './sentences'

/** The browser's own marking of ranges: the elements of the page stay as they are. */
const HIGHLIGHT = 'reading-aloud'

/** Reads the page of an editor, its title first. */
export async function readPage({ page, editor }: ActionTarget): Promise<void> {
  if (!editor) return
  const { state } = editor.view
  const title = page && page.title !== UNTITLED() ? page.title.trim() : ''
  await readSentences(
    editor,
    sentencesIn(state.doc, undefined, suggestedAway(state, 0, state.doc.content.size)),
    'page',
    title ? [{ text: title }] : [],
  )
}

/** Reads what is selected, and says so where nothing is. */
export async function readSelection(editor: OpenEditor): Promise<void> {
  const { selection, doc } = editor.view.state
  if (selection.empty) {
    stopReading()
    toast.error(NO_SELECTION(), { id: 'speech' })
    return
  }
  await readSentences(
    editor,
    sentencesIn(doc, selection, suggestedAway(editor.view.state, selection.from, selection.to)),
    'selection',
  )
}

async function readSentences(
  { editor }: OpenEditor,
  sentences: readonly Sentence[],
  about: string,
  before: readonly Piece[] = [],
): Promise<void> {
  const places = new Places(editor, sentences)
  try {
    const pieces = sentences.map(({ text }, at) => ({ text, onBegin: () => places.show(at) }))
    await read([...before, ...pieces], about)
  } finally {
    places.close()
  }
}

/** Where the sentences stand while others write, and the one that is marked. */
class Places {
  private current: number | null = null
  private frame = 0
  private readonly highlight: Highlight | null
  private places: { from: number; to: number }[]

  constructor(
    private readonly editor: Editor,
    sentences: readonly Sentence[],
  ) {
    this.places = sentences.map(({ from, to }) => ({ from, to }))
    this.highlight = typeof Highlight === 'function' && 'highlights' in CSS ? new Highlight() : null
    if (this.highlight) CSS.highlights.set(HIGHLIGHT, this.highlight)
    editor.on('transaction', this.changed)
    editor.on('destroy', stopReading)
  }

  close(): void {
    cancelAnimationFrame(this.frame)
    this.editor.off('transaction', this.changed)
    this.editor.off('destroy', stopReading)
    this.highlight?.clear()
    if (this.highlight && CSS.highlights.get(HIGHLIGHT) === this.highlight) CSS.highlights.delete(HIGHLIGHT)
  }

  /** Marks a sentence, and follows it as long as the one before was in sight. */
  show(at: number): void {
    const follows = this.current === null || this.isInSight()
    this.current = at
    this.paint()
    if (follows && !this.isInSight())
      this.range()?.startContainer.parentElement?.scrollIntoView({ block: 'center' })
  }

  private readonly changed = ({ transaction, appendedTransactions }: EditorEvents['transaction']) => {
    const changes = [transaction, ...appendedTransactions].filter(({ docChanged }) => docChanged)
    if (changes.length === 0) return
    for (const { mapping } of changes)
      this.places = this.places.map(({ from, to }) => ({
        from: mapping.map(from, 1),
        to: mapping.map(to, -1),
      }))
    cancelAnimationFrame(this.frame)
    this.frame = requestAnimationFrame(() => this.paint())
  }

  private range(): Range | null {
    const place = this.current === null ? undefined : this.places[this.current]
    const { editor } = this
    if (!place || editor.isDestroyed || place.from >= place.to || place.to > editor.state.doc.content.size)
      return null
    return domRange(editor.view, place.from, place.to)
  }

  private paint(): void {
    this.highlight?.clear()
    const range = this.range()
    if (range) this.highlight?.add(range)
  }

  private isInSight(): boolean {
    const box = this.range()?.getBoundingClientRect()
    if (!box) return true
    const { top, bottom } = areaOf(scrollerOf(this.editor.view.dom))
    return box.top >= top && box.bottom <= bottom
  }
}
