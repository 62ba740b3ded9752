import type { Block } from '@/blocks'
import { createStore, type Store } from '@/shared/store'
import type { ScreenKeeper } from '../source'

/** A page whose editor came apart from it, and what became of the words on the screen. */
export interface Rescue {
  /** All that stood on the screen. */
  screen: readonly Block[]
  /** Blocks whose words are not in the page. They are nowhere else. */
  left: readonly Block[]
  /** It is being opened again; it is open; it broke again and again, and can only be read. */
  stage: 'opening' | 'open' | 'stuck'
  /** The server has what was put back. */
  isStored: boolean
}

export interface RescueKeeper extends ScreenKeeper {
  state: Store<Rescue | null>
  /** May the words on the screen be missing in the page? */
  isApart(): boolean
  /** The server has everything that is in the page. */
  stored(): void
  /** The person has what they want of it. A page that is stuck stays so until it is opened anew. */
  dismiss(): void
  /** Words beside the text, such as a title, that could not be put into the page. What stands on the screen goes on. */
  refused(words: readonly Block[]): void
  /** Words that an earlier tab could not put back, as they are found in the browser. */
  found(left: readonly Block[]): void
}

export function createRescue(): RescueKeeper {
  const state = createStore<Rescue | null>(null)
  return {
    state,
    isApart() {
      const now = state.get()
      return now !== null && (now.stage === 'opening' || now.left.length > 0 || !now.isStored)
    },
    parted(screen) {
      const before = state.get()
      // Opened again and broken before anything was shown: what stood there first counts.
      const shown = screen.length > 0 ? screen : (before?.screen ?? [])
      state.set({ screen: shown, left: before?.left ?? [], stage: 'opening', isStored: false })
    },
    reopened({ left, isStuck }) {
      const before = state.get()
      if (!before) return
      state.set({ ...before, left: both(before.left, left), stage: isStuck ? 'stuck' : 'open' })
    },
    refused(words) {
      const before = state.get()
      if (before) state.set({ ...before, left: both(before.left, words) })
      else state.set({ screen: words, left: words, stage: 'open', isStored: true })
    },
    stored() {
      const now = state.get()
      if (now && !now.isStored && now.stage !== 'opening') state.set({ ...now, isStored: true })
    },
    dismiss() {
      const now = state.get()
      state.set(now?.stage === 'stuck' ? { ...now, left: [] } : null)
    },
    found(left) {
      if (left.length === 0) return
      const before = state.get()
      if (before) state.set({ ...before, left: both(left, before.left) })
      else state.set({ screen: left, left, stage: 'open', isStored: true })
    },
  }
}

/** The later text of a block counts. */
const both = (before: readonly Block[], after: readonly Block[]): Block[] => [
  ...before.filter(({ id }) => !after.some((block) => block.id === id)),
  ...after,
]
