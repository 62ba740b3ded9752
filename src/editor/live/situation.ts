import type { LeftBehind } from './local/records'
import type { NotSavedReason, PageRefusal, SaveState } from './save-state'
import { saveStateOf } from './save-state'

/** How the server lets this person have the page, as it last said. */
export type PageAccess = 'unknown' | 'write' | 'read' | 'none' | 'signed-out'

/** Everything that an open page knows about its way to the server. {@link next} alone changes it. */
export interface Situation {
  connection: 'opening' | 'open' | 'lost'
  access: PageAccess
  /** Is there something to show: the browser's copy, the server's answer, or the knowledge that neither comes? */
  isReady: boolean
  /** What the server said when it last refused something; forgotten when it confirms an edit. */
  refusal: PageRefusal
  /** Edits made in this tab, and how many of them the server has confirmed. */
  edits: number
  confirmedEdits: number
  /** What other tabs left behind in the browser's copy. */
  left: LeftBehind
  /** On this connection each side has told the other what it lacks, so that the server can be asked what it has stored. */
  isExchanged: boolean
  /** Counts connections and exchanges, so that a late answer is not taken for one about the present. */
  exchange: number
  /** What was asked and is not answered yet. */
  question: Question | null
  /** How many questions were asked. */
  asked: number
  askedAt: number
  /** The last answer was about everything that there is. */
  isConfirmed: boolean
  /** What this doc has written under its own client id is confirmed up to this clock. */
  confirmedClock: number
  sentAt: number
  /** Attempts to open the page since the server last took something. */
  tries: number
  /** An edit is too large to be sent: the page stays off the server until it is opened anew. */
  isStuck: boolean
  /** The screen shows, or showed, words that are not in the page. */
  isApart: boolean
  /** Client ids in this doc that the server says are somebody else's. */
  foreign: readonly number[]
  /** How many pages this one has taken the place of. */
  generation: number
  /** How many others hold all that this tab wrote and the server lacks. */
  peers: number
  /** How often in a row what the server refused was made into suggestions, with nothing confirmed since. */
  replays: number
}

interface Question {
  /** What it is called: an answer to an earlier one is none to this. */
  number: number
  edits: number
  left: LeftBehind
  clock: number
}

/** What happens to a page. Times are those of `performance.now()`. */
export type PageEvent =
  /** Something was typed here. */
  | { kind: 'edited'; now: number }
  /** It is time to send what is held back, or there may be no other turn. `clock` is that of the doc's own client id. */
  | { kind: 'send'; now: number; clock: number }
  /** The browser's copy has come to hold something else, or could not be written. */
  | { kind: 'copy-changed'; now: number; left: LeftBehind; isRenamed: boolean; holdsOfOthers: boolean }
  /** The browser's copy was read, or cannot be; is there something to show now, or nothing more to wait for? */
  | { kind: 'copy-read'; isEnough: boolean }
  | { kind: 'apart'; isApart: boolean }
  | { kind: 'admitted'; access: 'read' | 'write' }
  /** The server asks what it lacks, and is answered in the same turn. */
  | { kind: 'exchanging' }
  /** What other tabs left was taken into the doc during that exchange. */
  | { kind: 'exchanged'; exchange: number; now: number; clock: number }
  | { kind: 'synced'; isKnownLayout: boolean }
  | { kind: 'foreign'; clients: readonly number[] }
  | { kind: 'answered'; checkpoint: number; isAccepted: boolean; now: number }
  | { kind: 'no-answer'; now: number }
  /** The server has ended this page on a socket that stays open. */
  | { kind: 'refused'; reason: string }
  /** The socket was closed. */
  | { kind: 'closed'; isSignedOut: boolean }
  | { kind: 'disconnected' }
  | { kind: 'too-large' }
  | { kind: 'nothing-to-renew' }
  | { kind: 'renewal-failed' }
  /** What was refused could not be made into suggestions now. */
  | { kind: 'replay-failed' }
  | { kind: 'discarded' }
  /** `count` others hold all that is unsent here. */
  | { kind: 'peers'; count: number }

export type Timer = 'send' | 'silence' | 'reopen' | 'renew' | 'replay'

