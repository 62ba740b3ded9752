import { isMacOS } from '@tiptap/core'

/**
 * The keys that delete backwards. At the start of a block each of them does what Backspace does there (`atStart`), and so do those that
 * delete a word or a line elsewhere; Backspace itself, with Shift held or not, first takes back what a shortcut has just made.
 */
export function backspaceKeys(
  editor: { readonly commands: { undoInputRule(): boolean } },
  atStart: () => boolean,
): Record<string, () => boolean> {
  const backspace = () => editor.commands.undoInputRule() || atStart()
  return {
    Backspace: backspace,
    'Shift-Backspace': backspace,
    'Mod-Backspace': atStart,
    ...(isMacOS() ? { 'Alt-Backspace': atStart, 'Ctrl-h': atStart } : {}),
  }
}
