import { usernameKey } from '@/shared/username-key'

/**
 * Names that would pass for the product, for those who run it or for a word of the interface. Compared by
 * `usernameKey`, so that `supp0rt` and `no.reply` are among them.
 */
const RESERVED = new Set(
  [
    ...[
      'abuse',
      'account',
      'admin',
      'administrator',
      'all',
      'anonymous',
      'api',
      'billing',
      'contact',
      'deleted',
    ],
    ...[
      'everybody',
      'everyone',
      'guest',
      'help',
      'here',
      'hostmaster',
      'info',
      'login',
      'me',
      'mod',
      'moderator',
    ],
    ...[
      'nobody',
      'noreply',
      'null',
      'official',
      'owner',
      'postmaster',
      'privacy',
      'root',
      'security',
      'settings',
    ],
    ...[
      'sheaf',
      'staff',
      'superuser',
      'support',
      'sysadmin',
      'system',
      'team',
      'undefined',
      'webmaster',
      'you',
    ],
  ].map(usernameKey),
)

/** The scripts in which a username may be written; Japanese and Korean use several as one. */
const SCRIPTS = [
  /^[\p{sc=Latin}]*$/u,
  /^[\p{sc=Greek}]*$/u,
  /^[\p{sc=Cyrillic}]*$/u,
  /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]*$/u,
  /^[\p{sc=Han}\p{sc=Hangul}]*$/u,
]
const OF_THESE =
  /[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u

/** Is this a name that nobody may take? */
export const isReservedUsername = (username: string): boolean => RESERVED.has(usernameKey(username))

/** Are the letters of one script, so that none is there to pass for a letter of another? */
export function isOfOneScript(username: string): boolean {
  const letters = [...username].filter((character) => /\p{L}/u.test(character))
  if (letters.some((letter) => OF_THESE.test(letter)))
    return SCRIPTS.some((script) => script.test(letters.join('')))
  return true
}

/** A character that leaves a mark on the screen: no space, no filler, nothing of no width. */
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u
const BLANK_LETTERS = /[\u115f\u1160\u2800\u3164\uffa0]/gu
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/u

/** Can the name be seen? A person whose name is nothing but fillers could not be told from nobody. */
export const isVisibleName = (name: string): boolean => VISIBLE.test(name.replace(BLANK_LETTERS, ''))

/** Does the name hold line breaks, control characters, or marks that turn the direction of the text around it? */
export const hasControlCharacters = (name: string): boolean => CONTROL.test(name)
