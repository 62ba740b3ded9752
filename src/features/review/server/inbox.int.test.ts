import { onEachDatabase, startTestServer, type TestPerson, type TestServer } from '@test/server'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { CommentBody } from '@/features/comments/model'
import { newId } from '@/shared/ids'
import type { Level } from '@/shared/permissions'
import { type Inbox, type InboxList, REVIEW } from '../model'

const saying = (text: string): CommentBody => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
})
const asking = (id: string): CommentBody => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'mention', attrs: { id, label: 'You' } }] }],
})

onEachDatabase('the review inbox', (database) => {
  let server: TestServer
  let ada: TestPerson
  let bea: TestPerson
  let eve: TestPerson
  let page: string

  beforeAll(async () => {
    server = await startTestServer({ env: database.env })
    ada = await server.signUp()
    bea = await server.signUp()
    eve = await server.signUp()
  })
  beforeEach(async () => {
    await db().deleteFrom('rate_limit').execute()
    await db().deleteFrom('suggestion_log').execute()
    await db().deleteFrom('discussion').execute()
    page = await makePage('Plan')
  })
  afterAll(() => server.close())

  const rpc = (person: TestPerson) => server.rpc(person.cookie)
  const db = () => server.services.db
  const makePage = async (title: string, by = ada) => (await rpc(by).document.create.mutate({ title })).id
  async function share(id: string, person: TestPerson, level: Level) {
    const username = (await rpc(person).user.getSettings.query()).username as string
    await rpc(ada).share.invite.mutate({ id, username, level })
    const { invites } = await rpc(person).share.invites.query()
    await rpc(person).share.acceptInvite.mutate({ id: invites[0]!.id })
  }
  const setLevel = (id: string, person: TestPerson, level: Level) =>
    rpc(ada).share.setRole.mutate({ id, userId: person.user.id, level })
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  const logged = (document_id: string, by: TestPerson, name: string, days = 1) => ({
    ...{ document_id, sid: `${by.user.id} ${name}`, author_id: by.user.id, model: null, trace: null },
    ...{ first_seen_at: ago(days), state: 'pending' as const, decided_by: null, decided_at: null },
    summary: JSON.stringify({ type: 'insert', text: '', newText: name, changes: [], more: 0, blocks: ['b'] }),
  })
  /** The log of a page, as it stands after people have suggested in it. */
  const log = (...rows: ReturnType<typeof logged>[]) =>
    db().insertInto('suggestion_log').values(rows).execute()
  const begin = (by: TestPerson, documentId: string, contentRich = saying('Is that so?')) =>
    rpc(by).comment.createDiscussion.mutate({
      ...{ id: newId(), commentId: newId(), documentId, kind: 'page' as const, contentRich },
    })
  const reply = (by: TestPerson, discussionId: string, contentRich = saying('Yes.')) =>
    rpc(by).comment.createComment.mutate({ id: newId(), discussionId, contentRich })
  const inbox = (by: TestPerson, list: InboxList) => rpc(by).suggestion.inbox.query({ list })
  const namesOf = ({ pages }: Inbox) =>
    pages.flatMap(({ rows }) =>
      rows.map((row) => (row.type === 'suggestion' ? row.suggestionId.split(' ')[1] : row.reason)),
    )
  const seen = async (by: TestPerson, list: InboxList) => namesOf(await inbox(by, list))
  const count = async (by: TestPerson) => (await rpc(by).suggestion.inboxCount.query()).count

  it('a suggestion waits for those who may decide about it, by page, and its author waits for them', async () => {
    await share(page, bea, 'suggest')
    const other = await makePage('Other')
    await share(other, bea, 'suggest')
    await log(logged(page, bea, 'old', 3), logged(other, bea, 'new', 1), logged(page, bea, 'older', 5))
    await log(logged(page, ada, 'mine', 2))
    const { pages, nextCursor } = await inbox(ada, 'me')
    expect(pages.map(({ title, rows }) => [title, rows.length])).toEqual([
      ['Other', 1],
      ['Plan', 2],
    ])
    expect(nextCursor).toBeNull()
    expect(pages[0]?.rows[0]).toMatchObject({
      ...{ type: 'suggestion', reason: 'decide', suggestionId: `${bea.user.id} new`, canDecide: true },
      ...{ author: { id: bea.user.id, name: bea.user.name }, summary: { newText: 'new' } },
    })
    expect(await count(ada)).toBe(3)
    // She may suggest, and so decide about nobody's.
    expect(await seen(bea, 'me')).toEqual([])
    expect((await inbox(bea, 'others')).pages[0]?.rows[0]).toMatchObject({
      ...{ reason: 'suggested', canDecide: false, canWithdraw: true },
    })
    expect(await seen(bea, 'others')).toEqual(['new', 'old', 'older'])
    expect(await seen(ada, 'others')).toEqual(['mine'])
    expect([await seen(eve, 'me'), await seen(eve, 'others'), await count(eve)]).toEqual([[], [], 0])
    await setLevel(page, bea, 'edit')
    expect(await seen(bea, 'me')).toEqual(['mine'])
  })

  it('a page in the trash waits for nobody, a locked one is listed and not decided about, and what was lost is not told', async () => {
    await share(page, bea, 'suggest')
    await log(logged(page, bea, 'one'))
    await rpc(ada).document.update.mutate({ id: page, lockPage: true })
    const [row] = (await inbox(ada, 'me')).pages.flatMap(({ rows }) => rows)
    expect(row).toMatchObject({ canDecide: false })
    await rpc(ada).document.update.mutate({ id: page, lockPage: false })
    // A viewer from whom the owner hides the review is not told even of what they suggested before.
    await setLevel(page, bea, 'view')
    expect(await seen(bea, 'others')).toEqual(['one'])
    await rpc(ada).suggestion.hideReview.mutate({ documentId: page, isHidden: true })
    expect(await seen(bea, 'others')).toEqual([])
    await setLevel(page, bea, 'comment')
    expect(await seen(bea, 'others')).toEqual(['one'])
    await rpc(ada).share.remove.mutate({ id: page, userId: bea.user.id })
    expect(await seen(bea, 'others')).toEqual([])
    await rpc(ada).document.archive.mutate({ id: page })
    expect([await seen(ada, 'me'), await count(ada)]).toEqual([[], 0])
  })

  it('a discussion waits for the person to whom it is assigned until they have seen to it', async () => {
    await share(page, bea, 'comment')
    const { id } = await begin(ada, page)
    expect(await seen(ada, 'others')).toEqual(['begun'])
    await rpc(ada).comment.assignDiscussion.mutate({ discussionId: id, userId: bea.user.id })
    expect((await inbox(bea, 'me')).pages[0]?.rows[0]).toMatchObject({
      ...{ type: 'discussion', reason: 'assigned', discussionId: id, text: 'Is that so?' },
      author: { id: ada.user.id, name: ada.user.name },
    })
    await rpc(bea).comment.assignDiscussion.mutate({ discussionId: id, isDone: true })
    expect(await seen(bea, 'me')).toEqual([])
    // What she began and is hers to do waits for her alone.
    await rpc(ada).comment.assignDiscussion.mutate({ discussionId: id, userId: ada.user.id })
    expect([await seen(ada, 'me'), await seen(ada, 'others')]).toEqual([['assigned'], []])
    await rpc(ada).comment.resolveDiscussion.mutate({ discussionId: id })
    expect([await seen(ada, 'me'), await seen(ada, 'others')]).toEqual([[], []])
  })

  it('a mention waits until it is answered, resolved or deleted, once for each discussion', async () => {
    await share(page, bea, 'comment')
    const { id } = await begin(ada, page, asking(bea.user.id))
    await reply(ada, id, asking(bea.user.id))
    expect([await seen(bea, 'me'), await count(bea)]).toEqual([['mentioned'], 1])
    expect(await seen(ada, 'others')).toEqual(['begun'])
    await reply(bea, id)
    expect([await seen(bea, 'me'), await count(bea)]).toEqual([[], 0])
    const again = await reply(ada, id, asking(bea.user.id))
    expect(await seen(bea, 'me')).toEqual(['mentioned'])
    await rpc(ada).comment.deleteComment.mutate({ id: again.comments.at(-1)!.id })
    expect(await seen(bea, 'me')).toEqual([])
    // Mentioned in her own discussion: it is her turn.
    const hers = await begin(bea, page)
    expect(await seen(bea, 'others')).toEqual(['begun'])
    await reply(ada, hers.id, asking(bea.user.id))
    expect([await seen(bea, 'me'), await seen(bea, 'others')]).toEqual([['mentioned'], []])
    await rpc(ada).comment.resolveDiscussion.mutate({ discussionId: hers.id })
    expect([await seen(bea, 'me'), await seen(bea, 'others')]).toEqual([[], []])
    // Nobody is asked by themselves.
    await begin(bea, page, asking(bea.user.id))
    expect(await seen(bea, 'me')).toEqual([])
  })

  it('what waits longer than two weeks is stale, for everybody it waits for', async () => {
    await share(page, bea, 'suggest')
    await log(
      logged(page, bea, 'fresh', REVIEW.staleDays - 1),
      logged(page, bea, 'stale', REVIEW.staleDays + 1),
    )
    await log(logged(page, ada, 'own', REVIEW.staleDays + 2))
    const { id } = await begin(ada, page)
    await db()
      .updateTable('discussion')
      .set({ created_at: ago(30) })
      .where('id', '=', id)
      .execute()
    expect(await seen(ada, 'stale')).toEqual(['stale', 'own', 'begun'])
    expect(await seen(bea, 'stale')).toEqual(['stale'])
  })

  it('the page knows those by name who have left it and whose suggestions still wait', async () => {
    await share(page, bea, 'suggest')
    await log(logged(page, bea, 'one'), logged(page, bea, 'two'))
    await rpc(ada).share.remove.mutate({ id: page, userId: bea.user.id })
    const { authors } = await rpc(ada).suggestion.authors.query({ documentId: page })
    expect(authors).toEqual([{ id: bea.user.id, name: bea.user.name }])
    await share(page, eve, 'view')
    await rpc(ada).suggestion.hideReview.mutate({ documentId: page, isHidden: true })
    expect(await rpc(eve).suggestion.authors.query({ documentId: page })).toEqual({ authors: [] })
    await rpc(ada).share.remove.mutate({ id: page, userId: eve.user.id })
  })

  it('many come in parts that leave out and repeat nothing, and are counted up to a limit', async () => {
    await share(page, bea, 'suggest')
    const other = await makePage('Other')
    const total = REVIEW.inboxAtOnce + 20
    // Many are logged in one moment.
    const rows = Array.from({ length: total }, (_, n) => logged(n % 2 ? page : other, bea, `n${n}`, n % 3))
    for (let at = 0; at < total; at += 50) await log(...rows.slice(at, at + 50))
    const first = await inbox(ada, 'me')
    const rest = await rpc(ada).suggestion.inbox.query({ list: 'me', cursor: first.nextCursor! })
    expect([namesOf(first).length, namesOf(rest).length, rest.nextCursor]).toEqual([
      REVIEW.inboxAtOnce,
      20,
      null,
    ])
    expect(new Set([...namesOf(first), ...namesOf(rest)]).size).toBe(total)
    expect(await rpc(ada).suggestion.inboxCount.query()).toEqual({
      count: REVIEW.inboxCounted - 1,
      isMore: true,
    })
    // Their author waits for the same, page after page, until the page is not theirs to see.
    await share(other, bea, 'suggest')
    const own = await inbox(bea, 'others')
    const ownRest = await rpc(bea).suggestion.inbox.query({ list: 'others', cursor: own.nextCursor! })
    expect([...namesOf(own), ...namesOf(ownRest)]).toEqual([...namesOf(first), ...namesOf(rest)])
    await rpc(ada).share.remove.mutate({ id: other, userId: bea.user.id })
    const left = await inbox(bea, 'others')
    expect([left.pages.map(({ id }) => id), namesOf(left).length]).toEqual([[page], total / 2])
    await expect(rpc(ada).suggestion.inbox.query({ list: 'me', cursor: 'x' })).rejects.toThrow()
  })
})
