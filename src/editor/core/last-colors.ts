import { COLORS, type Color } from '@/blocks/kit/colors'

/** What can be coloured: words, or what stands behind them. */
export type Painted = 'color' | 'backgroundColor'

/** The colours that were chosen last, of words and of backgrounds; `null`: none yet, or "default". */
export type LastColors = Readonly<Record<Painted, Color | null>>

const KEY = 'sheaf:last-colors'
const NONE: LastColors = { color: null, backgroundColor: null }

const asColor = (name: unknown): Color | null => COLORS.find((color) => color === name) ?? null

/** The colours that were chosen last in this browser (product.md 5.21). */
export function lastColors(): LastColors {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null')
    if (typeof kept !== 'object' || kept === null) return NONE
    const { color, backgroundColor } = kept as Record<string, unknown>
    return { color: asColor(color), backgroundColor: asColor(backgroundColor) }
  } catch {
    // Storage can be forbidden, and holds what anybody wrote.
    return NONE
  }
}

/** Remembers a colour that was chosen; going back to the default forgets nothing. */
export function rememberColor(painted: Painted, color: Color | null): void {
  if (color === null) return
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...lastColors(), [painted]: color }))
  } catch {
    // Storage can be forbidden: the colour is set all the same.
  }
}