/** What the shell (`live-page.ts`) does when told. */
export type Effect =
  /** Starts a timer; one that runs already is kept, or begins anew with `again`. */
  | { do: 'start'; timer: Timer; ms: number; again?: boolean }
  | { do: 'stop'; timer: Timer }
  /** Sends the edits that are held back. */
  | { do: 'flush' }
  /** Asks whether everything sent before is stored. */
  | { do: 'ask'; checkpoint: number }
  /** Writes down how many edits are unconfirmed; is the server about to have them? */
  | { do: 'remember'; unsent: number; isServed: boolean }
  /** The server has what other tabs left by then, and all that is in the page. */
  | { do: 'confirm'; left: LeftBehind }
  /** Asks the server what each side lacks, as when the page was opened there. */
  | { do: 'exchange' }
  | { do: 'take-in'; exchange: number }
  | { do: 'renew' }
  | { do: 'forget-copy' }
  | { do: 'discard-copy' }
  | { do: 'detach' }
  | { do: 'close-socket' }
  | { do: 'disconnect' }

/** The reasons with which the server ends one page of a socket (`server/collab/protocol.ts`). */
const REFUSALS: Record<string, { reason: NotSavedReason | null; retryMs: number }> = {
  'access-changed': { reason: null, retryMs: 0 },
  'disk-full': { reason: 'disk-full', retryMs: 2000 },
  unavailable: { reason: 'unavailable', retryMs: 1000 },
  'no-room': { reason: 'no-room', retryMs: 2000 },
  'too-large': { reason: 'too-large', retryMs: 10_000 },
  'too-much-suggested': { reason: 'too-much-suggested', retryMs: 10_000 },
  'not-author': { reason: 'unavailable', retryMs: 1000 },
  'newer-layout': { reason: 'newer', retryMs: 10_000 },
}
const UNEXPECTED = { reason: null, retryMs: 500 }
const LONGEST_RETRY_MS = 10_000
/** With which the server closes the socket of a session that is over. */
export const SIGNED_OUT = 4401
/** When a page that was still being sent is opened again. */
const SOON_MS = 250

/** An answer that does not come in this time means a connection that only looks alive. */
const ANSWER_MS = 15_000

/** The first edit after a pause is sent at once; what is typed after it is sent, and asked about, together after this time. */
export const SEND_MS = 100

/** An edit that was not confirmed in this time counts as one that may never be. */
const LATE_MS = 2_000

/** From this many replays in a row on, the person is told that the words are not saved; it is tried on. */
const MOST_REPLAYS = 3

/** When the code that writes a page anew is asked for again after it could not be loaded. */
const RENEW_AGAIN_MS = 2_000

/** A page that has just been opened, in the place of as many others. */
export const opening = (generation: number, replays = 0): Situation => ({
  connection: 'opening',
  access: 'unknown',
  // What takes another's place shows what that one showed.
  isReady: generation > 0,
  refusal: null,
  edits: 0,
  confirmedEdits: 0,
  left: new Map(),
  isExchanged: false,
  exchange: 0,
  question: null,
  asked: 0,
  askedAt: 0,
  isConfirmed: false,
  confirmedClock: 0,
  sentAt: Number.NEGATIVE_INFINITY,
  tries: 0,
  isStuck: false,
  isApart: false,
  foreign: [],
  generation,
  peers: 0,
  replays,
})

/** Edits made here that the server has not confirmed. */
const unsentHere = ({ edits, confirmedEdits }: Situation) => edits - confirmedEdits

/** Edits that the server is not known to have: its own and those that other tabs left behind. */
export const unsentOf = (page: Situation): number =>
  unsentHere(page) + [...page.left.values()].reduce((sum, count) => sum + count, 0)

/** What the page says about itself. It is never better than what the server has confirmed. */
export function saveStateIn(page: Situation): SaveState {
  // What cannot be sent is something, even where the browser could not tell how much earlier tabs left.
  const unsent = page.isStuck ? Math.max(1, unsentOf(page)) : unsentOf(page)
  const { connection, refusal, isApart, isConfirmed, peers } = page
  return saveStateOf({ unsent, confirmed: isConfirmed, connection, refusal, isApart, peers })
}

