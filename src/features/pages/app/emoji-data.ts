import emojiUrl from 'emojibase-data/en/data.json?url'
import messagesUrl from 'emojibase-data/en/messages.json?url'
import type { EmojiData } from 'frimousse'

/** Emoji newer than this are squares on many people's devices. */
const NEWEST = 15
const TONES = ['light', 'medium-light', 'medium', 'medium-dark', 'dark'] as const

interface Emoji {
  emoji: string
  label: string
  group?: number
  version: number
  tags?: string[]
  skins?: { emoji: string; tone: number | number[] }[]
}
interface Messages {
  groups: { key: string; message: string; order: number }[]
}

/** All emoji, from our own origin. Throws when they can not be fetched. */
export async function loadEmoji(): Promise<EmojiData> {
  const [emojis, messages] = await Promise.all([json<Emoji[]>(emojiUrl), json<Messages>(messagesUrl)])
  const groups = messages.groups.filter((group) => group.key !== 'component')
  return {
    locale: 'en',
    categories: groups.map((group) => ({ index: group.order, label: capital(group.message) })),
    emojis: emojis
      .filter((emoji) => emoji.group !== undefined && emoji.version <= NEWEST)
      .map((emoji) => ({
        emoji: emoji.emoji,
        category: emoji.group ?? 0,
        label: capital(emoji.label),
        version: emoji.version,
        tags: emoji.tags ?? [],
        skins: skinsOf(emoji),
      })),
    skinTones: {
      light: 'Light',
      'medium-light': 'Medium light',
      medium: 'Medium',
      'medium-dark': 'Medium dark',
      dark: 'Dark',
    },
  }
}

async function json<T>(url: string): Promise<T> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`The emoji could not be loaded (${response.status}).`)
  return (await response.json()) as T
}

function skinsOf({ skins }: Emoji) {
  const byTone = (skins ?? []).flatMap(({ tone, emoji }) => {
    const name = typeof tone === 'number' ? TONES[tone - 1] : undefined
    return name ? [[name, emoji] as const] : []
  })
  return byTone.length === TONES.length
    ? (Object.fromEntries(byTone) as Record<(typeof TONES)[number], string>)
    : undefined
}

const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1)
