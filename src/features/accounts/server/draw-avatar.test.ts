import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { AVATAR_COLORS, AVATAR_SEEDS, AVATAR_TYPES, avatarAddress, avatarAt } from '../avatar'
import { drawAvatar } from './draw-avatar'

const all = AVATAR_TYPES.flatMap((avatarType) =>
  AVATAR_SEEDS.flatMap((avatarSeed) =>
    AVATAR_COLORS.map((defaultAvatarColors) => ({ avatarType, avatarSeed, defaultAvatarColors })),
  ),
)

describe('3.13 drawn avatars', () => {
  it('each of 2 kinds, 16 seeds and 16 presets has an address of its own, which leads back to it', () => {
    expect(new Set(all.map(avatarAddress)).size).toBe(512)
    for (const choice of all) {
      const [kind = '', seed = '', file = ''] = avatarAddress(choice).split('/').slice(3)
      expect(avatarAt(kind, seed, file.replace('.svg', ''))).toEqual(choice)
    }
    expect(avatarAt('glass', 'Nobody', 'blue')).toBeNull()
    expect(avatarAt('__proto__', 'Amber', 'blue')).toBeNull()
    expect(avatarAt('glass', 'Amber', '"><script>')).toBeNull()
  })

  it('the drawings differ, are small, load nothing and run nothing', () => {
    const drawings = all.map(drawAvatar)
    expect(new Set(drawings).size).toBe(512)
    for (const svg of drawings) {
      expect(svg.length).toBeLessThan(12_000)
      expect(svg).not.toMatch(/<script|<foreignObject|<image|href|\son\w+=|url\((?!#)/i)
    }
  })

  it('a drawing never changes under its address, which browsers keep for a year', () => {
    const hash = createHash('sha256')
    for (const choice of all) hash.update(drawAvatar(choice))
    expect(hash.digest('hex').slice(0, 16)).toBe('f87d844c10769365')
  })
})
