import type { Node } from '@tiptap/pm/model'
import type { Decoration, DecorationSet, EditorView } from '@tiptap/pm/view'
import type * as Y from 'yjs'
import { blockStart, type PageBinding, type PageIndex } from '@/document'
import { itemsIn, LivePlaces, movedFrom, type Sid, type Suggestions } from '@/document/review'
import type { OwnStore } from '@/shared/store'
import { drawBlock, drawOrigin, movedBy } from './draw-block'
import { reviewKey } from './review-key'

/** Draws what is suggested in an editor, again for the blocks in which something has changed. */
export class Painter {
  /** Is anything to be drawn? Nothing is where the page is read without marks. */
  isDrawn = true
  private readonly stale = new Set<string>()
  private isAllStale = true
  private isWaiting = false
  private isClosed = false
  private drawnActive: Sid | null = null
  /** The blocks of which it is shown where they were. */
  private readonly origins = new Set<string>()
  private readonly ends: (() => void)[]

  constructor(
    private readonly view: EditorView,
    private readonly binding: PageBinding,
    private readonly suggestions: Suggestions,
    private readonly activeSid: OwnStore<Sid | null>,
  ) {
    const { doc } = binding
    doc.on('afterTransaction', this.takeIn)
    this.ends = [
      () => doc.off('afterTransaction', this.takeIn),
      binding.onChange(({ blocks, lists }) => {
        if (suggestions.isEmpty) return
        for (const id of blocks) this.stale.add(id)
        // What moved was drawn elsewhere.
        if (lists.size > 0) this.isAllStale = true
        this.drawSoon()
      }),
    ]
    this.drawSoon()
  }

  close(): void {
    this.isClosed = true
    for (const end of this.ends) end()
  }

  drawAll(): void {
    this.isAllStale = true
    this.drawSoon()
  }

  /** Draws the active suggestion as the active one, and the one before no longer. */
  drawActive(): void {
    for (const sid of [this.drawnActive, this.activeSid.get()]) if (sid) this.noteSid(sid)
    this.drawSoon()
  }

  private readonly takeIn = (transaction: Y.Transaction): void => {
    const { ranges, blocks, sids } = this.suggestions.takeIn(transaction)
    if (sids.size === 0) return
    const places = new LivePlaces(this.binding.index)
    for (const { client, clock, length } of ranges) this.noteRange(places, client, clock, length)
    for (const id of blocks) this.stale.add(id)
    this.drawSoon()
  }

  private noteSid(sid: Sid): void {
    const places = new LivePlaces(this.binding.index)
    for (const part of this.suggestions.of(sid)) {
      if (part.op === '/') this.stale.add(part.block)
      else if (part.op !== 'head') this.noteRange(places, part.client, part.clock, part.length)
    }
  }

  private noteRange(places: LivePlaces, client: number, clock: number, length: number): void {
    for (const item of itemsIn(this.binding.doc, client, clock, clock + length)) {
      const place = places.of(item)
      if (place) this.stale.add(place.block)
    }
  }

  private drawSoon(): void {
    if (this.isWaiting) return
    this.isWaiting = true
    // Behind what the binding does when the same turn is over.
    queueMicrotask(() => queueMicrotask(this.draw))
  }

  private readonly draw = (): void => {
    this.isWaiting = false
    const { view, binding } = this
    if (this.isClosed || view.isDestroyed) return
    const { doc } = view.state
    if (!binding.isShown(doc) || !binding.isReadBack) {
      // What is being composed, or written: it is drawn once that is done.
      this.isWaiting = true
      setTimeout(this.draw, 30)
      return
    }
    const ids = this.isAllStale ? this.allBlocks() : new Set(this.stale)
    let painted = reviewKey.getState(view.state) as DecorationSet
    if (this.isAllStale) {
      painted = painted.remove(painted.find())
      this.origins.clear()
    }
    this.stale.clear()
    this.isAllStale = false
    this.drawnActive = this.activeSid.get()
    const added: Decoration[] = []
    for (const id of ids) {
      if (this.origins.delete(id))
        painted = painted.remove(painted.find(undefined, undefined, ({ origin }) => origin === id))
    }
    for (const { id, node, start } of this.shownAmong(ids, doc)) {
      const end = start + node.nodeSize
      painted = painted.remove(painted.find(start, end, ({ block }) => block === id))
      if (!this.isDrawn || this.suggestions.isEmpty) continue
      added.push(...drawBlock(binding.index, this.suggestions, id, node, start, this.drawnActive))
      const origin = this.originOf(id, doc)
      if (origin) added.push(origin)
    }
    if (added.length > 0) painted = painted.add(doc, added)
    if (painted === reviewKey.getState(view.state)) return
    view.dispatch(view.state.tr.setMeta(reviewKey, painted).setMeta('addToHistory', false))
  }

  private originOf(id: string, doc: Node): Decoration | null {
    const { index } = this.binding
    const sid = movedBy(index, this.suggestions, id)
    const beside = sid && movedFrom(index, this.binding.doc, id)
    const [shown] = beside ? this.shownAmong(new Set([beside.block]), doc) : []
    if (!sid || !beside || !shown) return null
    this.origins.add(id)
    return drawOrigin(beside, { ...shown, id, sid, isActive: sid === this.drawnActive })
  }

  private *shownAmong(
    ids: ReadonlySet<string>,
    doc: Node,
  ): Generator<{ id: string; node: Node; start: number }> {
    const { index } = this.binding
    for (const id of ids) {
      const start = isShown(index, id) ? blockStart(index, doc, id) : null
      const node = start === null ? null : doc.nodeAt(start)
      if (start !== null && node) yield { id, node, start }
    }
  }

  /** All blocks of which something is suggested. */
  private allBlocks(): Set<string> {
    for (const sid of this.suggestions.sids) this.noteSid(sid)
    return new Set(this.stale)
  }
}

const isShown = (index: PageIndex, id: string): boolean =>
  index.tree.gridOfCell(id) !== null || index.tree.isShown(id)
