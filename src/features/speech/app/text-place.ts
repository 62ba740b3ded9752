import type { Editor, EditorEvents } from '@tiptap/core'
import { ownUndoStep } from '@/document'

/** Where words are to be written, kept while others write. */
export interface TextPlace {
  /** Writes them, as a step of undo of its own; false when that is not possible any more. */
  write(words: string): boolean
  /** It is wanted no more. */
  leave(): void
}

/** Where the caret of an editor is now, or what is selected, which the words then take the place of. */
export function placeOfCaret(editor: Editor): TextPlace {
  let { from, to } = editor.state.selection
  const changed = ({ transaction, appendedTransactions }: EditorEvents['transaction']) => {
    for (const { docChanged, mapping } of [transaction, ...appendedTransactions]) {
      if (!docChanged) continue
      // What is typed behind the selected words is not among those that are replaced.
      to = mapping.map(to, from < to ? -1 : 1)
      from = Math.min(mapping.map(from, 1), to)
    }
  }
  editor.on('transaction', changed)
  return {
    write(words) {
      if (editor.isDestroyed || !editor.view.editable) return false
      const { doc, tr } = editor.state
      if (to > doc.content.size) return false
      const $from = doc.resolve(from)
      if (!$from.parent.inlineContent || to > $from.end()) return false
      const before = doc.textBetween($from.start(), from, undefined, ' ').at(-1)
      const after = doc.textBetween(to, $from.end(), undefined, ' ').at(0)
      const spaced = `${needsSpace(before, words.at(0)) ? ' ' : ''}${words}${needsSpace(words.at(-1), after) ? ' ' : ''}`
      editor.view.dispatch(ownUndoStep(tr).insertText(spaced, from, to).scrollIntoView())
      return true
    },
    leave: () => void editor.off('transaction', changed),
  }
}

/** Do two characters want a space between them? Scripts without spaces do not, nor do what opens and closes. */
const needsSpace = (left: string | undefined, right: string | undefined): boolean =>
  left !== undefined &&
  right !== undefined &&
  /[\p{L}\p{N}.,!?:;)\]”’]/u.test(left) &&
  /[\p{L}\p{N}(“‘[]/u.test(right) &&
  !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(left + right)
