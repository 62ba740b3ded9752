import { Plugin } from '@tiptap/pm/state'
import type { EditorView, MarkView, ViewMutationRecord } from '@tiptap/pm/view'
import { SECTION } from '@/blocks/kit/section'
import { sectionOf } from '@/document'
import { updateQuickly } from './quick-update'
import { carriedNumbers } from './section-numbers'

class SectionView implements MarkView {
  readonly dom = document.createElement('div')
  readonly contentDOM = this.dom
  constructor() {
    this.dom.className = SECTION
  }
  /** How far the lists have come is written to the element itself, and is no change of the page. */
  ignoreMutation(mutation: ViewMutationRecord): boolean {
    return mutation.type === 'attributes' && mutation.target === this.dom
  }
}

/** Tells each section how far the numbered lists before it have come. */
function carryNumbers({ dom, state }: EditorView): void {
  const sections = [...dom.children].filter((element) => element.classList.contains(SECTION))
  if (sections.length === 0) return
  const blocks = state.doc.content.content
  const edges: number[] = []
  blocks.forEach((block, i) => {
    const before = blocks[i - 1]
    if (!before || sectionOf(before) !== sectionOf(block)) edges.push(i)
  })
  const carried = carriedNumbers(blocks, edges)
  sections.forEach((section, i) => {
    const { style } = section as HTMLElement
    const value = carried[i] ?? ''
    if (style.getPropertyValue('--carried') === value) return
    if (value) style.setProperty('--carried', value)
    else style.removeProperty('--carried')
  })
}

/**
 * The sections with the ends of the selection are always laid out (`is-near`): what is typed where nothing is painted yet
 * goes astray in Chromium.
 */
function keepNearPainted(view: EditorView, before: ReadonlySet<Element>): Set<Element> {
  const { from, to } = view.state.selection
  const near = new Set<Element>()
  for (const pos of from === to ? [from] : [from, to]) {
    const { node } = view.domAtPos(pos)
    const section = (node instanceof Element ? node : node.parentElement)?.closest(`.${SECTION}`)
    if (section) near.add(section)
  }
  for (const section of before) if (!near.has(section)) section.classList.remove('is-near')
  for (const section of near) if (!before.has(section)) section.classList.add('is-near')
  return near
}

/** How sections (`sectionsPlugin`) are drawn. */
export const sectionViews = (): Plugin =>
  new Plugin({
    props: { markViews: { [SECTION]: () => new SectionView() } },
    view: (view) => {
      let hasChanged = true
      const changed = () => {
        hasChanged = true
      }
      let near = new Set<Element>()
      const update = () => {
        updateQuickly(view, changed)
        near = keepNearPainted(view, near)
        if (hasChanged) carryNumbers(view)
        hasChanged = false
      }
      update()
      return { update }
    },
  })
