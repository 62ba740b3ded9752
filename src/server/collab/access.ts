import type { Db } from '@/server/db/db'
import { mayDo, type PageFacts } from '@/shared/permissions'

/** What a person may do over a socket with a page's content. `signed-out`: the session behind the socket is over. */
export type Access = 'signed-out' | 'none' | 'read' | 'write'

/** Only editors write into the page's document: commenters and suggesters have a socket to read it. */
function accessIn(facts: PageFacts): Access {
  if (facts.level === null) return 'none'
  return mayDo(facts, 'edit') ? 'write' : 'read'
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
    const known = this.kept.get(key)
    if (known && performance.now() - known.at < KEPT_MS) return known.found
    const found = this.find(userId, sessionId, documentId)
    if (this.kept.size >= KEPT_COUNT) this.kept.clear()
    this.kept.set(key, { at: performance.now(), found })
    found.catch(() => this.kept.delete(key))
    return found
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
