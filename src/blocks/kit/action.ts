import type { Editor } from '@tiptap/core'
import type { Node as PMNode } from '@tiptap/pm/model'
import type { Command, EditorState } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import type { ComponentType } from 'react'
import { inEnglish, language } from '@/shared/i18n'
import { DEFAULT_LANGUAGE } from '@/shared/i18n/languages'
import type { BlockHost } from './block-program'

/** Where an action can appear; `overText`: in the toolbar over selected text, `tableMenu`: in the menu of a row or a column. */
export type Place = 'pageMenu' | 'blockMenu' | 'tableMenu' | 'slashMenu' | 'toolbar' | 'overText' | 'palette'

/** How an action stands in one place, where that differs from the action itself. */
export interface InPlace {
  label?: string
  /** The heading it stands under. */
  group?: string
  /** Lower numbers come first; 0 when left out. Equal numbers stay in the order of their list. */
  order?: number
  /** Stands in the menu of a page itself; the others are a level further in, under "More". */
  isMain?: boolean
  /** Narrows where the action is offered here; whether it applies is asked as well. */
  when?(target: ActionTarget): boolean
}

/** A page of the person's own, stored on the server. */
export interface ActionPage {
  readonly id: string
  readonly title: string
}

/** An editor on the screen, and what its actions may ask of the browser. */
export interface OpenEditor {
  readonly editor: Editor
  readonly view: EditorView
  host(): BlockHost
  /** The one block that is selected as a whole; `null` for several, or for a part of one. */
  block(): { node: PMNode; pos: number } | null
  /** Puts text on the clipboard, and says so. */
  copy(text: string): void
  /** Downloads a file of ours; one of another site is opened in a new tab. */
  download(url: string, name: string): void
  /** Opens the panel of that name at the block at `pos`; left out: at the one that is selected. */
  openPanel(name: string, pos?: number): void
}

/** What an action is about. Every place gives what it has. */
export interface ActionTarget {
  /** The page of the menu, or the one on the screen. `null`: none, or a template. */
  page: ActionPage | null
  /** The editor that shows this page, or any page for actions about text. `null`: it is not on the screen. */
  editor: OpenEditor | null
}

/** Answers whether it applies to the target, and applies when `apply` is true, as ProseMirror's commands do. */
export type ActionCommand = (target: ActionTarget, apply: boolean) => boolean

/** Something a person can do. Menus, toolbars, the palette, the keyboard and the shortcut sheet all read this one value. */
export interface Action {
  /** Unique and stable, such as `page.new`. */
  id: string
  label: string
  /** A component, or the name of a lucide icon in kebab-case where the editor draws it. */
  icon?: string | ComponentType<{ className?: string; size?: number; 'aria-hidden'?: boolean }>
  /** More words to find it by. */
  keywords?: readonly string[]
  /** The heading it stands under where its place gives none. */
  group?: string
  /** Such as `mod+shift+l`; bound wherever the action is offered (see `app/actions`, `editor/core/keymap`). */
  shortcut?: string
  /** Further shortcuts of the same action. */
  otherShortcuts?: readonly string[]
  /** Those of its shortcuts that mean something else while the caret is in a page (rulings 5: mod+b, mod+k). */
  outsideEditor?: readonly string[]
  /** It takes something away. */
  danger?: boolean
  /** The menus that offer it. None: it is reached by its shortcut alone. */
  places: Partial<Record<Place, InPlace>>
  /** Is it what the target is already, or what it switches on? */
  isActive?(target: ActionTarget): boolean
  /** Calls back when `isActive` changes by something else than the editor; the returned function ends that. */
  watch?(changed: () => void): () => void
  command: ActionCommand
}

/** An action as one place shows it. */
export interface ActionEntry extends Pick<Action, 'id' | 'label' | 'icon' | 'shortcut' | 'group'> {
  keywords: readonly string[]
  danger: boolean
  isMain?: boolean
  /** Left out where the action switches nothing. */
  isActive?: boolean
  run(): void
}

const isOffered = (action: Action, place: Place, inPlace: InPlace, target: ActionTarget): boolean =>
  (inPlace.when?.(target) ?? true) &&
  // The palette has no sign for what holds already.
  (action.command(target, false) || (place !== 'palette' && (action.isActive?.(target) ?? false)))

/** What a place offers for a target now, in its order. */
export function entriesIn(place: Place, actions: readonly Action[], target: ActionTarget): ActionEntry[] {
  return actions
    .flatMap((action) => {
      const inPlace = action.places[place]
      return inPlace && isOffered(action, place, inPlace, target) ? [{ action, inPlace }] : []
    })
    .sort((a, b) => (a.inPlace.order ?? 0) - (b.inPlace.order ?? 0))
    .map(({ action, inPlace }) => entryOf(action, target, inPlace))
}

/** An action as it is shown for a target, whether it applies or not. */
export function entryOf(action: Action, target: ActionTarget, inPlace: InPlace = {}): ActionEntry {
  const said = () => ({ ...action, ...inPlace })
  const { id, label, icon, shortcut, group, keywords = [], danger = false } = said()
  // Toolbars ask for this at every key: what is English already is not said twice.
  const english = language() === DEFAULT_LANGUAGE ? label : inEnglish(() => said().label)
  return {
    id,
    label,
    keywords: english === label ? keywords : [...keywords, english],
    danger,
    ...(inPlace.isMain && { isMain: true }),
    ...(icon && { icon }),
    ...(shortcut && { shortcut }),
    ...(group && { group }),
    ...(action.isActive && { isActive: action.isActive(target) }),
    run: () => void action.command(target, true),
  }
}

/** Every shortcut of an action, the one that menus show first. */
export const shortcutsOf = ({ shortcut, otherShortcuts = [] }: Action): readonly string[] =>
  shortcut === undefined ? otherShortcuts : [shortcut, ...otherShortcuts]

/** A command that applies everywhere. */
export const always =
  (act: (target: ActionTarget) => void): ActionCommand =>
  (target, apply) => {
    if (apply) act(target)
    return true
  }

/** A command for one of the person's own pages. */
export const onPage =
  (act: (page: ActionPage) => void): ActionCommand =>
  ({ page }, apply) => {
    if (page && apply) act(page)
    return page !== null
  }

/** A ProseMirror command as the command of an action: for a page that can be edited, which gets the focus. */
export const inEditor =
  (command: Command): ActionCommand =>
  ({ editor }, apply) => {
    if (!editor?.view.editable) return false
    const { view } = editor
    if (!apply) return command(view.state)
    view.focus()
    return command(view.state, view.dispatch, view)
  }

/** A command for a single block of this kind that is selected, where `applies` does not say otherwise. */
export const onBlock =
  (
    kind: string,
    act: (node: PMNode, editor: OpenEditor) => void,
    applies: (node: PMNode) => boolean = () => true,
  ): ActionCommand =>
  ({ editor }, apply) => {
    const block = editor?.block()
    if (!editor || block?.node.type.name !== kind || !applies(block.node)) return false
    if (apply) act(block.node, editor)
    return true
  }

/** Asks the state of the editor, as `isActive` or `when` of an action. */
export const asks =
  (question: (state: EditorState) => boolean) =>
  ({ editor }: ActionTarget): boolean =>
    editor !== null && question(editor.view.state)
