import { COLORS, type Color } from '../kit/colors'

/** A page's icon, understood: an emoji (any short text of an older program), or a drawing by its name. */
export type PageIconValue =
  | { kind: 'emoji'; emoji: string }
  | { kind: 'drawing'; name: string; color: Color | null; filled: boolean }

/** `rocket`, `rocket:blue`, `rocket:filled`, `rocket:blue:filled` (product.md 3.2: an emoji or an icon name). */
const DRAWING = new RegExp(`^([a-z][a-z0-9-]{0,59})(?::(${COLORS.join('|')}))?(:filled)?$`)

/** What a stored icon says. Never null: whatever is no name of a drawing is shown as the text that it is. */
export function readPageIcon(value: string): PageIconValue {
  const [, name, color, filled] = DRAWING.exec(value) ?? []
  if (name === undefined) return { kind: 'emoji', emoji: value }
  return { kind: 'drawing', name, color: (color as Color | undefined) ?? null, filled: filled !== undefined }
}

/** A drawing as it is stored. */
export const drawingIcon = (name: string, color: Color | null, filled: boolean): string =>
  `${name}${color ? `:${color}` : ''}${filled ? ':filled' : ''}`

/** What may be stored: a name of a drawing, or a text that is no word, as emoji are (`1️⃣` begins with a digit). */
export const isPageIcon = (value: string): boolean =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the characters of ASCII are what an emoji is not
  DRAWING.test(value) || (value.length <= 32 && /[^\u0000-\u007f]/.test(value) && !/[\p{Cc}<>]/u.test(value))

/** The icon as a line of text can hold it: an emoji, or nothing for a drawing. */
export function emojiOf(value: string | null | undefined): string | null {
  if (!value) return null
  const icon = readPageIcon(value)
  return icon.kind === 'emoji' ? icon.emoji : null
}

/** What an icon says to somebody who cannot see it. */
export function pageIconLabel(value: string): string {
  const icon = readPageIcon(value)
  return icon.kind === 'emoji' ? icon.emoji : icon.name.replaceAll('-', ' ')
}
