import { Mark } from '@tiptap/core'
import type { Node as PMNode } from '@tiptap/pm/model'
import type { Transaction } from '@tiptap/pm/state'

/** The name of the mark that top-level blocks of a long page carry in the editor, and there only. */
export const SECTION = 'section'

/** Marks of text; a block's text takes these and nothing else. */
export const FORMATS = 'format'

/**
 * Neighbours with the same section are drawn in one lazily painted container. A matter of display: it is put on by
 * `document/binding/sections.ts`, never stored or copied, and there is no HTML that brings it.
 */
export const sectionMark = Mark.create({
  name: SECTION,
  inclusive: false,
  addAttributes: () => ({ n: { default: 0, rendered: false, parseHTML: () => null } }),
  renderHTML: () => ['div', { class: SECTION }, 0],
})

/**
 * Gives what now stands between two positions at the top of the page the section of the block that stood there. Only for
 * changes that are to be taken back as they are (Backspace after a Markdown shortcut): nothing is left to be added later.
 */
export function keepSection(tr: Transaction, block: PMNode, from: number, to: number): void {
  const mark = block.marks.find(({ type }) => type.name === SECTION)
  if (!mark) return
  tr.doc.nodesBetween(from, to, (node, pos, parent) => {
    if (parent === tr.doc) tr.addNodeMark(pos, mark)
    else if (mark.isInSet(node.marks)) tr.removeNodeMark(pos, mark)
    return !node.inlineContent
  })
}
