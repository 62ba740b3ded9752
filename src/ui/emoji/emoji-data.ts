import emojiUrl from 'emojibase-data/en/data.json?url'
import messagesUrl from 'emojibase-data/en/messages.json?url'
import namesUrl from 'emojibase-data/en/shortcodes/github.json?url'
import type { EmojiData } from 'frimousse'

/** Emoji newer than this are squares on many people's devices. */
const NEWEST = 15
const TONES = ['light', 'medium-light', 'medium', 'medium-dark', 'dark'] as const

interface Emoji {
  emoji: string
  hexcode: string
  label: string
  group?: number
  version: number
  tags?: string[]
  skins?: { emoji: string; tone: number | number[] }[]
}
interface Messages {
  groups: { key: string; message: string; order: number }[]
}

/** An emoji as it is found by what is typed (product.md 3.23). */
export interface NamedEmoji {
  emoji: string
  /** Such as "Grinning face". */
  label: string
  /** What stands between colons: `smile`, `+1`. */
  names: readonly string[]
  tags: readonly string[]
}

export interface EmojiSet {
  /** For the picker. */
  data: EmojiData
  named: readonly NamedEmoji[]
}

let coming: Promise<EmojiSet> | null = null

/** All emoji, from our own origin; fetched once. Rejects when they cannot be had; the next call tries again. */
export function loadEmoji(): Promise<EmojiSet> {
  coming ??= fetchEmoji().catch((error: unknown) => {
    coming = null
    throw error
  })
  return coming
}

async function fetchEmoji(): Promise<EmojiSet> {
  const [all, messages, names] = await Promise.all([
    json<Emoji[]>(emojiUrl),
    json<Messages>(messagesUrl),
    json<Record<string, string | string[]>>(namesUrl),
  ])
  const groups = messages.groups.filter((group) => group.key !== 'component')
  const emojis = all.filter((emoji) => emoji.group !== undefined && emoji.version <= NEWEST)
  return {
    data: {
      locale: 'en',
      categories: groups.map((group) => ({ index: group.order, label: capital(group.message) })),
      emojis: emojis.map((emoji) => ({
        emoji: emoji.emoji,
        category: emoji.group ?? 0,
        label: capital(emoji.label),
        version: emoji.version,
        tags: [...(emoji.tags ?? []), ...namesOf(names, emoji)],
        skins: skinsOf(emoji),
      })),
      skinTones: {
        light: 'Light',
        'medium-light': 'Medium light',
        medium: 'Medium',
        'medium-dark': 'Medium dark',
        dark: 'Dark',
      },
    },
    named: emojis.map((emoji) => ({
      emoji: emoji.emoji,
      label: capital(emoji.label),
      names: namesOf(names, emoji),
      tags: emoji.tags ?? [],
    })),
  }
}

const namesOf = (names: Record<string, string | string[]>, { hexcode, label }: Emoji): string[] => {
  const known = names[hexcode] ?? names[hexcode.replace(/-FE0F/g, '')] ?? []
  const found = typeof known === 'string' ? [known] : known
  return found.length > 0 ? found : [label.toLowerCase().replace(/[^a-z0-9]+/g, '_')]
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
