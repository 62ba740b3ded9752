import type { Node as PMNode } from '@tiptap/pm/model'
import { type EditorState, Plugin } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { textOfLeaf } from '@/blocks/plain-text'
import type { Heading } from '@/blocks/table-of-contents/headings'
import { sharedEnds } from '@/shared/shared-ends'
import { createListeners } from '@/shared/store'

const wordsOf = (node: PMNode): string =>
  node.textBetween(0, node.content.size, undefined, textOfLeaf).replace(/\s+/g, ' ').trim()

const headings = new WeakMap<PMNode, readonly Heading[]>()
const NONE: readonly Heading[] = []

/** The headings in a block; of one that has not changed they are known. */
function headingsIn(block: PMNode): readonly Heading[] {
  if (block.isTextblock && block.type.name !== 'heading') return NONE
  if (block.isLeaf) return NONE
  let found = headings.get(block)
  if (!found) {
    if (block.type.name === 'heading') {
      const text = wordsOf(block)
      const { id, level } = block.attrs
      found = text && typeof id === 'string' ? [{ id, level: Number(level), text }] : NONE
    } else found = block.content.content.flatMap((child) => [...headingsIn(child)])
    headings.set(block, found)
  }
  return found
}

/** All headings of a page that say something, in order. Looks into those blocks only that are new since the last time. */
export function outlineOfDoc(doc: PMNode): Heading[] {
  const all: Heading[] = []
  doc.forEach((block) => {
    for (const heading of headingsIn(block)) all.push(heading)
  })
  return all
}

const same = (a: readonly Heading[], b: readonly Heading[]): boolean =>
  a.length === b.length &&
  a.every(({ id, level, text }, at) => {
    const other = b[at]!
    return id === other.id && level === other.level && text === other.text
  })

/** Have the blocks that are not the same in both the same headings? Few of them are looked into while somebody types. */
export function haveSameHeadings(before: PMNode, after: PMNode): boolean {
  const [old, now] = [before.content.content, after.content.content]
  const { head, tail } = sharedEnds(old, now)
  const between = (blocks: readonly PMNode[]) => blocks.slice(head, blocks.length - tail).flatMap(headingsIn)
  return same(between(old), between(now))
}

/** Milliseconds of quiet before the headings are looked for again. */
const PAUSE = 150

/** The headings of the page in an editor, for those who show them. While nobody does, it does nothing. */
export class Outline {
  private known: readonly Heading[] = []
  private seen: PMNode | null = null
  private readonly listeners = createListeners()
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly view: EditorView) {}

  /** The headings as they were when the page was last looked through; the same array while they are the same. */
  get = (): readonly Heading[] => this.known

  /** Calls back when the headings have changed; the returned function ends that. */
  subscribe = (listener: () => void): (() => void) => {
    const stop = this.listeners.subscribe(listener)
    this.look()
    return stop
  }

  update(_view: EditorView, before: EditorState): void {
    if (this.listeners.count() === 0 || before.doc === this.view.state.doc || this.timer !== undefined) return
    this.timer = setTimeout(() => {
      this.timer = undefined
      if (!this.view.isDestroyed) this.look()
    }, PAUSE)
  }

  destroy(): void {
    clearTimeout(this.timer)
  }

  private look(): void {
    const { doc } = this.view.state
    const { seen } = this
    if (doc === seen) return
    this.seen = doc
    if (seen && haveSameHeadings(seen, doc)) return
    const found = outlineOfDoc(doc)
    if (same(found, this.known)) return
    this.known = found
    this.listeners.tell()
  }
}

const outlines = new WeakMap<EditorView, Outline>()

/** The outline of an editor that has `outlinePlugin`. */
export const outlineOf = (view: EditorView): Outline | undefined => outlines.get(view)

export const outlinePlugin = () =>
  new Plugin({
    view(view) {
      const outline = new Outline(view)
      outlines.set(view, outline)
      return outline
    },
  })
