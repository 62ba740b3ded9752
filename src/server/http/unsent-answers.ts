import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import { endWhenStalled, type WatchedAnswer } from './end-when-stalled'
import { isGone, onceGone } from './once-gone'

/** How much may have been written for one person and not be sent yet, in bytes, before they get nothing more. */
const MOST_BYTES = 128 * 1024 * 1024
/** A receiver who has taken nothing for as long as this, in milliseconds, is given up, with what is held for them. */
const STALLED_MS = 60_000

/** What somebody reads who takes nothing of what they ask for. */
const TOO_MUCH_UNSENT = () => t('Rate limit exceeded. Please try again in a minute.')

/** What one who asks has not taken yet. */
export interface Untaken {
  /** Is it so much that nothing more is made for them? */
  isFull(): boolean
  /** Counts what is made for them. */
  hold(bytes: number): void
  /**
   * Counts what is sent to many by reference, and replaced at some time: until then it is in memory in any case, and after that
   * for those who have not taken it. It counts once for each person, however often they ask for it. Throws `rate-limited`
   * for somebody who is full, unless they have not taken these very bytes yet.
   */
  holdShared(bytes: Uint8Array): void
}

/** Throws `rate-limited` for somebody who does not take what is made for them. */
export function refuseIfFull(untaken: Pick<Untaken, 'isFull'>): void {
  if (untaken.isFull()) throw new AppError('rate-limited', TOO_MUCH_UNSENT())
}

/** How much has been written for each person who asks and is not sent yet. */
export class UnsentAnswers {
  private readonly bytes = new Map<string, number>()
  /** How many answers of each person send these bytes. */
  private readonly shared = new Map<string, Map<Uint8Array, number>>()

  constructor(
    private readonly most: number = MOST_BYTES,
    private readonly stalledMs: number = STALLED_MS,
  ) {}

  /** For what this person is sent with `outgoing`: it counts until that or its connection is closed. */
  of(person: string, outgoing: WatchedAnswer): Untaken {
    let held = 0
    const release = () => {
      this.add(person, -held)
      held = 0
    }
    const isFull = () => (this.bytes.get(person) ?? 0) >= this.most
    return {
      isFull,
      hold: (bytes) => {
        if (isGone(outgoing)) return
        if (held === 0) onceGone(outgoing, release)
        held += bytes
        this.add(person, bytes)
        this.endWhenStalled(outgoing)
      },
      holdShared: (bytes) => {
        if (isGone(outgoing)) return
        if (!this.shared.get(person)?.has(bytes)) refuseIfFull({ isFull })
        this.addShared(person, bytes)
        onceGone(outgoing, () => this.removeShared(person, bytes))
        this.endWhenStalled(outgoing)
      },
    }
  }

  /** For what is sent to many and stays as it is: it need not be counted, but nobody keeps a connection with it that they do not read. */
  endWhenStalled(outgoing: WatchedAnswer): void {
    endWhenStalled(outgoing, this.stalledMs)
  }

  private addShared(person: string, bytes: Uint8Array): void {
    const answers = this.shared.get(person) ?? new Map<Uint8Array, number>()
    if (!answers.has(bytes)) this.add(person, bytes.byteLength)
    answers.set(bytes, (answers.get(bytes) ?? 0) + 1)
    this.shared.set(person, answers)
  }

  private removeShared(person: string, bytes: Uint8Array): void {
    const answers = this.shared.get(person)
    const left = (answers?.get(bytes) ?? 0) - 1
    if (left > 0) return void answers?.set(bytes, left)
    answers?.delete(bytes)
    if (answers?.size === 0) this.shared.delete(person)
    this.add(person, -bytes.byteLength)
  }

  private add(person: string, bytes: number): void {
    const held = (this.bytes.get(person) ?? 0) + bytes
    if (held > 0) this.bytes.set(person, held)
    else this.bytes.delete(person)
  }
}
