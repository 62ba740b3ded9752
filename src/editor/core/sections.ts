import { Plugin } from '@tiptap/pm/state'
import type { EditorView, MarkView, ViewMutationRecord } from '@tiptap/pm/view'
import { SECTION } from '@/blocks/kit/section'
import { sectionOf } from '@/document'
import { fastViewUpdate } from './fast-view-update'
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

const sectionAt = (node: Node | null | undefined): Element | null =>
  (node instanceof Element ? node : node?.parentElement)?.closest(`.${SECTION}`) ?? null

/** Types its character where the caret is, which is painted. */
const isTyped = ({ key, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean =>
  key.length === 1 && !ctrlKey && !altKey && !metaKey

/**
 * The sections that are laid out wherever the page is scrolled to (`is-near`). Chromium knows no lines, words or characters
 * in what is not painted yet: what is typed there goes astray, and a caret that would go over the edge of a section stays
 * where it is or lands anywhere on the page.
 */
class NearSections {
  #near: ReadonlySet<Element> = new Set()
  readonly #view: EditorView

  constructor(view: EditorView) {
    this.#view = view
  }

  /** Keeps those with the ends of the selection, and those beside them that a key has reached for. */
  follow(): void {
    const { from, to } = this.#view.state.selection
    const near = new Set<Element>()
    for (const pos of from === to ? [from] : [from, to]) {
      const section = sectionAt(this.#view.domAtPos(pos).node)
      if (section) near.add(section)
    }
    if (this.#near.size > near.size) {
      for (const section of [...near]) {
        for (const beside of [section.previousElementSibling, section.nextElementSibling])
          if (beside && this.#near.has(beside)) near.add(beside)
      }
    }
    this.#set(near)
  }

  /** Before the browser moves the caret, which may have gone on since the last change of the editor's state. */
  reach({ key }: { key?: string }): void {
    const selection = this.#view.dom.ownerDocument.getSelection()
    const near = new Set(this.#near)
    for (const end of [selection?.anchorNode, selection?.focusNode]) {
      const section = sectionAt(end)
      if (!section || !this.#view.dom.contains(section)) continue
      near.add(section)
      const far = key === 'PageUp' || key === 'PageDown' ? window.innerHeight : 1
      for (const way of ['previousElementSibling', 'nextElementSibling'] as const) {
        let reached = 0
        for (let beside = section[way]; beside && reached < far; beside = beside[way]) {
          near.add(beside)
          beside.classList.add('is-near')
          reached += far > 1 ? (beside as HTMLElement).offsetHeight : 1
        }
      }
    }
    this.#set(near)
  }

  #set(near: ReadonlySet<Element>): void {
    for (const section of this.#near) if (!near.has(section)) section.classList.remove('is-near')
    for (const section of near) if (!this.#near.has(section)) section.classList.add('is-near')
    this.#near = near
  }
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
      const near = new NearSections(view)
      const onKey = (event: KeyboardEvent) => {
        if (!isTyped(event)) near.reach(event)
      }
      // What a virtual keyboard takes away comes without its key.
      const onInput = ({ inputType }: InputEvent) => {
        if (inputType.startsWith('delete')) near.reach({})
      }
      const { dom } = view
      dom.addEventListener('keydown', onKey, true)
      dom.addEventListener('beforeinput', onInput, true)
      const update = () => {
        fastViewUpdate(view, changed)
        near.follow()
        if (hasChanged) carryNumbers(view)
        hasChanged = false
      }
      update()
      return {
        update,
        destroy: () => {
          dom.removeEventListener('keydown', onKey, true)
          dom.removeEventListener('beforeinput', onInput, true)
        },
      }
    },
  })