/** Are there words that would be gone with this tab, if the browser kept nothing? `now` as in the events. */
export function isAtRiskIn(page: Situation, now: number): boolean {
  const isOnItsWay = page.connection === 'open' && page.isExchanged && page.refusal === null
  const isLate = now - page.askedAt > LATE_MS
  return page.isApart || (unsentOf(page) > 0 && (!isOnItsWay || isLate))
}

/** The situation after an event, and what is to be done about it, in this order. Pure. */
export function next(page: Situation, event: PageEvent): { page: Situation; effects: Effect[] } {
  const step = new Step(page)
  step.take(event)
  return { page: step.page, effects: step.effects }
}

/** One event being worked into a situation. */
class Step {
  page: Situation
  readonly effects: Effect[] = []

  constructor(page: Situation) {
    this.page = { ...page }
  }

  take(event: PageEvent): void {
    const { page } = this
    switch (event.kind) {
      case 'edited':
        page.edits++
        page.isConfirmed = false
        this.remember()
        this.sendSoon(event.now)
        break
      case 'send':
        this.send(event.now)
        this.ask(event)
        break
      case 'copy-changed':
        page.left = event.left
        if (event.isRenamed) {
          // Another doc takes the place of this one, and is the one that has everything confirmed.
          if (page.isExchanged) this.lost()
          this.do({ do: 'renew' })
        }
        // Of others, signed: it goes to the server before anything of this tab does.
        if (event.holdsOfOthers && page.isExchanged) {
          this.lost()
          this.do({ do: 'exchange' })
        }
        if (event.left.size === 0) break
        page.isConfirmed = false
        this.sendSoon(event.now)
        break
      case 'copy-read':
        page.isReady ||= event.isEnough
        break
      case 'apart':
        page.isApart = event.isApart
        break
      case 'admitted':
        page.connection = 'open'
        page.access = event.access
        break
      case 'exchanging':
        page.exchange++
        this.do({ do: 'take-in', exchange: page.exchange })
        break
      case 'exchanged':
        if (event.exchange !== page.exchange) break
        page.isExchanged = true
        page.question = null
        this.ask(event)
        break
      case 'synced':
        if (!event.isKnownLayout) page.access = 'read'
        page.isReady = true
        break
      case 'foreign':
        page.foreign = event.clients
        break
      case 'answered':
        this.answered(event)
        break
      case 'no-answer':
        this.noAnswer(event.now)
        break
      case 'refused':
        this.lost()
        this.refused(event.reason)
        break
      case 'closed':
        this.lost()
        this.stopReopening()
        page.connection = 'lost'
        if (!event.isSignedOut) break
        page.access = 'signed-out'
        page.refusal = 'signed-out'
        this.do({ do: 'disconnect' })
        break
      case 'disconnected':
        page.connection = 'lost'
        break
      case 'too-large':
        page.isStuck = true
        page.refusal = 'too-large'
        page.isReady = true
        this.lost()
        this.stopReopening()
        this.do({ do: 'detach' })
        break
      case 'nothing-to-renew':
        this.reopen(SOON_MS)
        break
      case 'renewal-failed':
        this.renewIn(RENEW_AGAIN_MS)
        break
      case 'replay-failed':
        page.replays++
        this.replayLater()
        break
      case 'peers':
        page.peers = event.count
        break
      case 'discarded':
        page.confirmedEdits = page.edits
        page.isStuck = false
        page.refusal = null
        page.left = new Map()
        this.do({ do: 'discard-copy' })
        break
    }
  }

  private do(...effects: Effect[]): void {
    this.effects.push(...effects)
  }

  private remember(): void {
    this.do({ do: 'remember', unsent: unsentHere(this.page), isServed: this.page.isExchanged })
  }

  private sendSoon(now: number): void {
    this.do({ do: 'start', timer: 'send', ms: Math.max(0, this.page.sentAt + SEND_MS - now) })
  }

  private send(now: number): void {
    this.page.sentAt = now
    this.do({ do: 'stop', timer: 'send' }, { do: 'flush' })
  }

