import type { Editor } from '@tiptap/core'
import type { ReactNode } from 'react'
import { createStore, type Store } from '@/shared/store'

/** A card beside the page: what a feature says of a place in the text. */
export interface MarginCard {
  /** Unique among the cards of all features, and steady: the card keeps its state by it. */
  id: string
  /** The feature that gives it, for the label of a group of cards. */
  kind: string
  /** The block that it is about; null for the title or the page as a whole. Cards whose block is not there stand last. */
  block: string | null
  /** Orders the cards of one block: the number of characters of it before what the card is about. */
  offset?: number
  /**
   * The words that it is about, in positions of the editor at the moment of the call; null or left out: the block. Called when
   * the card is in sight or near it, and after changes of the page, so it must not walk the document.
   */
  range?(): { from: number; to: number } | null
  /** Drawn again when the card becomes active or another card is given. */
  render(isActive: boolean): ReactNode
}

/** The cards of one editor, given by several features and placed by one column. */
export interface MarginCards {
  /** All of them, the features in the order in which they first gave any. */
  cards: Store<readonly MarginCard[]>
  hasCards: Store<boolean>
  /** The card that is pinned to its text; null: none. It may be one that is not given yet. */
  active: Store<string | null>
  /** Replaces all cards of the feature of that name. */
  give(feature: string, cards: readonly MarginCard[]): void
  /** Makes a card the active one; the column brings its text into sight unless `stay`. */
  activate(id: string | null, options?: { stay?: boolean }): void
  /** Called by the column when a card was made active and its text is to be seen. */
  onReveal(reveal: (id: string) => void): () => void
}

function createMarginCards(): MarginCards {
  const given = new Map<string, readonly MarginCard[]>()
  const cards = createStore<readonly MarginCard[]>([])
  const hasCards = createStore(false)
  const active = createStore<string | null>(null)
  const reveals = new Set<(id: string) => void>()
  /** Asked for before the column was there. */
  let waiting: string | null = null
  return {
    cards,
    hasCards,
    active,
    give(feature, own) {
      if (own.length === 0 && !given.get(feature)?.length) return
      given.set(feature, own)
      cards.set([...given.values()].flat())
      hasCards.set(cards.get().length > 0)
    },
    activate(id, { stay = false } = {}) {
      active.set(id)
      waiting = null
      if (id === null || stay) return
      if (reveals.size === 0) waiting = id
      for (const reveal of reveals) reveal(id)
    },
    onReveal(reveal) {
      reveals.add(reveal)
      if (waiting !== null) reveal(waiting)
      waiting = null
      return () => reveals.delete(reveal)
    },
  }
}

const byEditor = new WeakMap<Editor, MarginCards>()

/** The cards beside this editor. */
export function marginCards(editor: Editor): MarginCards {
  const known = byEditor.get(editor)
  if (known) return known
  const made = createMarginCards()
  byEditor.set(editor, made)
  return made
}
