import { icons, type LucideIcon } from 'lucide-react'

/** `ArrowDown01` as `arrow-down-01`. Whatever words a name is cut into, the drawing is found by them again. */
const nameOf = (key: string): string =>
  key
    .replace(/([a-z0-9])([A-Z])|([A-Z])(?=[A-Z][a-z])/g, (_, before = '', after = '', upper = '') =>
      upper ? `${upper}-` : `${before}-${after}`,
    )
    .replace(/([a-zA-Z])(\d)/g, '$1-$2')
    .toLowerCase()

const keyOf = (name: string): string =>
  name
    .split('-')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('')

const byKey: Readonly<Record<string, LucideIcon>> = icons

/** Every drawing's name, in the order of the alphabet. */
export const iconNames: readonly string[] = Object.keys(byKey)
  .map(nameOf)
  .filter((name) => Object.hasOwn(byKey, keyOf(name)))
  .sort()

/** The drawing of that name, by whichever of its spellings; `null` when there is none. */
export const drawingOf = (name: string): LucideIcon | null =>
  Object.hasOwn(byKey, keyOf(name)) ? byKey[keyOf(name)]! : null

/** The names that a search finds: those that begin with it, then those with a word that does, then any that hold it. */
export function findIcons(query: string): readonly string[] {
  const wanted = query.trim().toLowerCase().replace(/\s+/g, '-')
  if (!wanted) return iconNames
  const rank = (name: string): number =>
    name.startsWith(wanted) ? 0 : name.includes(`-${wanted}`) ? 1 : name.includes(wanted) ? 2 : 3
  return iconNames
    .map((name) => ({ name, rank: rank(name) }))
    .filter((found) => found.rank < 3)
    .sort((a, b) => a.rank - b.rank)
    .map(({ name }) => name)
}
