import { type EditorState, TextSelection } from '@tiptap/pm/state'
import { t } from '@/shared/i18n'
import { newBlockId } from '@/shared/ids'
import { backspaceKeys } from '../editing/backspace-keys'
import { backspaceAtContainerStart, unwrapContainer } from '../editing/containers'
import { blockRule } from '../editing/input-rules'
import { type BlockCommand, caretAt, wrapSelection } from '../editing/turn-into'
import { container } from '../kit/attributes'
import { type BlockDefinition, defineBlock } from '../kit/define-block'

/** Is the caret in the line of a toggle that is always shown, or the toggle selected? */
const inTitle = ({ selection }: EditorState): boolean => {
  const { $from } = selection
  if (!(selection instanceof TextSelection)) return $from.nodeAfter?.type.name === 'toggle'
  return $from.depth > 1 && $from.node(-1).type.name === 'toggle' && $from.index(-1) === 0
}

const turnInto: BlockCommand = (state, tr, apply) =>
  inTitle(state) ? unwrapContainer('toggle')(state, tr, apply) : wrapSelection(toggle)(state, tr, apply)

/** Enter in an empty title: the toggle becomes what it holds. */
const leaveEmptyTitle: BlockCommand = (state, tr, apply) => {
  const { $from, empty } = state.selection
  if (!empty || !inTitle(state) || $from.parent.content.size > 0) return false
  return unwrapContainer('toggle')(state, tr, apply)
}

/** Enter before the words of a title: a line above the toggle, which stays as it is. */
const lineAbove: BlockCommand = (state, tr, apply) => {
  const { $from, empty } = tr.selection
  const { parent } = $from
  if (!empty || !inTitle(state) || $from.parentOffset > 0 || parent.content.size === 0) return false
  if (parent.type.spec.code) return false
  if (apply) {
    const { indent } = $from.node(-1).attrs
    tr.insert($from.before(-1), state.schema.nodes.paragraph!.create({ id: newBlockId(), indent }))
    tr.scrollIntoView()
  }
  return true
}

/**
 * A line that opens and closes what stands under it. The first of its blocks is the line, a heading as well as a
 * paragraph; whether it is open is each person's own and not part of the page.
 */
export const toggle: BlockDefinition = defineBlock({
  kind: 'toggle',
  content: 'blocks',
  attributes: container,
  insert: [
    {
      id: 'toggle',
      get label() {
        return t('Toggle')
      },
      icon: 'list-collapse',
      keywords: ['collapse', 'fold', 'details', 'accordion', 'expand', 'spoiler'],
      group: 'Blocks',
      hint: '+',
      turnsInto: true,
      turnInto,
      isActive: inTitle,
    },
  ],
  html: {
    rules: [{ tag: 'details' }],
    render: () => ({ tag: 'div', inner: { tag: 'div', attributes: { class: 'toggle-content' } } }),
  },
  markdown: {
    write: (block, writer) => ({ type: 'details', children: writer.blocks(block.children ?? []) }),
    reads: { details: () => ({}) },
  },
  editing: {
    priority: 300,
    addInputRules() {
      return [
        blockRule(/^\+\s$/, ['paragraph'], ({ tr, before, block }) => {
          const title = tr.doc.nodeAt(before)!
          const inner = title.type.create({ ...title.attrs, indent: 0 }, title.content)
          tr.replaceWith(
            before,
            before + title.nodeSize,
            this.type.create({ id: newBlockId(), indent: block.attrs.indent }, inner),
          )
          caretAt(tr, before + 2)
        }),
      ]
    },
    addKeyboardShortcuts() {
      const run = (command: BlockCommand) =>
        this.editor.commands.command(({ state, tr, dispatch }) => command(state, tr, Boolean(dispatch)))
      return {
        Enter: () => run(leaveEmptyTitle) || run(lineAbove),
        ...backspaceKeys(this.editor, () => run(backspaceAtContainerStart('toggle'))),
      }
    },
  },
})
