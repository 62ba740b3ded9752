import type { Db } from '@/server/db/db'
import { mayDo, type PageFacts } from '@/shared/permissions'

/**
 * What a person may do over a socket with a page's content. `signed-out`: the session behind the socket is over; `suggest`: they write
 * nothing but suggestions of their own.
 */
export type Access = 'signed-out' | 'none' | 'read' | 'suggest' | 'write'

/** Viewers and commenters have a socket to read the page. */
export function accessIn(facts: PageFacts): Access {
  if (facts.level === null) return 'none'
  if (mayDo(facts, 'edit')) return 'write'
  return mayDo(facts, 'suggest') ? 'suggest' : 'read'
}

/** What somebody may do with a page at a moment. */
interface Found {
  access: Access
  /** What it follows from; null where there is none of it for them. */
  facts: PageFacts | null
}

interface Kept {
  at: number
  found: Promise<Found>
  /** `found`, once it is. */
  answer: Found | null
}

const KEPT_MS = 1000
const KEPT_COUNT = 5000

/** Answers for every write what its sender may do at this moment; an answer is trusted for a second at most. */
export class AccessCheck {
  private readonly kept = new Map<string, Kept>()

  constructor(
    private readonly db: Db,
    private readonly authorize: (userId: string, documentId: string) => Promise<PageFacts | null>,
  ) {}

  /** The access of this session to this page. Throws what the database throws. */
  of(userId: string, sessionId: string, documentId: string): Promise<Found> {
    const key = `${userId} ${sessionId} ${documentId}`
    const known = this.trusted(key)
    if (known) return known.found
    const kept: Kept = {
      at: performance.now(),
      found: this.find(userId, sessionId, documentId),
      answer: null,
    }
    if (this.kept.size >= KEPT_COUNT) this.kept.clear()
    this.kept.set(key, kept)
    kept.found.then(
      (answer) => {
        kept.answer = answer
      },
      () => this.kept.get(key) === kept && this.kept.delete(key),
    )
    return kept.found
  }

  /** What {@link of} answers, at once; null when it has to be asked: never yet, too long ago, or before something changed. */
  known(userId: string, sessionId: string, documentId: string): Found | null {
    return this.trusted(`${userId} ${sessionId} ${documentId}`)?.answer ?? null
  }

  private trusted(key: string): Kept | null {
    const kept = this.kept.get(key)
    return kept && performance.now() - kept.at < KEPT_MS ? kept : null
  }

  /** Forgets every answer: something about roles, sessions or pages has changed. */
  forget(): void {
    this.kept.clear()
  }

  private async find(userId: string, sessionId: string, documentId: string): Promise<Found> {
    const session = await this.db
      .selectFrom('session')
      .select('expiresAt')
      .where('id', '=', sessionId)
      .where('userId', '=', userId)
      .executeTakeFirst()
    if (!session || new Date(session.expiresAt).getTime() <= Date.now())
      return { access: 'signed-out', facts: null }
    const facts = await this.authorize(userId, documentId)
    return facts?.level ? { access: accessIn(facts), facts } : { access: 'none', facts: null }
  }
}
