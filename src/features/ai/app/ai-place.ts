import type { Editor } from '@tiptap/core'
import type { EditorState, Transaction } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { addDecorations, redraw } from './view-decorations'

/** The text that the AI menu is about. */
export interface AiPlace {
  from: number
  to: number
}

interface Held {
  place: AiPlace
  /** What the positions are positions in. */
  doc: EditorState['doc']
  release(): void
}

const held = new WeakMap<Editor, Held>()

/** What the menu of an editor is about; `null` while it is closed. */
export const aiPlaceOf = (editor: Editor): AiPlace | null => held.get(editor)?.place ?? null

/** Keeps what the AI menu is about, which moves along when others write, and shows it while the focus is in the menu. */
export function holdAiPlace(editor: Editor, place: AiPlace): void {
  releaseAiPlace(editor)
  const { view } = editor
  const follow = ({
    transaction,
    appendedTransactions = [],
  }: {
    transaction: Transaction
    appendedTransactions?: Transaction[]
  }) => {
    const now = held.get(editor)
    if (!now) return
    for (const { mapping } of [transaction, ...appendedTransactions]) {
      const from = mapping.map(now.place.from, 1)
      now.place = { from, to: Math.max(from, mapping.map(now.place.to, -1)) }
    }
    now.doc = editor.state.doc
    redraw(view)
  }
  const remove = addDecorations(view, ({ doc }) => {
    const now = held.get(editor)
    // Between an edit and the word of it the positions are those of before.
    if (now?.doc !== doc || now.place.from === now.place.to) return null
    return DecorationSet.create(doc, [Decoration.inline(now.place.from, now.place.to, { class: 'is-held' })])
  })
  editor.on('transaction', follow)
  held.set(editor, {
    place,
    doc: view.state.doc,
    release() {
      editor.off('transaction', follow)
      remove()
    },
  })
  redraw(view)
}

/** The menu has closed. */
export function releaseAiPlace(editor: Editor): void {
  const now = held.get(editor)
  held.delete(editor)
  now?.release()
}
