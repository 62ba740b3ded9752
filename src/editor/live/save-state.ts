import { t } from '@/shared/i18n'
import { HERE } from '@/ui/with-element'
/** Why what was typed is only in this browser. */
export type NotSavedReason =
  | 'disk-full'
  | 'unavailable'
  /** The server has too much in memory to take it in. */
  | 'no-room'
  | 'too-large'
  /** This person suggests more than may wait to be decided about. */
  | 'too-much-suggested'
  /** This person may only read the page (any more), or it is locked or in the trash. */
  | 'read-only'
  /** The page is gone, or is none of this person's any more. */
  | 'no-access'
  /** A newer version of Sheaf wrote the page than the server runs. */
  | 'newer'
  /** Something broke between the screen and the page: what stands on the screen is not in the page. */
  | 'apart'

/** Why the server refused something of a page when it was asked last; null: it did not. */
export type PageRefusal = NotSavedReason | 'signed-out' | null

/** How safe what was typed is. `saved` is said only of what the server has on its disk (rulings 0). */
export type SaveState =
  | { kind: 'saved' }
  | { kind: 'saving' }
  /** `peers`: how many others hold all of it. */
  | { kind: 'offline'; unsent: number; peers: number }
  | { kind: 'not-saved'; reason: NotSavedReason }
  /** The session is over, also when that was only found out after a sleep. What was typed stays in the browser. */
  | { kind: 'signed-out'; unsent: number }

const NOT_SAVED: Record<NotSavedReason, string> = {
  get 'disk-full'() {
    return t('Not saved — the server’s disk is full; trying again')
  },
  get unavailable() {
    return t('Not saved — the server could not store it; trying again')
  },
  get 'no-room'() {
    return t('Not saved — too many large pages are open on the server; trying again')
  },
  get 'too-large'() {
    return t('Not saved — the page has become too large; move some of it to another page')
  },
  get 'too-much-suggested'() {
    return t(
      'Not saved — more of your suggestions wait here than a page takes; have some decided, or copy what you typed',
    )
  },
  get 'read-only'() {
    return t('Not saved — this page can only be read now; copy what you typed')
  },
  get 'no-access'() {
    return t('Not saved — you can no longer open this page; copy what you typed')
  },
  get newer() {
    return t('Not saved — a newer version of Sheaf wrote this page; the server has to be updated first')
  },
  get apart() {
    return t('Not saved — something went wrong on this page; copy what you typed')
  },
}

/** The words around the link that leads to signing in. */
export function signInWords(unsent: number): { before: string; link: string; after: string } {
  const words =
    unsent > 0
      ? t('Not saved — {signIn} to save', { signIn: HERE })
      : t('Signed out — {signIn} to write', { signIn: HERE })
  const [before = '', after = ''] = words.split(HERE)
  return { before, link: t('sign in again'), after }
}

/** The one quiet word, or the sentence when something is in the way. */
export function saveStateText(state: SaveState): string {
  switch (state.kind) {
    case 'saved':
      return t('Saved')
    case 'saving':
      return t('Saving…')
    case 'offline':
      return state.peers > 0 && state.unsent > 0
        ? t('Offline — {unsent} unsent, on {peers, plural, one {# peer} other {# peers}}', {
            unsent: state.unsent,
            peers: state.peers,
          })
        : t('Offline — {unsent} unsent', { unsent: state.unsent })
    case 'not-saved':
      return NOT_SAVED[state.reason]
    case 'signed-out':
      return Object.values(signInWords(state.unsent)).join('')
  }
}

/** What is known of a page's connection; {@link saveStateOf} makes the state of it. */
export interface Situation {
  /** Edits that the server has not confirmed, in this tab and left behind by tabs that were closed. */
  unsent: number
  /** The page is open on the server, and everything that was sent on this connection has been confirmed. */
  confirmed: boolean
  connection: 'opening' | 'open' | 'lost'
  /** What the server said when it last refused something; forgotten when everything is confirmed. */
  refusal: PageRefusal
  /** The screen shows, or showed, words that are not in the page. */
  isApart: boolean
  /** How many others hold all that is unsent. */
  peers: number
}

/** The state that fits a situation: never better than what the server has confirmed. */
export function saveStateOf({
  unsent,
  confirmed,
  connection,
  refusal,
  isApart,
  peers,
}: Situation): SaveState {
  if (isApart) return { kind: 'not-saved', reason: 'apart' }
  if (refusal === 'signed-out') return { kind: 'signed-out', unsent }
  if (refusal && unsent > 0) return { kind: 'not-saved', reason: refusal }
  if (connection === 'lost') return { kind: 'offline', unsent, peers }
  return confirmed && unsent === 0 ? { kind: 'saved' } : { kind: 'saving' }
}

export const sameSaveState = (a: SaveState, b: SaveState): boolean => JSON.stringify(a) === JSON.stringify(b)
