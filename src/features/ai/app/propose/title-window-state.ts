import { createStore } from '@/shared/store'
import { useStore } from '@/ui/use-store'

/** A page for which titles are proposed. */
interface Titled {
  id: string
  title: string
}

const shown = createStore<Titled | null>(null)

/** Opens the window that proposes titles for the page on the screen; null closes it. */
export const proposeTitles: (page: Titled | null) => void = shown.set

export const useTitled = (): Titled | null => useStore(shown)
