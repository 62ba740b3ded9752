import { t } from '@/shared/i18n'
/** The parts of a keyboard event that a shortcut looks at. */
export interface KeyPress {
  key: string
  code?: string
  ctrlKey: boolean
  metaKey: boolean
  shiftKey: boolean
  altKey: boolean
}

interface Parsed {
  mod: boolean
  shift: boolean
  alt: boolean
  key: string
}

const NAMED_KEYS: Record<string, string> = { comma: ',', period: '.', plus: '+', space: ' ', esc: 'escape' }

/** Is this device one where the command key is the modifier? */
export const isApple = (platform: string = navigator.platform): boolean =>
  /mac|iphone|ipad|ipod/i.test(platform)

const parsed = new Map<string, Parsed>()

/** What a shortcut says. Every key that is typed is held against several, so each is read once. */
function parse(shortcut: string): Parsed {
  const known = parsed.get(shortcut)
  if (known) return known
  const parts = shortcut.toLowerCase().split('+')
  const key = parts.at(-1) ?? ''
  const found = {
    mod: parts.includes('mod'),
    shift: parts.includes('shift'),
    alt: parts.includes('alt'),
    key: NAMED_KEYS[key] ?? key,
  }
  parsed.set(shortcut, found)
  return found
}

/**
 * Is this key press the shortcut (`mod+shift+l`, `mod+\`, `escape`)? `mod` is Command on Apple devices and Control
 * elsewhere. Signs that need Shift on some keyboards (`mod+?`) match with or without it.
 */
export function matchesShortcut(press: KeyPress, shortcut: string, apple?: boolean): boolean {
  const wanted = parse(shortcut)
  // Most keys have no modifier: they are told apart before anything is asked of the browser.
  if (wanted.mod !== (press.ctrlKey || press.metaKey) || press.altKey !== wanted.alt) return false
  if (wanted.mod && ((apple ?? isApple()) ? press.ctrlKey : press.metaKey)) return false
  const isSign = wanted.key.length === 1 && !/[a-z0-9]/.test(wanted.key)
  if (press.shiftKey !== wanted.shift && !isSign) return false
  const key = press.key.toLowerCase()
  if (key === wanted.key) return true
  // With Alt, or in another script, no Latin letter comes out; the physical key still says which one was meant. A layout
  // that has its letters and signs elsewhere means those: Ctrl+Y on a German keyboard lies where others have Z.
  const isPlaced = press.altKey || /[^\x20-\x7e]/.test(key)
  return isPlaced && /^[a-z]$/.test(wanted.key) && press.code === `Key${wanted.key.toUpperCase()}`
}

const APPLE_SIGNS: Record<string, string> = {
  mod: '⌘',
  shift: '⇧',
  alt: '⌥',
  enter: '↵',
  escape: 'Esc',
  backspace: '⌫',
  tab: '⇥',
  up: '↑',
  down: '↓',
  left: '←',
  right: '→',
}
const OTHER_SIGNS: Record<string, string> = {
  mod: 'Ctrl',
  shift: 'Shift',
  alt: 'Alt',
  enter: 'Enter',
  escape: 'Esc',
  backspace: 'Backspace',
  tab: 'Tab',
  up: '↑',
  down: '↓',
  left: '←',
  right: '→',
}

/** The keys of a shortcut as printed on this device's keyboard: `['⌘', 'K']` or `['Ctrl', 'K']`. */
export function shortcutKeys(shortcut: string, apple: boolean = isApple()): string[] {
  const signs = apple ? APPLE_SIGNS : OTHER_SIGNS
  return shortcut
    .toLowerCase()
    .split('+')
    .map((part) => {
      const key = NAMED_KEYS[part] ?? part
      return signs[key] ?? (key === ' ' ? t('Space') : /^(.|f\d+)$/.test(key) ? key.toUpperCase() : key)
    })
}

/** The same as one string: `⌘K` or `Ctrl+K`. */
export const formatShortcut = (shortcut: string, apple: boolean = isApple()): string =>
  shortcutKeys(shortcut, apple).join(apple ? '' : '+')
