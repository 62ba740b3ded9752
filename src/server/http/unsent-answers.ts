import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import { isGone, type Outgoing, onceGone } from './once-gone'

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
}

/** Throws `rate-limited` for somebody who does not take what is made for them. */
export function refuseIfFull(untaken: Untaken): void {
  if (untaken.isFull()) throw new AppError('rate-limited', TOO_MUCH_UNSENT())
}

/** How much has been written for each person who asks and is not sent yet. */
export class UnsentAnswers {
  private readonly bytes = new Map<string, number>()

  constructor(
    private readonly most: number = MOST_BYTES,
    private readonly stalledMs: number = STALLED_MS,
  ) {}

  /** For what this person is sent with `outgoing`: it counts until that or its connection is closed. */
  of(person: string, outgoing: Outgoing): Untaken {
    let held = 0
    const release = () => {
      this.add(person, -held)
      held = 0
    }
    return {
      isFull: () => (this.bytes.get(person) ?? 0) >= this.most,
      hold: (bytes) => {
        if (isGone(outgoing)) return
        if (held === 0) {
          onceGone(outgoing, release)
          outgoing.setTimeout?.(this.stalledMs)
        }
        held += bytes
        this.add(person, bytes)
      },
    }
  }

  private add(person: string, bytes: number): void {
    const held = (this.bytes.get(person) ?? 0) + bytes
    if (held > 0) this.bytes.set(person, held)
    else this.bytes.delete(person)
  }
}
