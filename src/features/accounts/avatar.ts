/** The kinds of drawn avatar (product.md 3.13). */
export const AVATAR_TYPES = ['glass', 'fun-emoji'] as const
export type AvatarType = (typeof AVATAR_TYPES)[number]

/** The seeds that a drawn avatar may be made from; the same seed always gives the same drawing. */
export const AVATAR_SEEDS = [
  ...(['Amber', 'Aspen', 'Birch', 'Cedar', 'Clover', 'Coral', 'Fern', 'Hazel'] as const),
  ...(['Heron', 'Indigo', 'Juniper', 'Maple', 'Olive', 'River', 'Saffron', 'Wren'] as const),
] as const
export type AvatarSeed = (typeof AVATAR_SEEDS)[number]

/**
 * The colors of a drawing, each by the name that it has in the theme, or `none`. `text` colors the initials that stand where a drawing
 * cannot be shown.
 */
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

/** What a drawn avatar is drawn from. */
export type AvatarChoice = ReturnType<typeof avatarOf>

/** The address of a drawn avatar: everything that it is drawn from, so that what is there never changes. */
export const avatarAddress = ({ avatarType, avatarSeed, defaultAvatarColors }: AvatarChoice): string =>
  `/api/avatars/${avatarType}/${avatarSeed}/${colorsName(defaultAvatarColors)}.svg`

/** How an address names a preset: `blue`, or `blue-border`. */
const colorsName = ({ background, border }: AvatarColors): string =>
  border === 'none' ? background : `${background}-border`

/** The choice that the parts of such an address stand for; null for an address of none. */
export function avatarAt(type: string, seed: string, colors: string): AvatarChoice | null {
  const avatarType = AVATAR_TYPES.find((each) => each === type)
  const avatarSeed = AVATAR_SEEDS.find((each) => each === seed)
  const defaultAvatarColors = AVATAR_COLORS.find((each) => colorsName(each) === colors)
  return avatarType && avatarSeed && defaultAvatarColors
    ? { avatarType, avatarSeed, defaultAvatarColors }
    : null
}

/** Always the same one for the same id. `choices` holds something. */
function pickFor<T>(id: string, choices: readonly T[]): T {
  let sum = 0
  for (const letter of id) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973
  return choices[sum % choices.length] as T
}
