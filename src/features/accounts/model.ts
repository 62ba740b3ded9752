import type { FormatChoice } from '@/shared/formats'
import { t } from '@/shared/i18n'
import type { Language } from '@/shared/i18n/languages'

/** The figures of Arabic and Persian keyboards, and the wide ones of East Asian input methods, as the ones that codes are made of. */
export const plainDigits = (text: string): string =>
  text.replace(/[٠-٩۰-۹０-９]/g, (digit) => String(digit.charCodeAt(0) & 0xf))

/** The words of product.md 5.12 for each rule, in the order of the tooltip. */
const PASSWORD_RULES = {
  get length() {
    return t('At least 8 characters')
  },
  get uppercase() {
    return t('One uppercase letter')
  },
  get lowercase() {
    return t('One lowercase letter')
  },
  get number() {
    return t('One number')
  },
  get special() {
    return t('One special character')
  },
} as const
export type PasswordRule = keyof typeof PASSWORD_RULES

/** Shortest and longest password; the upper bound keeps hashing cheap. */
export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 128
/** The fixed set of special characters (product.md 5.12). */
export const PASSWORD_SPECIALS = '!@#$%^&*()_+-=[]{};\':"\\|,.<>/?`~'

/** Seconds for which "Resend" stays blocked (product.md 9.11). */
export const RESEND_SECONDS = 60
/** Digits in a code (product.md 9.11), how long it lives, and how often it may be tried. */
export const CODE_LENGTH = 6
export const CODE_MINUTES = 10
export const CODE_TRIES = 5

/** Every rule of product.md 5.12 with whether the password meets it. */
export function passwordRules(password: string): { rule: PasswordRule; label: string; met: boolean }[] {
  const met: Record<PasswordRule, boolean> = {
    length: [...password].length >= PASSWORD_MIN,
    uppercase: /\p{Lu}/u.test(password),
    lowercase: /\p{Ll}/u.test(password),
    number: /\p{Nd}/u.test(password),
    special: [...password].some((character) => PASSWORD_SPECIALS.includes(character)),
  }
  return (Object.keys(PASSWORD_RULES) as PasswordRule[]).map((rule) => ({
    rule,
    label: PASSWORD_RULES[rule],
    met: met[rule],
  }))
}

/** Does the password meet every rule, and is it not too long to be hashed cheaply? */
export const isStrongPassword = (password: string): boolean =>
  password.length <= PASSWORD_MAX && passwordRules(password).every(({ met }) => met)

/**
 * The strength bar of product.md 5.12: 0 (empty, red) while the password is too short, 1 (one third) for one or two
 * rules, 2 (two thirds) for three or four, 3 (full) for all five.
 */
export function passwordStrength(password: string): 0 | 1 | 2 | 3 {
  const rules = passwordRules(password)
  if (!rules.some(({ rule, met }) => rule === 'length' && met)) return 0
  const count = rules.filter(({ met }) => met).length
  if (count === rules.length) return 3
  return count > 2 ? 2 : 1
}

/** product.md 5.12: an address is worth sending when it is not blank and contains an @. */
export const looksLikeEmail = (email: string): boolean => email.trim() !== '' && email.includes('@')

/**
 * The path on our own origin that `callbackUrl` asks for, or `/` when it asks for anything else (R25). Whatever a
 * browser could read as another origin is refused: `//host`, `\`, `user@`, control characters, schemes, and the same
 * written with percent signs.
 */
export function safeCallback(callbackUrl: string | null | undefined): string {
  if (!callbackUrl || callbackUrl.length > 2_000 || !isPlainPath(callbackUrl)) return '/'
  let decoded = pathOf(callbackUrl)
  for (let round = 0; round < 3; round += 1) {
    const next = percentDecoded(decoded)
    if (next === null) return '/'
    if (next === decoded) break
    decoded = next
    if (!isPlainPath(decoded)) return '/'
  }
  const base = 'http://here.invalid'
  if (!URL.canParse(callbackUrl, base)) return '/'
  const url = new URL(callbackUrl, base)
  const path = `${url.pathname}${url.search}${url.hash}`
  // Resolving `/.//host` gives `//host`: the result is checked like the input.
  return url.origin === base && isPlainPath(path) ? path : '/'
}

function isPlainPath(path: string): boolean {
  if (!path.startsWith('/')) return false
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  if (/[\u0000-\u0020\u007f-\u00a0\u2028\u2029\ufeff\\]/.test(path)) return false
  const pathname = pathOf(path)
  return !pathname.includes('//') && !pathname.includes('@')
}

/** Without the query and the fragment, where everything may be written with percent signs. */
function pathOf(address: string): string {
  const end = address.search(/[?#]/)
  return end === -1 ? address : address.slice(0, end)
}

function percentDecoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    // A stray % cannot be read one way by everybody, so it is not a path of ours.
    return null
  }
}

/** The `username` of a new account: the cleaned local part of the address plus random digits (product.md 9.7). */
export function generatedUsername(email: string, digits: string): string {
  return `${cleanedBase(email)}${digits}`
}

function cleanedBase(email: string): string {
  const base = (email.split('@')[0] ?? '').toLowerCase().replace(/[^a-z0-9]/g, '')
  return base.slice(0, 20) || 'reader'
}

/** The name a new account starts with: "ada.lovelace@…" is Ada Lovelace. */
export function nameFromEmail(email: string): string {
  const words = (email.split('@')[0] ?? '')
    .replace(/\+.*$/, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ')
  return name.slice(0, 60) || t('Reader')
}

/** Providers that a person may sign in with (product.md 2.7); `oidc` is the company's own. */
export const OAUTH_PROVIDERS = ['github', 'google', 'oidc'] as const
export type OAuthProvider = (typeof OAUTH_PROVIDERS)[number]

export const isOAuthProvider = (text: string): text is OAuthProvider =>
  (OAUTH_PROVIDERS as readonly string[]).includes(text)

/** Why a provider's sign-in did not work. The address that people are sent back to says `?error=<provider>-<reason>`. */
export type OAuthFailure =
  | 'not-configured'
  | 'unavailable'
  | 'denied'
  | 'expired'
  | 'unverified'
  | 'exists'
  | 'closed'
  | 'taken'
  | 'too-often'
  | 'failed'

/** An account elsewhere with which a person signs in here. */
export interface LinkedAccount {
  provider: OAuthProvider
  linkedAt: string
}

/** The signed-in person as the interface shows them (product.md 3.15). */
export interface CurrentUser {
  id: string
  email: string
  name: string
  firstName: string
  username: string | null
  avatarUrl: string | null
  /** How dates are written for them. */
  formats: FormatChoice
  /** What they read; null is what the browser prefers. */
  language: Language | null
}

/** A passkey with which the person signs in. */
export interface Passkey {
  id: string
  name: string
  createdAt: string
  lastUsedAt: string | null
}

/** One place where the person is signed in. */
export interface SessionInfo {
  id: string
  /** The browser's own description of itself, if it gave one. */
  userAgent: string | null
  ipAddress: string | null
  /** Where that is: a country by its two letters, or `local`; null where it is not known. */
  place: string | null
  createdAt: string
  lastSeenAt: string
  expiresAt: string
  /** Is it the session that asks? */
  current: boolean
}
