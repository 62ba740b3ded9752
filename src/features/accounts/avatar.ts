/** The kinds of drawn avatar (product.md 3.13). */
export const AVATAR_TYPES = ['glass', 'fun-emoji'] as const
export type AvatarType = (typeof AVATAR_TYPES)[number]

/** The seeds that a drawn avatar may be made from; the same seed always gives the same drawing. */
export const AVATAR_SEEDS = [
  ...(['Amber', 'Aspen', 'Birch', 'Cedar', 'Clover', 'Coral', 'Fern', 'Hazel'] as const),
  ...(['Heron', 'Indigo', 'Juniper', 'Maple', 'Olive', 'River', 'Saffron', 'Wren'] as const),
] as const
export type AvatarSeed = (typeof AVATAR_SEEDS)[number]

/** Colors of initials, each a name of the theme (`--color-background-blue`, `--color-text-blue`). */
export interface AvatarColors {
  background: string
  border: string
  text: string
}

/** The 16 presets of product.md 3.13: eight colors, each without and with a border. */
export const AVATAR_COLORS: readonly AvatarColors[] = [
  ...['brown', 'orange', 'yellow', 'green', 'blue', 'purple', 'pink', 'red'].flatMap((color) => [
    { background: color, border: 'none', text: color },
    { background: color, border: color, text: color },
  ]),
]

/** What the account holds of the person's choice; null is what they have not chosen. */
interface StoredAvatar {
  id: string
  avatarSeed: string | null
  avatarType: string | null
  defaultAvatarColors: string | null
}

/** The person's choice of avatar. What they have not chosen follows from their id, the same on every screen. */
export function avatarOf({ id, avatarSeed, avatarType, defaultAvatarColors }: StoredAvatar): {
  avatarSeed: AvatarSeed
  avatarType: AvatarType
  defaultAvatarColors: AvatarColors
} {
  const chosen = AVATAR_COLORS.find((colors) => JSON.stringify(colors) === defaultAvatarColors)
  return {
    avatarSeed: AVATAR_SEEDS.find((seed) => seed === avatarSeed) ?? pickFor(id, AVATAR_SEEDS),
    avatarType: AVATAR_TYPES.find((type) => type === avatarType) ?? 'glass',
    defaultAvatarColors: chosen ?? pickFor(id, AVATAR_COLORS),
  }
}

/** Always the same one for the same id. `choices` holds something. */
function pickFor<T>(id: string, choices: readonly T[]): T {
  let sum = 0
  for (const letter of id) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973
  return choices[sum % choices.length] as T
}
