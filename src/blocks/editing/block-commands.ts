import { type CommandProps, Extension } from '@tiptap/core'
import type { Attributes as BlockAttributes } from '../kit/attributes'
import { type BlockDefinition, tiptapKey } from '../kit/define-block'
import { backspaceKeys, deleteKeys } from './backspace-keys'
import { deleteAtEnd, intoLayoutAbove } from './delete-at-end'
import { backspaceAtStart, enterInCode, enterInText, leaveCode, tabInCode } from './enter'
import { moveIndent } from './indent'
import { type BlockCommand, insertBlock, toggleBlock, turnInto } from './turn-into'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    blockCommands: {
      /** Turns the selected blocks into a kind, keeping their text and ids. */
      turnInto: (kind: string, attributes?: BlockAttributes) => ReturnType
      /** The same, or back into text when they already are of it. */
      toggleBlock: (kind: string, attributes?: BlockAttributes) => ReturnType
      /** Inserts a new block below, or in place of an empty paragraph. */
      insertBlock: (kind: string, attributes?: BlockAttributes) => ReturnType
      /** Makes the selected blocks list items with this marker, or text again. */
      toggleListStyle: (listStyleType: string) => ReturnType
      indentBlocks: () => ReturnType
      outdentBlocks: () => ReturnType
      /** Ticks or unticks the to-do item at a position (of its node), or the one with the caret. */
      toggleChecked: (pos?: number) => ReturnType
    }
  }
}

const asTiptap =
  (command: BlockCommand) =>
  ({ state, tr, dispatch }: CommandProps): boolean =>
    command(state, tr, dispatch !== undefined)

const toggleChecked =
  (given?: number): BlockCommand =>
  (_state, tr, apply) => {
    const pos = given ?? (tr.selection.$from.depth > 0 ? tr.selection.$from.before() : -1)
    const node = pos >= 0 ? tr.doc.nodeAt(pos) : null
    if (node?.type.name !== 'listItem' || !String(node.attrs.listStyleType).startsWith('todo')) return false
    if (apply) tr.setNodeAttribute(pos, 'checked', !node.attrs.checked)
    return true
  }

/**
 * The commands that work over all kinds, and the keys of text blocks (rulings 5). A shortcut in a kind's insert entry
 * becomes a key here; nothing about single kinds is repeated.
 */
export function blockCommands(kinds: readonly BlockDefinition[]): Extension {
  const byKind = new Map(kinds.map((definition) => [definition.kind, definition]))
  const paragraph = byKind.get('paragraph')!
  const forKind =
    (kind: string, make: (definition: BlockDefinition) => BlockCommand) =>
    (props: CommandProps): boolean => {
      const definition = byKind.get(kind)
      return definition !== undefined && asTiptap(make(definition))(props)
    }

  return Extension.create({
    name: 'blockCommands',
    priority: 200,

    addCommands: () => ({
      turnInto: (kind, attributes) => forKind(kind, (definition) => turnInto(definition, attributes)),
      toggleBlock: (kind, attributes) =>
        forKind(kind, (definition) => toggleBlock(definition, paragraph, attributes)),
      insertBlock: (kind, attributes) => forKind(kind, (definition) => insertBlock(definition, attributes)),
      toggleListStyle: (listStyleType) =>
        forKind('listItem', (definition) => toggleBlock(definition, paragraph, { listStyleType })),
      indentBlocks: () => asTiptap(moveIndent(1)),
      outdentBlocks: () => asTiptap(moveIndent(-1)),
      toggleChecked: (pos) => asTiptap(toggleChecked(pos)),
    }),

    addKeyboardShortcuts() {
      const run = (command: BlockCommand) => () =>
        this.editor.commands.command((props) => asTiptap(command)(props))
      const entries = kinds.flatMap((definition) =>
        definition.insert
          .filter((entry) => entry.shortcut !== undefined)
          .map((entry) => [
            tiptapKey(entry.shortcut!),
            () => this.editor.commands.toggleBlock(definition.kind, entry.attributes),
          ]),
      )
      const tab = (by: 1 | -1) => () => {
        const { $from } = this.editor.state.selection
        if (!this.editor.isEditable) return false
        const isMoved = run($from.parent.type.spec.code ? tabInCode(by) : moveIndent(by))()
        // Tab never leaves the text by accident, even where nothing can be indented; Escape, then Tab, does.
        return isMoved || $from.parent.isTextblock
      }
      const enter = () => run(enterInCode)() || run(enterInText(paragraph))()
      return {
        ...Object.fromEntries(entries),
        Enter: enter,
        ...backspaceKeys(this.editor, () => run(backspaceAtStart(paragraph))() || run(intoLayoutAbove)()),
        ...deleteKeys(run(deleteAtEnd)),
        Tab: tab(1),
        'Shift-Tab': tab(-1),
        'Mod-Enter': run(leaveCode),
        'Mod-Alt-Enter': run(toggleChecked()),
      }
    },
  })
}
