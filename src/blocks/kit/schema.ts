import { Node } from '@tiptap/core'
import { SECTION } from './section'

/** The page itself: one or more blocks. */
export const pageNode = Node.create({ name: 'doc', topNode: true, content: 'block+', marks: SECTION })

export const textNode = Node.create({ name: 'text', group: 'inline' })

/** A line break inside a block; `\n` in the blocks JSON. */
export const hardBreak = Node.create({
  name: 'hardBreak',
  group: 'inline',
  inline: true,
  selectable: false,
  linebreakReplacement: true,
  parseHTML: () => [{ tag: 'br' }],
  renderHTML: () => ['br'],
  renderText: () => '\n',
  addKeyboardShortcuts() {
    return { 'Shift-Enter': () => this.editor.commands.insertContent({ type: this.name }) }
  },
})
