import { expect, it } from 'vitest'
import type { NamedEmoji } from '@/ui/emoji/emoji-data'
import { emojiNamed, findEmoji } from './emoji-search'

const emoji = (sign: string, names: string[], label: string, tags: string[] = []): NamedEmoji => ({
  emoji: sign,
  names,
  label,
  tags,
})
const all = [
  emoji('🪨', ['rock'], 'Rock'),
  emoji('🚀', ['rocket'], 'Rocket', ['space', 'launch']),
  emoji('👍', ['+1', 'thumbsup'], 'Thumbs up'),
  emoji('👎', ['-1', 'thumbsdown'], 'Thumbs down'),
  emoji('😄', ['smile'], 'Grinning face with smiling eyes', ['happy']),
  emoji('😅', ['sweat_smile'], 'Grinning face with sweat'),
  emoji('🐈', ['cat2'], 'Cat'),
]
const found = (query: string) => findEmoji(all, query).map((one) => one.emoji)

it('3.23 an emoji is found by its name first, then by words of it, its label and its tags', () => {
  expect(found('rock')).toEqual(['🪨', '🚀'])
  expect(found('smile')).toEqual(['😄', '😅'])
  expect(found('THUMB')).toEqual(['👍', '👎'])
  expect(found('down')).toEqual(['👎'])
  expect(found('happy')).toEqual(['😄'])
  expect(found('space')).toEqual(['🚀'])
})

it('3.23 letters in between may be left out; what fits nothing finds nothing', () => {
  expect(found('rckt')).toEqual(['🚀'])
  expect(found('zzz')).toEqual([])
})

it('3.23 between two colons only the exact name counts', () => {
  expect(emojiNamed(all, 'smile')?.emoji).toBe('😄')
  expect(emojiNamed(all, '+1')?.emoji).toBe('👍')
  expect(emojiNamed(all, 'smil')).toBeUndefined()
})
