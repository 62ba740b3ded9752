import { loadEmoji, type NamedEmoji } from '@/ui/emoji/emoji-data'
import { rememberEmoji } from '@/ui/emoji/used-emoji'
import { emojiNamed, findEmoji } from './emoji-search'

/** All emoji, to be asked. */
export interface EmojiSource {
  find(query: string): readonly NamedEmoji[]
  named(name: string): NamedEmoji | undefined
  /** Counts it among those that the person uses. */
  remember(emoji: string): void
}

export async function loadEmojiSource(): Promise<EmojiSource> {
  const all = (await loadEmoji()).named
  return {
    find: (query) => findEmoji(all, query),
    named: (name) => emojiNamed(all, name),
    remember: rememberEmoji,
  }
}
