import type { SkinTone } from 'frimousse'

const USED = 'sheaf:emoji'
const TONE = 'sheaf:emoji-tone'
/** How many emoji are remembered; the panel shows a row or two of them. */
const MOST = 60

interface Use {
  emoji: string
  count: number
  /** Counts up with every use of any emoji. */
  last: number
}

function uses(): Use[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(USED) ?? '[]')
    if (!Array.isArray(kept)) return []
    return kept.filter(
      (use: Partial<Use> | null): use is Use =>
        typeof use?.emoji === 'string' &&
        use.emoji.length <= 32 &&
        Number.isFinite(use.count) &&
        Number.isFinite(use.last),
    )
  } catch {
    // Storage can be forbidden, and holds what anybody wrote.
    return []
  }
}

/** The emoji that are used most in this browser, those of equal use by how long ago (product.md 3.23 "frequent"). */
export const frequentEmoji = (count: number): string[] =>
  uses()
    .sort((a, b) => b.count - a.count || b.last - a.last)
    .slice(0, count)
    .map(({ emoji }) => emoji)

/** Counts a use. */
export function rememberEmoji(emoji: string): void {
  const before = uses()
  const last = Math.max(0, ...before.map((use) => use.last)) + 1
  const count = (before.find((use) => use.emoji === emoji)?.count ?? 0) + 1
  const others = before.filter((use) => use.emoji !== emoji).sort((a, b) => b.last - a.last)
  store(USED, JSON.stringify([{ emoji, count, last }, ...others].slice(0, MOST)))
}

const TONES: readonly SkinTone[] = ['none', 'light', 'medium-light', 'medium', 'medium-dark', 'dark']

/** The skin tone that this person chose. */
export function keptTone(): SkinTone {
  try {
    const kept = localStorage.getItem(TONE)
    return TONES.find((tone) => tone === kept) ?? 'none'
  } catch {
    return 'none'
  }
}

export const keepTone = (tone: SkinTone): void => store(TONE, tone)

function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // Storage can be forbidden: then nothing is remembered.
  }
}
