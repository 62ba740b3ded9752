import type { Editor, Extensions } from '@tiptap/core'
import { type ComponentType, createContext, use } from 'react'
import type { Action } from '@/blocks/kit/action'
import type { LivingKind } from '@/blocks/kit/living-kind'
import type { Popup } from './core/surface-state'
import type { AnyTypedMenu } from './core/typed-menu'
import type { EditorHost } from './source'

/** What a part that stands over the text is given. */
export interface OverlayProps {
  editor: Editor
  host: EditorHost
}

/** What a popup is given, while it is the one that is open (`core/surface-state`). */
export interface PopupProps extends OverlayProps {
  popup: Popup
  /** Closes it; the focus goes back into the text. */
  onClose(): void
}

/** What a panel to the right of the page is given. */
export interface PanelProps {
  /** `null` for a visitor. */
  userId: string | null
  /** The page on the screen, where it is one of a person's own. */
  documentId: string | null
}

/**
 * Everything that a feature adds to pages and their editor, as one plain value. `app/composition/contributions.ts` lists
 * them all: a feature's folder and its line there are all it takes to remove it. Code that a page does not need to be read
 * and typed in belongs behind `lazy` or `import()`.
 */
export interface Contribution {
  /** Unique, for error messages and React keys. */
  name: string
  /** What a person can do, with the places where it is offered. */
  actions?: readonly Action[]
  /** ProseMirror plugins, keys, decorations; asked once for each editor. Tiptap's priority orders them; the editor's own have 1000. */
  extensions?(host: () => EditorHost): Extensions
  /** How kinds of blocks and inline atoms live while they are edited: their programs and panels. */
  kinds?: readonly LivingKind[]
  /** What opens while a trigger and some letters are typed. */
  typedMenus?: readonly AnyTypedMenu[]
  /** By the name with which `withPopup` opens them. At most one popup of an editor is open. */
  popups?: Readonly<Record<string, ComponentType<PopupProps>>>
  /** Parts over the text that decide for themselves when they show. */
  overlays?: readonly ComponentType<OverlayProps>[]
  /** Draw nothing themselves: they give the cards that stand beside what they are about (`margin/margin-cards`). */
  margin?: readonly ComponentType<OverlayProps>[]
  /** What can stand to the right of the page, by the name that `showPanel` takes. */
  panels?: Readonly<Record<string, ComponentType<PanelProps>>>
  /** Dialogs that the actions open. They stand on every screen and show nothing until they are asked to. */
  windows?: readonly ComponentType[]
}

/** The contributions to every editor below it. */
export const Contributions = createContext<readonly Contribution[]>([])

export const useContributions = (): readonly Contribution[] => use(Contributions)

/** What all contributions have of one list, in order. */
export const allOf = <Part>(
  contributions: readonly Contribution[],
  pick: (one: Contribution) => readonly Part[] | undefined,
): Part[] => contributions.flatMap((one) => pick(one) ?? [])
