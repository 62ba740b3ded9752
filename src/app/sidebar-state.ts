/** How the sidebar stands; kept in a cookie for seven days (product.md 9.10). */
export interface SidebarState {
  open: boolean
  /** Pixels. */
  width: number
}

export const SIDEBAR = { min: 200, initial: 256, max: 480, step: 16 } as const
const COOKIE = 'sheaf-sidebar'
const WEEK_SECONDS = 604_800

export const clampWidth = (width: number): number =>
  Math.round(Math.min(SIDEBAR.max, Math.max(SIDEBAR.min, width)))

/** Reads `document.cookie`; whatever is missing or unreadable is an open sidebar of 16 rem. */
export function parseSidebarCookie(cookies: string): SidebarState {
  const match = cookies.match(/(?:^|;\s*)sheaf-sidebar=(open|closed)\.(\d{1,4})(?:;|$)/)
  return { open: match?.[1] !== 'closed', width: clampWidth(Number(match?.[2] ?? SIDEBAR.initial)) }
}

/** What to assign to `document.cookie`. */
export const sidebarCookie = ({ open, width }: SidebarState): string =>
  `${COOKIE}=${open ? 'open' : 'closed'}.${clampWidth(width)}; Path=/; Max-Age=${WEEK_SECONDS}; SameSite=Lax`

/** How wide what a handle resizes can be. */
export interface WidthLimits {
  min: number
  max: number
  /** Of an arrow key. */
  step: number
}

/**
 * The width after a key on the handle, or `null` when the key does nothing there. The handle is at the right edge of what
 * it resizes, or at the left one: there the arrow to the left makes it wider.
 */
export function widthAfterKey(
  width: number,
  key: string,
  { min, max, step }: WidthLimits = SIDEBAR,
  edge: 'left' | 'right' = 'right',
): number | null {
  const within = (wanted: number) => Math.round(Math.min(max, Math.max(min, wanted)))
  const outwards = edge === 'right' ? step : -step
  switch (key) {
    case 'ArrowLeft':
      return within(width - outwards)
    case 'ArrowRight':
      return within(width + outwards)
    case 'Home':
      return min
    case 'End':
      return max
    default:
      return null
  }
}
