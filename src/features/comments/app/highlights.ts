import type { Editor } from '@tiptap/core'
import type { DiscussionPlace } from '@/document'
import { discussionPlaces, pageDocOf, Suggestions, suggestionsOf } from '@/document'
import { inSight } from '@/editor/find/paint'
import { domRange } from '@/editor/find/show-match'
import type { OwnStore } from '@/shared/store'
import { overlaps } from './overlaps'

/** Milliseconds of quiet after an edit, until places are read again from the page. Until then they go with the edits. */
const QUIET = 200
/** As many places are marked at once. */
const MOST = 500

const NAMES = ['comment', 'comment-twice', 'comment-hover', 'comment-active'] as const
type Name = (typeof NAMES)[number]

/** What is to be marked, asked whenever it is drawn. */
export interface Marked {
  /** The discussions about blocks, with their blocks. */
  blocks(): Iterable<readonly [discussion: string, block: string]>
  /** Is a discussion one that is marked? Those that are resolved, or not known yet, are not. */
  isShown(discussion: string): boolean
  active(): string | null
  hovered(): string | null
  /** What a discussion that is being begun is about. */
  draft(): { from: number; to: number } | null
}

export interface Highlights {
  /** What is marked has changed. */
  refresh(): void
  /** The discussions at a point of the window, the shortest text first. */
  at(x: number, y: number): string[]
  /** Where those that are marked stand now. */
  shown(): readonly DiscussionPlace[]
  /** Where a discussion stands now, of several places the first. */
  placeOf(discussion: string): { from: number; to: number } | null
  stop(): void
}

/**
 * Keeps `places` at what the page says and marks those in sight (CSS Custom Highlight API, as found words are): elements of
 * the page stay as they are, so that typing costs what it did. Null for an editor that is not live.
 */
export function openHighlights(
  editor: Editor,
  places: OwnStore<readonly DiscussionPlace[] | null>,
  marked: Marked,
): Highlights | null {
  const doc = pageDocOf(editor.state)
  if (!doc) return null
  const suggestions = Suggestions.shared(doc)
  const painter = makePainter()
  let timer: ReturnType<typeof setTimeout> | undefined
  let frame = 0
  /** The places in the document that the editor shows now. */
  let now: readonly DiscussionPlace[] = []

  const read = () => {
    clearTimeout(timer)
    timer = undefined
    if (editor.isDestroyed) return
    const found = discussionPlaces(editor.state, suggestions, marked.blocks())
    // In the middle of composing: asked again after the next change.
    if (!found) return void readSoon()
    now = found
    places.set(found)
    paint()
  }
  const readSoon = (ms = QUIET) => {
    clearTimeout(timer)
    timer = setTimeout(read, ms)
  }
  const shown = () => now.filter(({ discussion }) => marked.isShown(discussion))
  const draw = () => {
    frame = 0
    if (!editor.isDestroyed) painter.paint(editor, shown(), marked)
  }
  const paint = () => {
    if (frame === 0) frame = requestAnimationFrame(draw)
  }
  const changed = ({ transaction: { docChanged, mapping } }: { transaction: Editor['state']['tr'] }) => {
    if (!docChanged) return
    now = now.map((place) => ({ ...place, from: mapping.map(place.from, 1), to: mapping.map(place.to, -1) }))
    paint()
    readSoon()
  }
  const anchored = () => readSoon(0)
  suggestionsOf(doc).observe(anchored)
  editor.on('transaction', changed)
  window.addEventListener('scroll', paint, { capture: true, passive: true })
  window.addEventListener('resize', paint)
  read()
  return {
    refresh: read,
    at(x, y) {
      const hit = shown().filter(
        ({ from, to, isBlock }) => !isBlock && from < to && isAt(editor, from, to, x, y),
      )
      return hit.sort((a, b) => a.to - a.from - (b.to - b.from)).map(({ discussion }) => discussion)
    },
    shown,
    placeOf: (id) => now.find(({ discussion }) => discussion === id) ?? null,
    stop() {
      clearTimeout(timer)
      cancelAnimationFrame(frame)
      suggestionsOf(doc).unobserve(anchored)
      suggestions.close()
      editor.off('transaction', changed)
      window.removeEventListener('scroll', paint, { capture: true })
      window.removeEventListener('resize', paint)
      painter.clear()
      places.set(null)
    },
  }
}

/** Is a point of the window on the text between two positions? Of far away ones nothing is measured. */
function isAt({ view }: Editor, from: number, to: number, x: number, y: number): boolean {
  const found = view.posAtCoords({ left: x, top: y })
  if (!found || found.pos < from || found.pos > to) return false
  return [...domRange(view, from, to).getClientRects()].some(
    ({ left, right, top, bottom }) => x >= left && x <= right && y >= top && y <= bottom,
  )
}

/** Marks by name what it is told, in place of what it marked before. */
function makePainter() {
  const canHighlight = typeof Highlight === 'function' && 'highlights' in CSS
  let own: { highlight: Highlight; range: Range }[] = []
  const highlightOf = (name: Name): Highlight => {
    const known = CSS.highlights.get(name)
    if (known) return known
    const made = new Highlight()
    made.priority = NAMES.indexOf(name)
    CSS.highlights.set(name, made)
    return made
  }
  const clear = () => {
    for (const { highlight, range } of own) highlight.delete(range)
    own = []
  }
  return {
    clear,
    paint(editor: Editor, shown: readonly DiscussionPlace[], marked: Marked) {
      if (!canHighlight) return
      clear()
      const draft = marked.draft()
      if (shown.length === 0 && !draft) return
      const sight = inSight(editor)
      const near = shown.filter(({ from, to }) => to > sight.from && from < sight.to).slice(0, MOST)
      const size = editor.state.doc.content.size
      const add = (name: Name, { from, to }: { from: number; to: number }) => {
        if (from >= to || to > size) return
        const range = domRange(editor.view, from, to)
        const highlight = highlightOf(name)
        highlight.add(range)
        own.push({ highlight, range })
      }
      const texts = near.map((place) => (place.isBlock ? insideOf(editor, place) : place))
      for (const place of texts) add('comment', place)
      for (const place of overlaps(texts)) add('comment-twice', place)
      for (const [at, { discussion }] of near.entries()) {
        if (discussion === marked.hovered()) add('comment-hover', texts[at]!)
        if (discussion === marked.active()) add('comment-active', texts[at]!)
      }
      if (draft) add('comment-active', draft)
    },
  }
}

/** The text of a block that has some; of others nothing is marked this way. */
function insideOf({ state }: Editor, { from }: DiscussionPlace): { from: number; to: number } {
  const node = state.doc.nodeAt(from)
  return node?.isTextblock ? { from: from + 1, to: from + 1 + node.content.size } : { from, to: from }
}
