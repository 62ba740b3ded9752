import { isMacOS } from '@tiptap/core'

/** The keys that delete forwards: at the end of a block each does what Delete does there. */
export const deleteKeys = (atEnd: () => boolean): Record<string, () => boolean> => ({
  Delete: atEnd,
  'Mod-Delete': atEnd,
  ...(isMacOS() ? { 'Alt-Delete': atEnd, 'Alt-d': atEnd, 'Ctrl-d': atEnd } : {}),
})

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
