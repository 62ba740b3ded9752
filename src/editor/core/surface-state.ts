import type { Node as PMNode } from '@tiptap/pm/model'
import { type Command, type EditorState, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { isFromElsewhere } from '@/document'
import { t } from '@/shared/i18n'
import { atomPlace } from './atom-place'

/** What was put in, as it was then, and the transaction that did it. */
export interface PutIn {
  node: PMNode
  by: Transaction
}

/** What floats over the page, of which there is at most one. All act on the selection of the editor's state. */
export type Popup =
  | { kind: 'block-menu' }
  | { kind: 'link'; mode: 'insert' | 'edit' }
  /** The language of the code block at `pos`. */
  | { kind: 'language'; pos: number }
  /** The panel of that name (`editor/menus/block-panels.tsx`), of the block or inline atom at `pos`; `putIn`: it was put in just now. */
  | { kind: 'block-panel'; name: string; pos: number; putIn?: PutIn }
  /** A popup of a contribution (`contribution.ts`), by its name there, perhaps about what stands at `pos`. */
  | { kind: 'contributed'; name: string; pos?: number; staysWhenLocked?: true }

interface SurfaceState {
  popup: Popup | null
  /** What the live region says; another turn says it again. */
  announcement: { text: string; turn: number } | null
  /** How often what a popup was about was deleted by others. */
  bereft: number
}

/** What a transaction asks for. */
interface Change {
  popup?: Popup | null
  says?: string
}

const key = new PluginKey<SurfaceState>('surface')
const NOTHING: SurfaceState = { popup: null, announcement: null, bereft: 0 }

export const surfaceOf = (state: EditorState): SurfaceState => key.getState(state) ?? NOTHING

/** Opens a popup with this transaction, or closes the one that is open. */
export const withPopup = (tr: Transaction, popup: Popup | null): Transaction =>
  tr.setMeta(key, { ...(tr.getMeta(key) as Change | undefined), popup } satisfies Change)

/** Opens the page's value as JSX (product.md 2.43). */
export const showJsx: Command = (state, dispatch) => {
  dispatch?.(withPopup(state.tr, { kind: 'contributed', name: 'jsx' }))
  return true
}

/** Says `text` to people who listen to the page. */
export const withAnnouncement = (tr: Transaction, text: string): Transaction =>
  tr.setMeta(key, { ...(tr.getMeta(key) as Change | undefined), says: text } satisfies Change)

function mapped(popup: Popup | null, tr: Transaction): Popup | null {
  if (!popup || !('pos' in popup) || popup.pos === undefined || !tr.docChanged) return popup
  const { pos, deleted } = tr.mapping.mapResult(popup.pos)
  const now = deleted ? placeAgain(popup.pos, pos, tr) : pos
  return now === null ? null : { ...popup, pos: now }
}

/**
 * Where the block or atom stands that the transaction took away at `before`: at its place, when others changed what it
 * says, or elsewhere, when they moved it. `null`: it is gone.
 */
function placeAgain(before: number, after: number, tr: Transaction): number | null {
  const node = tr.before.nodeAt(before)
  const id: unknown = node?.attrs.id
  const there = tr.doc.nodeAt(after)
  if (node?.isInline) return atomPlace(before, after, tr)
  if (typeof id !== 'string') return null
  if (there?.attrs.id === id) return after
  let found: number | null = null
  tr.doc.descendants((other, pos) => {
    if (found === null && other.attrs.id === id) found = pos
    return found === null && !other.isTextblock
  })
  return found
}

const DELETED = () => t('Somebody else has deleted what you were editing.')
const LOCKED = () => t('This page can no longer be edited. What you had open was not kept.')

/**
 * Which popup is open and what was announced. It is part of the editor's state, so that keys, menus and the view
 * agree. While the address of a link is typed, the text it is for stays marked. Where a popup cannot stay, because others
 * deleted what it is about or the page is only to be read from now on, `tell` says so.
 */
export const surfaceState = (tell: (message: string) => void) =>
  new Plugin<SurfaceState>({
    key,
    state: {
      init: () => NOTHING,
      apply: (tr, value) => {
        const change = tr.getMeta(key) as Change | undefined
        const stays = mapped(value.popup, tr)
        if (!change && stays === value.popup) return value
        const isBereft = value.popup !== null && stays === null && isFromElsewhere(tr)
        const turn = (value.announcement?.turn ?? 0) + 1
        return {
          popup: change?.popup === undefined ? stays : change.popup,
          announcement: change?.says === undefined ? value.announcement : { text: change.says, turn },
          bereft: value.bereft + (isBereft ? 1 : 0),
        }
      },
    },
    view: () => ({
      update(view, before) {
        const { popup, bereft } = surfaceOf(view.state)
        if (bereft !== surfaceOf(before).bereft) tell(DELETED())
        if (!popup || view.editable || (popup.kind === 'contributed' && popup.staysWhenLocked)) return
        view.dispatch(withPopup(view.state.tr, null))
        if (popup.kind === 'link' || popup.kind === 'block-panel') tell(LOCKED())
      },
    }),
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
