import { Editor, isMacOS } from '@tiptap/core'
import { TextSelection } from '@tiptap/pm/state'
import { type Block, blocksFromDoc, docFromBlocks, schemaExtensions } from '../index'
import { withoutIds } from '../markdown/write'

interface Press {
  key: string
  ctrl?: boolean
  shift?: boolean
  alt?: boolean
}

/** An editor without a screen; `|` in a text is the caret, a second one the other end of the selection. */
export function editing(...given: Block[]) {
  const places: { id: string; offset: number }[] = []
  const blocks = given.map(function unmark(block): Block {
    const words = block.text?.[0] && 'text' in block.text[0] ? block.text[0].text : ''
    const parts = words.split('|')
    for (let index = 1; index < parts.length; index++) {
      places.push({ id: block.id, offset: parts.slice(0, index).join('').length })
    }
    return {
      ...block,
      ...(block.text ? { text: [{ ...block.text[0]!, text: parts.join('') }, ...block.text.slice(1)] } : {}),
      ...(block.children ? { children: block.children.map(unmark) } : {}),
    }
  })
  const editor = new Editor({
    element: null,
    extensions: schemaExtensions(),
    content: docFromBlocks(blocks).toJSON(),
  })
  // Without a screen the editor has not taken its plugins into use yet.
  editor.view.updateState(editor.state.reconfigure({ plugins: editor.extensionManager.plugins }))
  const [from, to] = places.map(({ id, offset }) => {
    let found = -1
    editor.state.doc.descendants((node, pos) => {
      if (node.attrs.id === id) found = pos + 1 + offset
    })
    return found
  })
  editor.view.dispatch(editor.state.tr.setSelection(TextSelection.create(editor.state.doc, from!, to)))

  /** Asks the plugins in order, as the view does. */
  const ask = (handler: 'handleKeyDown' | 'handleTextInput', ...args: unknown[]): boolean =>
    editor.state.plugins.some((plugin) => {
      const handle = plugin.props[handler] as ((...given: unknown[]) => boolean | undefined) | undefined
      return handle?.call(plugin, editor.view, ...args) ?? false
    })

  return {
    editor,
    press({ key, ctrl = false, shift = false, alt = false }: Press): boolean {
      const event = {
        key,
        keyCode: 0,
        ctrlKey: ctrl && !isMacOS(),
        metaKey: ctrl && isMacOS(),
        shiftKey: shift,
        altKey: alt,
        preventDefault() {},
      }
      return ask('handleKeyDown', event)
    },
    type(text: string): void {
      for (const character of text) {
        const { from: start, to: end } = editor.state.selection
        if (character === '\n') this.press({ key: 'Enter' })
        else if (!ask('handleTextInput', start, end, character)) {
          editor.view.dispatch(editor.state.tr.insertText(character, start, end))
        }
      }
    },
    blocks: () => blocksFromDoc(editor.state.doc),
    /** The blocks without ids, which are random for new ones. */
    page: () => blocksFromDoc(editor.state.doc).map(withoutIds),
    /** Which block the caret is in, and where. */
    caret: () => {
      const { $from } = editor.state.selection
      return { id: $from.parent.attrs.id as string, offset: $from.parentOffset }
    },
  }
}
