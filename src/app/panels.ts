import { createStore } from '@/shared/store'
import { useStore } from '@/ui/use-store'

/** The list of suggestions, which other features open too. */
export const SUGGESTIONS_PANEL = 'suggestions'

const shown = createStore<string | null>(null)

/** Opens a panel beside the page by its name, in the place of the one that is open; `null` closes it. */
export const showPanel: (panel: string | null) => void = shown.set

/** Closes the panel if it is this one, else opens it. */
export const togglePanel = (panel: string): void => showPanel(shown.get() === panel ? null : panel)

export const shownPanel = (): string | null => shown.get()

/** Calls back when another panel is shown; the returned function ends that. */
export const onPanels = shown.subscribe

/** Which panel stands beside the page, of those in the list of contributions; null: none. */
export const useShownPanel = (): string | null => useStore(shown)
