/** Where this browser keeps how wide each panel beside the page is (product.md 2.33). */
const KEY = 'sheaf:panel-sizes'

export const PANEL = { min: 200, initial: 240, max: 720, step: 16 } as const

type Store = Pick<Storage, 'getItem' | 'setItem'>

/** A width that a panel can have, in pixels. */
export const clampPanel = (width: number): number =>
  Math.round(Math.min(PANEL.max, Math.max(PANEL.min, width)))

function readSizes(storage: Pick<Store, 'getItem'>): Record<string, unknown> {
  try {
    const sizes: unknown = JSON.parse(storage.getItem(KEY) ?? '{}')
    return typeof sizes === 'object' && sizes !== null ? (sizes as Record<string, unknown>) : {}
  } catch {
    // Forbidden, or written by something else: as if there were none.
    return {}
  }
}

/** How wide the panel was left, else `initial`. */
export function panelSize(storage: Pick<Store, 'getItem'>, panel: string, initial: number): number {
  const size = readSizes(storage)[panel]
  return typeof size === 'number' && Number.isFinite(size) ? clampPanel(size) : initial
}

/** Keeps how wide a panel is. A browser that keeps nothing forgets it with the tab. */
export function keepPanelSize(storage: Store, panel: string, width: number): void {
  try {
    storage.setItem(KEY, JSON.stringify({ ...readSizes(storage), [panel]: clampPanel(width) }))
  } catch {
    // Full or forbidden: the panel has its width as long as it is open.
  }
}
