import { type Command, type EditorState, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'

/** What floats over the page, of which there is at most one. All act on the selection of the editor's state. */
export type Popup =
  | { kind: 'block-menu' }
  | { kind: 'link'; mode: 'insert' | 'edit' }
  /** The language of the code block at `pos`. */
  | { kind: 'language'; pos: number }
  /** The panel of that name (`menus/block-panels.tsx`), of the block or inline atom at `pos`; `isNew`: which was put in just now. */
  | { kind: 'block-panel'; name: string; pos: number; isNew?: boolean }
  /** The emoji, at the caret. */
  | { kind: 'emoji' }
  /** The page as JSX (product.md 2.43). */
  | { kind: 'jsx' }

interface SurfaceState {
  popup: Popup | null
  /** What the live region says; a new object says it again. */
  announcement: { text: string } | null
}

const key = new PluginKey<SurfaceState>('surface')
const NOTHING: SurfaceState = { popup: null, announcement: null }

export const surfaceOf = (state: EditorState): SurfaceState => key.getState(state) ?? NOTHING

/** Opens a popup with this transaction, or closes the one that is open. */
export const withPopup = (tr: Transaction, popup: Popup | null): Transaction =>
  tr.setMeta(key, { ...(tr.getMeta(key) as object | undefined), popup })

/** Opens the page's value as JSX (product.md 2.43). */
export const showJsx: Command = (state, dispatch) => {
  dispatch?.(withPopup(state.tr, { kind: 'jsx' }))
  return true
}

/** Says `text` to people who listen to the page. */
export const withAnnouncement = (tr: Transaction, text: string): Transaction =>
  tr.setMeta(key, { ...(tr.getMeta(key) as object | undefined), announcement: { text } })

function mapped(popup: Popup | null, tr: Transaction): Popup | null {
  if (!popup || !('pos' in popup) || !tr.docChanged) return popup
  const { pos, deleted } = tr.mapping.mapResult(popup.pos)
  return deleted && !isSameBlock(popup.pos, pos, tr) ? null : { ...popup, pos }
}

/** Does the block that stood there still stand there? One without text is replaced when others change its attributes. */
function isSameBlock(before: number, after: number, tr: Transaction): boolean {
  const id: unknown = tr.before.nodeAt(before)?.attrs.id
  return typeof id === 'string' && tr.doc.nodeAt(after)?.attrs.id === id
}

/**
 * Which popup is open and what was announced. It is part of the editor's state, so that keys, menus and the view
 * agree. While the address of a link is typed, the text it is for stays marked.
 */
export const surfaceState = () =>
  new Plugin<SurfaceState>({
    key,
    state: {
      init: () => NOTHING,
      apply: (tr, value) => {
        const change = tr.getMeta(key) as Partial<SurfaceState> | undefined
        const popup = mapped(value.popup, tr)
        return change || popup !== value.popup ? { ...value, popup, ...change } : value
      },
    },
    props: {
      decorations: (state) => {
        const { selection, doc } = state
        if (surfaceOf(state).popup?.kind !== 'link' || selection.empty) return null
        return DecorationSet.create(doc, [
          Decoration.inline(selection.from, selection.to, { class: 'is-held' }),
        ])
      },
    },
  })
