import german from 'emojibase-data/de/data.json?url'
import germanGroups from 'emojibase-data/de/messages.json?url'
import english from 'emojibase-data/en/data.json?url'
import englishGroups from 'emojibase-data/en/messages.json?url'
import namesUrl from 'emojibase-data/en/shortcodes/github.json?url'
import spanish from 'emojibase-data/es/data.json?url'
import spanishGroups from 'emojibase-data/es/messages.json?url'
import french from 'emojibase-data/fr/data.json?url'
import frenchGroups from 'emojibase-data/fr/messages.json?url'
import japanese from 'emojibase-data/ja/data.json?url'
import japaneseGroups from 'emojibase-data/ja/messages.json?url'
import chinese from 'emojibase-data/zh/data.json?url'
import chineseGroups from 'emojibase-data/zh/messages.json?url'
import type { EmojiData } from 'frimousse'
import { language, t } from '@/shared/i18n'
import type { Language } from '@/shared/i18n/languages'

/** Where the words about emoji stand in a language: those of each emoji, and those of the groups. */
const WORDS: Partial<Record<Language, { emoji: string; groups: string }>> = {
  de: { emoji: german, groups: germanGroups },
  fr: { emoji: french, groups: frenchGroups },
  es: { emoji: spanish, groups: spanishGroups },
  ja: { emoji: japanese, groups: japaneseGroups },
  'zh-Hans': { emoji: chinese, groups: chineseGroups },
}
/** There are none in Arabic. */
const ENGLISH = { emoji: english, groups: englishGroups }

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
  /** What stands between colons: `smile`, `+1`; the same in every language. */
  names: readonly string[]
  tags: readonly string[]
}

export interface EmojiSet {
  /** For the picker. */
  data: EmojiData
  named: readonly NamedEmoji[]
}

let coming: Promise<EmojiSet> | null = null

/** All emoji in the words of the interface's language, from our own origin; fetched once. Rejects when they cannot be had; the next call tries again. */
export function loadEmoji(): Promise<EmojiSet> {
  coming ??= fetchEmoji().catch((error: unknown) => {
    coming = null
    throw error
  })
  return coming
}

async function fetchEmoji(): Promise<EmojiSet> {
  const words = WORDS[language()] ?? ENGLISH
  const [all, messages, names] = await Promise.all([
    json<Emoji[]>(words.emoji),
    json<Messages>(words.groups),
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
        light: toneName('light'),
        'medium-light': toneName('medium-light'),
        medium: toneName('medium'),
        'medium-dark': toneName('medium-dark'),
        dark: toneName('dark'),
      },
    },
    named: emojis.map((emoji) => ({
      emoji: emoji.emoji,
      label: capital(emoji.label),
      names: namesOf(names, emoji),
      tags: (emoji.tags ?? []).map((tag) => tag.toLocaleLowerCase()),
    })),
  }
}

const namesOf = (names: Record<string, string | string[]>, { hexcode, label }: Emoji): string[] => {
  const known = names[hexcode] ?? names[hexcode.replace(/-FE0F/g, '')] ?? []
  const found = typeof known === 'string' ? [known] : known
  return found.length > 0 ? found : [label.toLocaleLowerCase().replace(/[^\p{L}\p{N}]+/gu, '_')]
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

/** A skin tone in words. */
export const toneName = (tone: 'none' | (typeof TONES)[number]): string =>
  ({
    none: t('none'),
    light: t('Light'),
    'medium-light': t('Medium light'),
    medium: t('Medium'),
    'medium-dark': t('Medium dark'),
    dark: t('Dark'),
  })[tone]

const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1)
