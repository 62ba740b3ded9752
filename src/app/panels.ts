import { useSyncExternalStore } from 'react'

let shown: string | null = null
const listeners = new Set<() => void>()

/** Opens a panel beside the page by its name, in the place of the one that is open; `null` closes it. */
export function showPanel(panel: string | null): void {
  shown = panel
  for (const listener of listeners) listener()
}

/** Closes the panel if it is this one, else opens it. */
export const togglePanel = (panel: string): void => showPanel(shown === panel ? null : panel)

export const shownPanel = (): string | null => shown

/** Calls back when another panel is shown; the returned function ends that. */
export function onPanels(changed: () => void): () => void {
  listeners.add(changed)
  return () => void listeners.delete(changed)
}

/** Which panel stands beside the page, of those in the list of contributions; null: none. */
export const useShownPanel = (): string | null => useSyncExternalStore(onPanels, shownPanel)