  private ask({ now, clock }: { now: number; clock: number }): void {
    const { page } = this
    if (!page.isExchanged || page.question !== null) return
    this.send(now)
    page.asked++
    page.question = { number: page.asked, edits: page.edits, left: page.left, clock }
    page.askedAt = now
    page.isConfirmed = false
    // One timer for all questions: they are asked and answered several times a second.
    this.do({ do: 'ask', checkpoint: page.asked }, { do: 'start', timer: 'silence', ms: ANSWER_MS })
  }

  private noAnswer(now: number): void {
    const { question, askedAt } = this.page
    if (question === null) return
    const left = askedAt + ANSWER_MS - now
    this.do(left > 0 ? { do: 'start', timer: 'silence', ms: left } : { do: 'close-socket' })
  }

  private answered(event: { checkpoint: number; isAccepted: boolean; now: number }): void {
    const { page } = this
    const { question } = page
    if (question === null || event.checkpoint !== question.number) return
    page.question = null
    if (!event.isAccepted) {
      page.refusal = 'read-only'
      return
    }
    page.tries = 0
    page.refusal = null
    page.confirmedEdits = Math.max(page.confirmedEdits, question.edits)
    page.confirmedClock = question.clock
    page.isConfirmed = page.confirmedEdits === page.edits
    if (page.isConfirmed) page.replays = 0
    this.remember()
    if (page.isConfirmed) {
      page.left = new Map([...page.left].filter(([tab, count]) => question.left.get(tab) !== count))
      this.do({ do: 'confirm', left: question.left })
    }
    if (unsentOf(page) > 0) this.sendSoon(event.now)
  }

  /** Nothing that was asked or begun on this connection counts any more. */
  private lost(): void {
    const { page } = this
    page.exchange++
    page.isExchanged = false
    page.question = null
    page.isConfirmed = false
    this.do({ do: 'stop', timer: 'silence' })
    this.remember()
  }

  private refused(reason: string): void {
    const { page } = this
    if (reason === 'not-author' && page.foreign.length > 0) {
      // Once is enough for an honest page; a page that is refused again and again asks less and less often.
      const wait = Math.min(LONGEST_RETRY_MS, SOON_MS * 2 ** page.generation)
      this.renewIn(page.generation === 0 ? 0 : wait)
      return
    }
    if (reason === 'not-found') {
      page.access = 'none'
      page.refusal = 'no-access'
      page.isReady = true
      // What somebody may not see any more does not stay on their computer, unless they wrote it themselves.
      if (unsentOf(page) === 0) this.do({ do: 'forget-copy' })
      return
    }
    if (reason === 'not-a-suggestion') {
      this.replayLater()
      return
    }
    const known = REFUSALS[reason] ?? UNEXPECTED
    page.refusal = known.reason ?? page.refusal
    this.reopen(known.retryMs)
  }

  /** The first time at once: it takes a right that was lost, or a suggestion decided about while its author changed it. */
  private replayLater(): void {
    const { page } = this
    if (page.replays >= MOST_REPLAYS) page.refusal = 'read-only'
    const ms = page.replays === 0 ? 0 : Math.min(LONGEST_RETRY_MS, SOON_MS * 2 ** Math.min(page.replays, 6))
    this.stopReopening()
    this.do({ do: 'start', timer: 'replay', ms, again: true })
  }

  private stopReopening(): void {
    for (const timer of ['reopen', 'renew', 'replay'] as const) this.do({ do: 'stop', timer })
  }

  private renewIn(ms: number): void {
    this.do({ do: 'stop', timer: 'reopen' }, { do: 'start', timer: 'renew', ms, again: true })
  }

  private reopen(ms: number): void {
    const { page } = this
    const longer = Math.min(LONGEST_RETRY_MS, Math.max(ms, SOON_MS) * 2 ** Math.min(page.tries, 5))
    this.do(
      { do: 'stop', timer: 'renew' },
      { do: 'stop', timer: 'replay' },
      { do: 'start', timer: 'reopen', ms: page.tries === 0 ? ms : longer, again: true },
    )
    page.tries++
  }
}
