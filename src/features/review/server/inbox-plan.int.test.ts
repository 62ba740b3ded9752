import { startTestServer, type TestServer } from '@test/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '@/shared/ids'
import { type InboxList, REVIEW } from '../model'
import { waitingStatement } from './inbox.queries'

/* How SQLite, which answers on the thread of the server, is going to look for what waits. */
describe('the plan of the review inbox', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server.close())

  /** The steps of the plan for a page of the inbox that is not the first. */
  async function planOf(list: InboxList): Promise<string[]> {
    const now = new Date().toISOString()
    const statement = waitingStatement(newId(), list, {
      before: { at: now, id: newId() },
      olderThan: list === 'stale' ? now : null,
      limit: REVIEW.inboxAtOnce + 1,
    })
    const { rows } = await sql<{ detail: string }>`explain query plan ${statement}`.execute(
      server.services.db,
    )
    return rows.map(({ detail }) => detail)
  }

  it('what there is to decide is found from the pages, in an index alone, and from the place in the list on', async () => {
    const plan = await planOf('me')
    expect(plan.filter((step) => step.includes(' log ') && !step.endsWith('LEFT-JOIN'))).toEqual([
      'SEARCH log USING COVERING INDEX suggestion_pending (document_id=? AND first_seen_at<?)',
    ])
  })

  it('one’s own suggestions come in their order, so that no more are looked at than are shown, and each page is judged once', async () => {
    const plan = await planOf('others')
    const start = plan.indexOf(
      'SEARCH log USING COVERING INDEX suggestion_pending_by_author (author_id=? AND first_seen_at<?)',
    )
    expect(start).toBeGreaterThan(-1)
    const steps = plan.slice(start + 1, plan.indexOf('SCAN newest'))
    // The pages are a list of their own; the rights to each are asked within that and not beside the suggestions.
    expect(steps[0]).toMatch(/^LIST SUBQUERY/)
    expect(steps[1]).toMatch(
      /^SEARCH document USING (?:COVERING )?INDEX \w+ \(id=\?(?: AND archived_at=\?)?\)$/,
    )
    // Only what was suggested in the same moment is sorted.
    expect(steps.at(-1)).toBe('USE TEMP B-TREE FOR LAST TERM OF ORDER BY')
  })

  it('no list reads through a whole table', async () => {
    for (const list of ['me', 'others', 'stale'] as const) {
      const scanned = (await planOf(list)).filter((step) => step.startsWith('SCAN '))
      expect(new Set(scanned)).toEqual(new Set(['SCAN newest', 'SCAN waiting', 'SCAN place']))
    }
  })
})
