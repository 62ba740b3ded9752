import type { Editor } from '@tiptap/core'

const followers = new WeakMap<Editor, (by: number) => void>()

/** Calls `step` when a key asks for the next suggestion (1) or the one before (-1); the returned function ends that. */
export function onStep(editor: Editor, step: (by: number) => void): () => void {
  followers.set(editor, step)
  return () => {
    if (followers.get(editor) === step) followers.delete(editor)
  }
}

/** What goes through the suggestions of the page in an editor; undefined where nothing is suggested. */
export const stepsOf = (editor: Editor | undefined): ((by: number) => void) | undefined =>
  editor && followers.get(editor)
