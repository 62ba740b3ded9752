import { createAvatar } from '@dicebear/core'
import * as funEmoji from '@dicebear/fun-emoji'
import * as glass from '@dicebear/glass'
import type { AvatarChoice } from '@/features/accounts/avatar'
import { invariant } from '@/shared/errors'

/** What the names of the theme are in a drawing, which looks the same in light and dark: its ground and its border. */
const COLORS: Record<string, { ground: string; border: string }> = {
  brown: { ground: 'a9795a', border: '7a4b2c' },
  orange: { ground: 'e08a3c', border: '964300' },
  yellow: { ground: 'd9ae2e', border: '735200' },
  green: { ground: '5aa775', border: '24633b' },
  blue: { ground: '4f8fdc', border: '23568f' },
  purple: { ground: '9470d2', border: '6a3f97' },
  pink: { ground: 'd5679f', border: '97306a' },
  red: { ground: 'db635c', border: 'a52a2a' },
}

const drawn = new Map<string, string>()

/** The avatar as SVG, 2 to 5 kB; the same choice always gives the same bytes. There are 512, which are drawn once each. */
export function drawAvatar({ avatarType, avatarSeed, defaultAvatarColors }: AvatarChoice): string {
  const { background, border } = defaultAvatarColors
  const key = [avatarType, avatarSeed, background, border].join()
  const known = drawn.get(key)
  if (known !== undefined) return known
  const colors = COLORS[background]
  invariant(colors, 'every preset has colors to draw with')
  // In small letters each of the 16 gives another face.
  const options = { seed: avatarSeed.toLowerCase(), backgroundColor: [colors.ground] }
  const plain = avatarType === 'glass' ? createAvatar(glass, options) : createAvatar(funEmoji, options)
  const svg = plain.toString()
  const ring = `<circle cx="50%" cy="50%" r="47%" fill="none" stroke="#${colors.border}" stroke-width="6%"/></svg>`
  const whole = border === 'none' ? svg : svg.replace(/<\/svg>$/, ring)
  drawn.set(key, whole)
  return whole
}
