import { Tab, until } from '@test/collab'
import { onEachDatabase, refusal, startTestServer, type TestPerson, type TestServer } from '@test/server'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as Y from 'yjs'
import { newId } from '@/shared/ids'
import type { Level } from '@/shared/permissions'
import { COMMENT_WORDS, COMMENTS, type CommentBody, type Discussion } from '../model'

const saying = (text: string): CommentBody => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
})
const mentioning = (id: string): CommentBody => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'mention', attrs: { id, label: 'Somebody' } }] }],
})

onEachDatabase('comments', (database) => {
  let server: TestServer
  /** The owner of the pages, and people on them. */
  let ada: TestPerson
  let bea: TestPerson
  let cyd: TestPerson
  let eve: TestPerson
  const opened: Tab[] = []

  beforeAll(async () => {
    server = await startTestServer({ env: database.env })
    ada = await server.signUp()
    bea = await server.signUp()
    cyd = await server.signUp()
    eve = await server.signUp()
  })
  afterAll(() => server.close())
  // What one person does here in seconds is limited by the minute.
  beforeEach(() => server.services.db.deleteFrom('rate_limit').execute())
  afterEach(() => {
    for (const tab of opened.splice(0)) tab.close()
  })

  const db = () => server.services.db
  const rpc = (person: TestPerson) => server.rpc(person.cookie).comment
  const makePage = async (text = 'One two three', by = ada): Promise<string> => {
    const contentRich = [{ id: 'b', kind: 'paragraph', text: [{ text }] }]
    return (await server.rpc(by.cookie).document.create.mutate({ title: 'Plan', contentRich })).id
  }
  async function share(id: string, person: TestPerson, level: Level) {
    const username = (await server.rpc(person.cookie).user.getSettings.query()).username as string
    await server.rpc(ada.cookie).share.invite.mutate({ id, username, level })
    const { invites } = await server.rpc(person.cookie).share.invites.query()
    await server.rpc(person.cookie).share.acceptInvite.mutate({ id: invites[0]!.id })
  }
  const begin = (person: TestPerson, documentId: string, more: object = {}) =>
    rpc(person).createDiscussion.mutate({
      id: newId(),
      commentId: newId(),
      documentId,
      kind: 'page',
      contentRich: saying('First'),
      ...more,
    })
  const reply = (person: TestPerson, discussion: Discussion, contentRich = saying('Reply')) =>
    rpc(person).createComment.mutate({ id: newId(), discussionId: discussion.id, contentRich })
  const list = async (person: TestPerson, documentId: string) =>
    (await rpc(person).discussions.query({ documentId })).discussions
  /** The ids of some words of the page, as a browser knows them. */
  const idsOf = (documentId: string, words: string) =>
    server.services.live.read(documentId, (doc) => rangeOf(doc, words))
  const anchorsOf = (documentId: string, id: string) =>
    server.services.live.read(documentId, (doc) =>
      [...doc.getMap('suggestions').keys()].filter((key) => key.startsWith(`@ ${id} `)),
    )
  const told = async (person: TestPerson, documentId: string) =>
    (
      await db()
        .selectFrom('outbox')
        .selectAll()
        .where('user_id', '=', person.user.id)
        .where('document_id', '=', documentId)
        .where('kind', 'in', ['DOCUMENT_COMMENTED', 'MENTION'])
        .orderBy('created_at')
        .execute()
    ).map(({ kind, data }) => (kind === 'MENTION' ? kind : (JSON.parse(data) as { what: string }).what))
  async function openAs({ cookie, user }: TestPerson, id: string): Promise<Tab> {
    const url = `${server.url.replace(/^http/, 'ws')}/collab`
    const tab = new Tab(url, { id: user.id, name: user.name, sessionId: '', cookie }, id)
    opened.push(tab)
    await tab.saved()
    return tab
  }

  describe('discussions', () => {
    it('R67 a place that is named five hundred times stands on the page, and is kept, once', async () => {
      const page = await makePage()
      const range = await idsOf(page, 'two')
      const again = Array.from({ length: 499 }, () => ({
        ...range,
        clock: 0,
        length: range.clock + range.length,
      }))
      const { id } = await begin(ada, page, { kind: 'text', ranges: [range, ...again] })
      const rest = { ...range, clock: 0, length: range.clock }
      expect(await anchorsOf(page, id)).toHaveLength(2)
      const stored = await db().selectFrom('discussion').select('ranges').where('id', '=', id).execute()
      expect(JSON.parse(stored[0]!.ranges)).toEqual([range, rest])
    })

    it('3.7 7.13 a discussion has its comments, in their order, each with all its fields', async () => {
      const page = await makePage()
      const made = await begin(ada, page, { kind: 'text', ranges: [await idsOf(page, 'two')] })
      await reply(ada, made)
      const [discussion] = await list(ada, page)
      expect(discussion).toMatchObject({
        id: made.id,
        documentContent: 'two',
        isResolved: false,
        userId: ada.user.id,
        comments: [
          { contentRich: saying('First'), discussionId: made.id, isEdited: false, userId: ada.user.id },
          { contentRich: saying('Reply') },
        ],
      })
      expect(Date.parse(discussion!.createdAt)).toBeGreaterThan(0)
      for (const comment of discussion!.comments) {
        expect(comment.id).toMatch(/./)
        expect(Date.parse(comment.createdAt)).toBeGreaterThanOrEqual(Date.parse(discussion!.createdAt))
        expect(comment.updatedAt).toBe(comment.createdAt)
      }
      const { id } = discussion!.comments[0]!
      await rpc(ada).updateComment.mutate({ id, contentRich: saying('Changed') })
      const [changed] = (await list(ada, page))[0]!.comments
      expect(changed).toMatchObject({ id, isEdited: true, contentRich: saying('Changed') })
      expect(Date.parse(changed!.updatedAt)).toBeGreaterThan(Date.parse(changed!.createdAt))
    })

    it('4.12 its anchor is in the page with the row, and goes with it', async () => {
      const page = await makePage()
      const range = await idsOf(page, 'two')
      const { id, comments } = await begin(ada, page, { kind: 'text', ranges: [range] })
      expect(await anchorsOf(page, id)).toEqual([`@ ${id} ${range.client} ${range.clock}`])
      await rpc(ada).resolveDiscussion.mutate({ discussionId: id })
      expect(await anchorsOf(page, id)).toHaveLength(1)
      const { discussion } = await rpc(ada).deleteComment.mutate({ id: comments[0]!.id })
      expect(discussion).toBeNull()
      expect(await anchorsOf(page, id)).toEqual([])
      expect(await list(ada, page)).toEqual([])
    })

    it('4.12 an anchor is no edit: not of the page, nor of its lists, nor of its versions', async () => {
      const page = await makePage()
      await share(page, bea, 'comment')
      const facts = () =>
        db()
          .selectFrom('document')
          .select(['updated_at', 'updated_by', 'content_rich', 'plain_text', 'title'])
          .where('id', '=', page)
          .executeTakeFirstOrThrow()
      const editors = () =>
        db().selectFrom('document_editor').selectAll().where('document_id', '=', page).execute()
      const before = [await facts(), await editors()]
      await begin(bea, page, { kind: 'text', ranges: [await idsOf(page, 'two')] })
      expect([await facts(), await editors()]).toEqual(before)
      await server.restart()
      await until('the page to be folded', async () => {
        const rows = await db()
          .selectFrom('document_update')
          .select('id')
          .where('document_id', '=', page)
          .execute()
        return rows.length === 0
      })
      expect([await facts(), await editors()]).toEqual(before)
    })

    it('4.12 an anchor waits for characters that have not arrived, also over a restart', async () => {
      const page = await makePage()
      const client = 77_777
      const { id, isWaiting } = await begin(ada, page, {
        kind: 'text',
        ranges: [{ client, clock: 0, length: 3 }],
      })
      expect([isWaiting, await anchorsOf(page, id)]).toEqual([true, []])
      await server.restart()
      await server.services.live.edit(page, ada.user.id, (doc) => {
        doc.clientID = client
        doc.getText('title').insert(0, 'New')
      })
      await until('the anchor to be there', async () => (await anchorsOf(page, id)).length === 1)
      await until('the row to know', async () => (await list(ada, page))[0]?.isWaiting === false)
    })

    it('4.12 one whose text was deleted keeps its words and its place, and an editor puts it elsewhere', async () => {
      const page = await makePage()
      await share(page, bea, 'comment')
      const range = await idsOf(page, 'two')
      const { id } = await begin(bea, page, { kind: 'text', ranges: [range] })
      await server.services.live.edit(page, ada.user.id, (doc) => {
        const text = doc.getText('text')
        text.delete(indexOf(doc, 'two'), 3)
      })
      const [orphan] = await list(ada, page)
      expect(orphan).toMatchObject({ documentContent: 'two', ranges: [range] })
      expect(await anchorsOf(page, id)).toHaveLength(1)
      const elsewhere = await idsOf(page, 'three')
      const mine = rpc(bea).reanchorDiscussion.mutate({ discussionId: id, ranges: [elsewhere] })
      expect((await refusal(mine)).code).toBe('forbidden')
      const gone = rpc(ada).reanchorDiscussion.mutate({ discussionId: id, ranges: [range] })
      expect((await refusal(gone)).words).toBe(COMMENT_WORDS.nothingThere())
      await rpc(ada).reanchorDiscussion.mutate({ discussionId: id, ranges: [elsewhere] })
      expect(await anchorsOf(page, id)).toEqual([`@ ${id} ${elsewhere.client} ${elsewhere.clock}`])
      // Back to ids under which there was an anchor before.
      await rpc(ada).reanchorDiscussion.mutate({ discussionId: id, ranges: [await idsOf(page, 'One')] })
      await rpc(ada).reanchorDiscussion.mutate({ discussionId: id, ranges: [elsewhere] })
      expect(await anchorsOf(page, id)).toEqual([`@ ${id} ${elsewhere.client} ${elsewhere.clock}`])
    })

    it('everybody who has the page open is told within a second; who has lost it is not', async () => {
      const page = await makePage()
      await share(page, bea, 'view')
      const tab = await openAs(bea, page)
      const { reviews } = tab.page
      const before = reviews.get()
      const discussion = await begin(ada, page)
      await until('the word', () => reviews.get() > before, 1_000)
      await server.rpc(ada.cookie).share.remove.mutate({ id: page, userId: bea.user.id })
      await until('the page to be closed', () => tab.state !== 'saved')
      const then = reviews.get()
      await reply(ada, discussion)
      expect(reviews.get()).toBe(then)
      expect((await refusal(list(bea, page))).code).toBe('not-found')
    })

    it('what changed since the last time is answered alone, with what is gone', async () => {
      const page = await makePage()
      const one = await begin(ada, page)
      const two = await begin(ada, page)
      const first = await rpc(ada).discussions.query({ documentId: page })
      expect(first.discussions.map(({ id }) => id)).toEqual([one.id, two.id])
      expect(await rpc(ada).discussions.query({ documentId: page, since: first.cursor })).toMatchObject({
        discussions: [],
        removed: [],
        cursor: first.cursor,
        hasMore: false,
      })
      await reply(ada, one)
      await rpc(ada).deleteComment.mutate({ id: two.comments[0]!.id })
      const then = await rpc(ada).discussions.query({ documentId: page, since: first.cursor })
      expect(then.discussions.map(({ id }) => id)).toEqual([one.id])
      expect(then.removed).toEqual([two.id])
    })
  })

  describe('who may', () => {
    const ROLES: [Level, boolean, boolean][] = [
      // the level, may comment, may put a discussion elsewhere
      ['view', false, false],
      ['comment', true, false],
      ['suggest', true, false],
      ['edit', true, true],
      ['manage', true, true],
    ]
    it.each(ROLES)('R20 %s: comments %s, puts elsewhere %s', async (level, comments, editing) => {
      const page = await makePage()
      await share(page, bea, level)
      const theirs = await begin(ada, page, { kind: 'text', ranges: [await idsOf(page, 'two')] })
      const comment = theirs.comments[0]!.id
      const discussionId = theirs.id
      const isDone = (call: Promise<unknown>) =>
        call.then(
          () => true,
          (error: { data?: { appCode?: string } }) => {
            expect(error.data?.appCode).toBe('forbidden')
            return false
          },
        )
      expect(await list(bea, page)).toHaveLength(1)
      expect(await isDone(rpc(bea).markRead.mutate({ discussionId }))).toBe(true)
      expect(await isDone(rpc(bea).follow.mutate({ discussionId, follow: 'follow' }))).toBe(true)
      expect(await isDone(begin(bea, page))).toBe(comments)
      expect(await isDone(reply(bea, theirs))).toBe(comments)
      expect(await isDone(rpc(bea).toggleReaction.mutate({ commentId: comment, emoji: '👍' }))).toBe(comments)
      expect(await isDone(rpc(bea).assignDiscussion.mutate({ discussionId, userId: bea.user.id }))).toBe(
        comments,
      )
      expect(await isDone(rpc(bea).updateComment.mutate({ id: comment, contentRich: saying('No') }))).toBe(
        false,
      )
      expect(await isDone(rpc(bea).deleteComment.mutate({ id: comment }))).toBe(false)
      const manages = level === 'manage'
      expect(await isDone(rpc(bea).resolveDiscussion.mutate({ discussionId }))).toBe(manages)
      expect(await isDone(rpc(bea).reopenDiscussion.mutate({ discussionId }))).toBe(manages)
      const ranges = [await idsOf(page, 'three')]
      expect(await isDone(rpc(bea).reanchorDiscussion.mutate({ discussionId, ranges }))).toBe(editing)
    })

    it('6.3 only the author edits and deletes; who began it and the page’s owners resolve it', async () => {
      const page = await makePage()
      await share(page, bea, 'comment')
      await share(page, cyd, 'edit')
      const discussion = await begin(bea, page)
      const { id } = discussion.comments[0]!
      for (const person of [ada, cyd]) {
        const edited = refusal(rpc(person).updateComment.mutate({ id, contentRich: saying('Other') }))
        expect(await edited).toEqual({ code: 'forbidden', words: COMMENT_WORDS.notAuthor() })
        expect((await refusal(rpc(person).deleteComment.mutate({ id }))).code).toBe('forbidden')
      }
      const resolve = (person: TestPerson) =>
        rpc(person).resolveDiscussion.mutate({ discussionId: discussion.id })
      expect((await refusal(resolve(cyd))).words).toBe(COMMENT_WORDS.notResolver())
      expect((await resolve(bea)).resolved?.by.id).toBe(bea.user.id)
      await rpc(ada).reopenDiscussion.mutate({ discussionId: discussion.id })
      expect((await resolve(ada)).isResolved).toBe(true)
      const changed = await rpc(bea).updateComment.mutate({ id, contentRich: saying('Better') })
      expect(changed.comments[0]).toMatchObject({ isEdited: true, contentRich: saying('Better') })
    })

    it('6.3 the owners of a page delete a discussion with all that others have said in it, and nobody else does', async () => {
      const page = await makePage()
      await share(page, bea, 'comment')
      await share(page, cyd, 'edit')
      const discussion = await begin(bea, page, { kind: 'text', ranges: [await idsOf(page, 'two')] })
      await reply(cyd, discussion)
      const [before] = await list(bea, page)
      await rpc(cyd).toggleReaction.mutate({ commentId: before!.comments[0]!.id, emoji: '👍' })
      const remove = (person: TestPerson) =>
        rpc(person).deleteDiscussion.mutate({ discussionId: discussion.id })
      for (const person of [bea, cyd])
        expect(await refusal(remove(person))).toEqual({ code: 'forbidden', words: COMMENT_WORDS.notOwner() })
      expect((await refusal(remove(eve))).code).toBe('not-found')
      const { cursor } = await rpc(bea).discussions.query({ documentId: page })
      expect(await remove(ada)).toEqual({ id: discussion.id })
      expect(await list(bea, page)).toEqual([])
      expect((await rpc(bea).discussions.query({ documentId: page, since: cursor })).removed).toEqual([
        discussion.id,
      ])
      expect(await anchorsOf(page, discussion.id)).toEqual([])
      const kept = await db()
        .selectFrom('comment')
        .select(['plain_text', 'deleted_at'])
        .where('discussion_id', '=', discussion.id)
        .execute()
      expect(kept).toHaveLength(2)
      for (const one of kept) expect(one).toMatchObject({ plain_text: '', deleted_at: expect.any(String) })
      expect((await refusal(remove(ada))).code).toBe('not-found')
      expect((await refusal(reply(bea, discussion))).code).toBe('not-found')
    })

    it('R67 the places of a page that comments are about have an end, and so have those that one person brings in a day', async () => {
      const page = await makePage('x'.repeat(2_000))
      await share(page, bea, 'comment')
      const { client, clock } = await idsOf(page, 'x'.repeat(2_000))
      const places = (from: number, many: number) =>
        Array.from({ length: many }, (_, at) => ({ client, clock: clock + from + at, length: 1 }))
      const first = await begin(bea, page, { kind: 'text', ranges: places(0, COMMENTS.ranges) })
      expect(await anchorsOf(page, first.id)).toHaveLength(COMMENTS.ranges)
      // As if she had brought nearly all of a day's.
      await db()
        .updateTable('rate_limit')
        .set({ count: COMMENTS.rangesADay - 10 })
        .where('key', '=', `comment-ranges:${bea.user.id}`)
        .execute()
      const more = begin(bea, page, { kind: 'text', ranges: places(0, 11) })
      expect((await refusal(more)).code).toBe('rate-limited')
      await begin(bea, page)
      // And as if the page had nearly all that it can have.
      await db()
        .updateTable('discussion')
        .set({ ranges: JSON.stringify(places(0, 2 * COMMENTS.rangesOfPage)) })
        .where('id', '=', first.id)
        .execute()
      const full = await refusal(begin(ada, page, { kind: 'text', ranges: places(0, COMMENTS.ranges) }))
      expect(full).toEqual({ code: 'too-large', words: COMMENT_WORDS.tooManyPlaces() })
      await begin(ada, page)
      await rpc(ada).deleteDiscussion.mutate({ discussionId: first.id })
      await begin(ada, page, { kind: 'text', ranges: places(0, COMMENTS.ranges) })
    })

    it('R67 nobody is told of the same person again and again', async () => {
      const page = await makePage()
      await share(page, bea, 'comment')
      await share(page, cyd, 'view')
      const { comments } = await begin(bea, page)
      // She takes the name out and puts it in again: that is told once.
      for (let at = 0; at < 3; at++)
        for (const contentRich of [mentioning(cyd.user.id), saying('Nobody')])
          await rpc(bea).updateComment.mutate({ id: comments[0]!.id, contentRich })
      expect((await told(cyd, page)).length).toBe(1)
      const [row] = await db()
        .selectFrom('outbox')
        .selectAll()
        .where('user_id', '=', cyd.user.id)
        .where('actor_id', '=', bea.user.id)
        .execute()
      const many = Array.from({ length: 98 }, (_, at) => ({ ...row!, id: `flood-${at}-${page}` }))
      for (const one of many) await db().insertInto('outbox').values(one).execute()
      const mentionAgain = () =>
        rpc(bea).createComment.mutate({
          id: newId(),
          discussionId: comments[0]!.discussionId,
          contentRich: mentioning(cyd.user.id),
        })
      await mentionAgain()
      expect((await told(cyd, page)).length).toBe(100)
      await mentionAgain()
      expect((await told(cyd, page)).length).toBe(100)
      // Somebody else still reaches her.
      await rpc(ada).createComment.mutate({
        id: newId(),
        discussionId: comments[0]!.discussionId,
        contentRich: mentioning(cyd.user.id),
      })
      expect((await told(cyd, page)).length).toBe(101)
      await db().deleteFrom('outbox').where('document_id', '=', page).execute()
    })

    it('6.3 a locked page can still be discussed, one in the trash cannot', async () => {
      const page = await makePage()
      await server.rpc(ada.cookie).document.update.mutate({ id: page, lockPage: true })
      const { id } = await begin(ada, page, { kind: 'text', ranges: [await idsOf(page, 'two')] })
      expect(await anchorsOf(page, id)).toHaveLength(1)
      await server.rpc(ada.cookie).document.archive.mutate({ id: page })
      expect((await refusal(begin(ada, page))).code).toBe('locked')
    })

    it('rulings 3: where the owner hides the review, viewers are told of no discussion; who may comment is', async () => {
      const page = await makePage()
      await share(page, bea, 'view')
      await share(page, cyd, 'comment')
      const { suggestion } = server.rpc(ada.cookie)
      const first = await begin(ada, page, { contentRich: mentioning(bea.user.id) })
      const { cursor } = await rpc(bea).discussions.query({ documentId: page })
      const messages = async () => {
        const { notifications } = await server.rpc(bea.cookie).notifications.getNotifications.query()
        return notifications.flatMap((one) =>
          one.resourceId === page && one.type === 'MENTION' ? one.message : [],
        )
      }
      await until('her to be told', async () => (await messages()).some((message) => message !== ''))
      await suggestion.hideReview.mutate({ documentId: page, isHidden: true })
      // What she was told before, and has not read: it could say today what was never said to her.
      expect(await messages()).toEqual([''])
      const hidden = await begin(ada, page, { contentRich: mentioning(bea.user.id) })
      expect(await list(bea, page)).toEqual([])
      const now = await rpc(bea).discussions.query({ documentId: page, since: cursor })
      expect(now).toEqual({ discussions: [], removed: [], cursor: 0, hasMore: false })
      // Nor which discussions there are, whatever she claims to know.
      const claimed = await rpc(bea).discussions.query({ documentId: page, since: Number.MAX_SAFE_INTEGER })
      expect(claimed).toEqual(now)
      expect(await refusal(rpc(bea).markRead.mutate({ discussionId: first.id }))).toEqual(
        await refusal(rpc(bea).markRead.mutate({ discussionId: newId() })),
      )
      // Of the first one, and of nothing since.
      expect(await told(bea, page)).toEqual(['MENTION'])
      const { pages } = await server.rpc(bea.cookie).suggestion.inbox.query({ list: 'me' })
      expect(pages.map(({ id }) => id)).not.toContain(page)
      expect(await list(cyd, page)).toHaveLength(2)
      await suggestion.hideReview.mutate({ documentId: page, isHidden: false })
      const again = await rpc(bea).discussions.query({ documentId: page, since: now.cursor })
      expect(again.discussions.map(({ id }) => id)).toEqual([first.id, hidden.id])
    })

    it('R20 a stranger is answered as if there were no such page, discussion or comment', async () => {
      const page = await makePage()
      const discussion = await begin(ada, page)
      const missing = await refusal(reply(eve, { ...discussion, id: newId() }))
      expect(await refusal(reply(eve, discussion))).toEqual(missing)
      const { id } = discussion.comments[0]!
      const react = (commentId: string) => rpc(eve).toggleReaction.mutate({ commentId, emoji: '👍' })
      expect(await refusal(react(id))).toEqual(await refusal(react(newId())))
    })
  })

  describe('a hostile client', () => {
    it('an id is used once: sent again it changes nothing, and nobody else gets it', async () => {
      const page = await makePage()
      const own = await makePage('Mine', eve)
      const ids = { id: newId(), commentId: newId() }
      const made = await begin(ada, page, ids)
      expect(await begin(ada, page, ids)).toEqual(made)
      expect((await refusal(begin(eve, own, ids))).code).toBe('conflict')
      expect((await refusal(begin(ada, page, { ...ids, commentId: newId() }))).code).toBe('conflict')
      expect((await refusal(begin(eve, own, { commentId: ids.commentId }))).code).toBe('conflict')
      const comment = { id: newId(), discussionId: made.id, contentRich: saying('Once') }
      await Promise.all([rpc(ada).createComment.mutate(comment), rpc(ada).createComment.mutate(comment)])
      expect((await list(ada, page))[0]!.comments).toHaveLength(2)
      const elsewhere = await begin(eve, own)
      const stolen = rpc(eve).createComment.mutate({ ...comment, discussionId: elsewhere.id })
      expect((await refusal(stolen)).code).toBe('conflict')
      await rpc(ada).deleteComment.mutate({ id: comment.id })
      await rpc(ada).deleteComment.mutate({ id: ids.commentId })
      expect((await refusal(begin(ada, page, ids))).code).toBe('conflict')
    })

    it('what is no comment is refused in words', async () => {
      const page = await makePage()
      const refused = async (contentRich: unknown) => (await refusal(begin(ada, page, { contentRich }))).code
      let deep: object = { type: 'paragraph' }
      for (let level = 0; level < 5; level++) deep = { type: 'paragraph', content: [deep] }
      const link = (href: string) => ({ type: 'text', text: 'x', marks: [{ type: 'link', attrs: { href } }] })
      for (const content of [
        [deep],
        [],
        [{ type: 'paragraph' }],
        [{ type: 'paragraph', content: [{ type: 'text', text: '  ' }] }],
        [{ type: 'script', content: [] }],
        [{ type: 'image', attrs: { url: 'https://example.org/a.png', name: '' } }],
        [{ type: 'image', attrs: { url: '/api/files/../../etc', name: '' } }],
        [{ type: 'paragraph', content: [link('javascript:alert(1)')] }],
      ])
        expect(await refused({ type: 'doc', content }), JSON.stringify(content).slice(0, 200)).toBe(
          'bad-input',
        )
      expect(await refused(saying('x'.repeat(COMMENTS.characters + 1)))).toBe('bad-input')
      const half = { type: 'text', text: 'x'.repeat(COMMENTS.characters / 2 + 1) }
      expect(await refused({ type: 'doc', content: [{ type: 'paragraph', content: [half, half] }] })).toBe(
        'too-large',
      )
      // Little to read, and much to keep: addresses are no words.
      const long = link(`https://example.org/${'a'.repeat(1_900)}`)
      const paragraphs = Array.from({ length: 110 }, () => ({ type: 'paragraph', content: [long] }))
      expect(await refused({ type: 'doc', content: paragraphs })).toBe('too-large')
      const foreign = [{ type: 'image', attrs: { url: `/api/files/${newId()}/a.png`, name: 'a' } }]
      expect(
        (await refusal(begin(ada, page, { contentRich: { type: 'doc', content: foreign } }))).words,
      ).toBe(COMMENT_WORDS.notShown())
      const sent = async (body: string) => {
        const headers = { origin: server.url, 'content-type': 'application/json', cookie: ada.cookie }
        const url = `${server.url}/api/trpc/comment.createDiscussion`
        return (await fetch(url, { method: 'POST', headers, body })).status
      }
      expect(await sent(`{"contentRich":"${'x'.repeat(10 * 1024 * 1024)}"}`)).toBe(413)
      expect(await sent(`{"contentRich":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)).toBe(400)
      expect(await list(ada, page)).toEqual([])
      const words = await begin(ada, page, { contentRich: saying('a\0b\ud800c') })
      expect(words.comments[0]!.contentRich).toEqual(saying('ab\ufffdc'))
    })

    it('a discussion that two tabs begin with the same call at once is there once, and both are told so', async () => {
      const page = await makePage('One two three')
      const [id, commentId] = [newId(), newId()]
      const made = await Promise.all(Array.from({ length: 4 }, () => begin(ada, page, { id, commentId })))
      expect(made.map((one) => [one.id, one.comments.map((comment) => comment.id)])).toEqual(
        Array.from({ length: 4 }, () => [id, [commentId]]),
      )
      expect(await list(ada, page)).toHaveLength(1)
      const other = await refusal(begin(bea, page, { id, commentId }))
      expect(other.code).toMatch(/conflict|not-found/)
    })

    it('R67 what a discussion and the comments of a page have together has an end; what is deleted makes room', async () => {
      const page = await makePage()
      const { id } = await begin(ada, page)
      const db = server.services.db
      const body = JSON.stringify(saying('x'.repeat(19_000)))
      const fill = (discussion: string, size: number) =>
        db
          .insertInto('comment')
          .values(
            Array.from({ length: Math.ceil(size / body.length) }, () => ({
              id: newId(),
              discussion_id: discussion,
              author_id: ada.user.id,
              author_name: null,
              body,
              plain_text: '',
              created_at: new Date().toISOString(),
              updated_at: new Date().toISOString(),
              is_edited: 0,
              deleted_at: null,
            })),
          )
          .execute()
      const full = { code: 'too-large', words: COMMENT_WORDS.discussionFull() }
      await fill(id, COMMENTS.storedOfDiscussion - 20_000)
      const answer = (text: string) =>
        rpc(ada).createComment.mutate({ id: newId(), discussionId: id, contentRich: saying(text) })
      expect(await refusal(answer('y'.repeat(19_990)))).toEqual(full)
      const short = (await answer('Short')).comments.find(
        ({ contentRich }) => JSON.stringify(contentRich) === JSON.stringify(saying('Short')),
      )
      const change = (text: string) =>
        rpc(ada).updateComment.mutate({ id: short?.id as string, contentRich: saying(text) })
      expect(await refusal(change('y'.repeat(19_990)))).toEqual(full)
      const [long] = await db
        .selectFrom('comment')
        .select('id')
        .where('discussion_id', '=', id)
        .where('body', '=', body)
        .limit(1)
        .execute()
      await rpc(ada).deleteComment.mutate({ id: long?.id as string })
      await change('y'.repeat(19_990))
      // Others on the same page, until the page has no room.
      for (let left = COMMENTS.storedOfPage; left > 0; left -= COMMENTS.storedOfDiscussion) {
        const other = await begin(ada, page)
        await db
          .updateTable('comment')
          .set({ body: JSON.stringify(saying('z'.repeat(COMMENTS.storedOfDiscussion))) })
          .where('discussion_id', '=', other.id)
          .execute()
        if (left <= COMMENTS.storedOfDiscussion) break
      }
      expect(await refusal(begin(ada, page))).toEqual({
        code: 'too-large',
        words: COMMENT_WORDS.pageFull(),
      })
    })

    it('a reaction is one emoji; the same again takes it back', async () => {
      const page = await makePage()
      await share(page, bea, 'comment')
      const { comments } = await begin(ada, page)
      const commentId = comments[0]!.id
      const react = (emoji: string, person = ada) => rpc(person).toggleReaction.mutate({ commentId, emoji })
      for (const emoji of ['a', '1', '<b>', '👍👍', ' 👍', '\u200d', '#', '\ud83d'])
        expect((await refusal(react(emoji))).code).toBe('bad-input')
      for (const emoji of ['👍', '👩‍👩‍👧‍👦', '🇨🇭', '❤', '👍🏽']) await react(emoji)
      // As the picker has it.
      expect((await react('👎\uFE0F')).comments[0]!.reactions.map(({ emoji }) => emoji)).toContain('👎')
      const both = await react('👍', bea)
      expect(both.comments[0]!.reactions[0]).toMatchObject({ emoji: '👍', people: [{}, {}] })
      expect(both.comments[0]!.reactions.map(({ emoji }) => emoji)).toContain('❤️')
      const mine = await react('👍')
      expect(mine.comments[0]!.reactions.find(({ emoji }) => emoji === '👍')?.people).toHaveLength(1)
    })

    it('30 comments a minute, and 5,000 discussions a page', async () => {
      const page = await makePage()
      const made = await begin(ada, page)
      for (let count = 1; count < COMMENTS.commentsAMinute; count++) await reply(ada, made)
      expect((await refusal(reply(ada, made))).code).toBe('rate-limited')
      await db().deleteFrom('rate_limit').execute()
      const row = await db()
        .selectFrom('discussion')
        .selectAll()
        .where('id', '=', made.id)
        .executeTakeFirstOrThrow()
      for (let at = 1; at < COMMENTS.discussions; at += 500) {
        const count = Math.min(500, COMMENTS.discussions - at)
        await db()
          .insertInto('discussion')
          .values(Array.from({ length: count }, (_, i) => ({ ...row, id: newId(), change: 1_000 + at + i })))
          .execute()
      }
      expect(await refusal(begin(ada, page))).toEqual({
        code: 'too-large',
        words: COMMENT_WORDS.tooManyDiscussions(),
      })
      const seen = new Set<string>()
      let since: number | undefined
      for (let hasMore = true; hasMore; ) {
        const part = await rpc(ada).discussions.query({
          documentId: page,
          ...(since !== undefined && { since }),
        })
        for (const { id } of part.discussions) seen.add(id)
        since = part.cursor
        hasMore = part.hasMore
      }
      expect(seen.size).toBe(COMMENTS.discussions)
    })

    it('deleting the last comment and answering it at once: the answer stands, or is refused', async () => {
      const page = await makePage()
      for (let round = 0; round < 5; round++) {
        const discussion = await begin(ada, page, { kind: 'text', ranges: [await idsOf(page, 'two')] })
        const [deleted, answered] = await Promise.allSettled([
          rpc(ada).deleteComment.mutate({ id: discussion.comments[0]!.id }),
          reply(ada, discussion),
        ])
        expect(deleted.status).toBe('fulfilled')
        const left = (await list(ada, page)).find(({ id }) => id === discussion.id)
        const anchors = await anchorsOf(page, discussion.id)
        if (answered.status === 'rejected') expect([left, anchors]).toEqual([undefined, []])
        else {
          expect(left?.comments.map(({ isDeleted }) => isDeleted)).toEqual([true, false])
          expect(JSON.stringify(left)).not.toContain('First')
          expect(anchors).toHaveLength(1)
        }
      }
    })

    it('what an account wrote stays when the account is gone', async () => {
      const page = await makePage()
      const guest = await server.signUp()
      await share(page, guest, 'comment')
      await begin(guest, page)
      const goes = () => db().deleteFrom('user').where('id', '=', guest.user.id).execute()
      // The owner may be being told of the comment: of two that wait for each other PostgreSQL ends one.
      await goes().catch((error: { code?: string }) => {
        if (error.code !== '40P01') throw error
        return goes()
      })
      const [discussion] = await list(ada, page)
      expect(discussion!.comments[0]!.author).toEqual({ id: null, name: 'Deleted person', avatarUrl: null })
    })
  })

  describe('what a comment says', () => {
    const upload = (person: TestPerson, page: string, bytes: number) =>
      fetch(`${server.url}/api/files?page=${page}&name=a.png`, {
        method: 'POST',
        headers: { origin: server.url, cookie: person.cookie },
        body: new Uint8Array(bytes).fill(7),
      })
    const showing = (url: string): CommentBody => ({
      type: 'doc',
      content: [{ type: 'image', attrs: { url, name: 'a' } }],
    })

    it('who may only comment keeps a picture with the page, of 5 MB; who may only view keeps none', async () => {
      const page = await makePage()
      await share(page, bea, 'comment')
      await share(page, cyd, 'view')
      expect((await upload(cyd, page, 10)).status).toBe(403)
      expect((await upload(bea, page, 5 * 1024 * 1024 + 1)).status).toBe(413)
      const { url } = (await (await upload(bea, page, 10)).json()) as { url: string }
      await begin(bea, page, { contentRich: showing(url) })
      const see = (person: TestPerson) =>
        fetch(server.url + url, { headers: { cookie: person.cookie } }).then(({ status }) => status)
      expect([await see(cyd), await see(eve)]).toEqual([200, 404])
      // Somebody else's picture is not given away by naming it.
      const elsewhere = await makePage('Mine', eve)
      expect((await refusal(begin(eve, elsewhere, { contentRich: showing(url) }))).words).toBe(
        COMMENT_WORDS.notShown(),
      )
      expect(await see(eve)).toBe(404)
    })

    it('rulings 4: our own JSON carries discussions where that is asked for, and brings them back with names', async () => {
      const page = await makePage()
      await share(page, bea, 'comment')
      const two = await begin(bea, page, { kind: 'text', block: 'b', ranges: [await idsOf(page, 'two')] })
      await reply(ada, two, mentioning(bea.user.id))
      const { id } = await begin(ada, page)
      await rpc(ada).resolveDiscussion.mutate({ discussionId: id })
      const headers = { cookie: ada.cookie, origin: server.url }
      const exported = async (more: string) => {
        const answer = await fetch(`${server.url}/api/export/json?documentId=${page}${more}`, { headers })
        return (await answer.json()) as { discussions?: unknown[] }
      }
      expect((await exported('')).discussions).toBeUndefined()
      const file = await exported('&discussions=true')
      expect(file.discussions).toHaveLength(2)
      expect(JSON.stringify(file)).not.toContain(bea.user.email)
      // Among them what is none: it is left out, and the receipt says so.
      const empty = { type: 'doc', content: [{ type: 'paragraph' }] }
      const hostile = [
        { kind: 'page', comments: [{ author: 'x', createdAt: '2026-01-31T09:00:00Z', contentRich: empty }] },
        { kind: 'page', comments: [{ author: 'x', createdAt: 'never', contentRich: {} }] },
      ]
      const body = new FormData()
      const text = JSON.stringify({ ...file, discussions: [...(file.discussions ?? []), ...hostile] })
      body.append('file', new Blob([text]), 'plan.json')
      const answer = await fetch(`${server.url}/api/import`, { method: 'POST', headers, body })
      const said = await answer.text()
      expect(said).toContain('Discussions that could not be read')
      const made = (JSON.parse(said.trim().split('\n').at(-1)!) as { document: { id: string } }).document
      const names = [bea.user.name, ada.user.name]
      expect(await list(ada, made.id)).toMatchObject([
        {
          kind: 'text',
          block: 'b',
          documentContent: 'two',
          userId: null,
          isResolved: false,
          comments: [
            { author: { id: null, name: names[0] }, contentRich: saying('First') },
            { author: { id: null, name: names[1] } },
          ],
        },
        { kind: 'page', isResolved: true },
      ])
    })

    it('R21 no export, copy, version, search or publication carries it', async () => {
      const page = await makePage()
      const word = 'Quartzite'
      const picture = (await (await upload(ada, page, 10)).json()) as { url: string }
      const range = await idsOf(page, 'two')
      await begin(ada, page, { kind: 'text', ranges: [range], contentRich: saying(word) })
      await begin(ada, page, { contentRich: showing(picture.url) })
      const rpcOf = server.rpc(ada.cookie)
      const headers = { cookie: ada.cookie, origin: server.url }
      for (const format of ['markdown', 'html', 'text']) {
        const answer = await fetch(`${server.url}/api/export/${format}?documentId=${page}`, { headers })
        expect([answer.status, (await answer.text()).includes(word)]).toEqual([200, false])
      }
      expect(JSON.stringify(await rpcOf.search.search.query({ q: word }))).not.toContain(page)
      const version = await rpcOf.version.createVersion.mutate({ documentId: page })
      expect(JSON.stringify(await rpcOf.version.version.query({ versionId: version.id }))).not.toContain(word)
      const copy = await rpcOf.document.duplicate.mutate({ id: page, withSubpages: false })
      expect(await list(ada, copy.id)).toEqual([])
      expect(
        await server.services.live.read(copy.id, (doc) => [...doc.getMap('suggestions').keys()]),
      ).toEqual([])
      await rpcOf.document.publish.mutate({ id: page, isPublished: true })
      const published = await fetch(`${server.url}/preview/${page}`)
      expect([published.status, (await published.text()).includes(word)]).toEqual([200, false])
      expect((await fetch(server.url + picture.url)).status).toBe(401)
    })
  })

  describe('who is told', () => {
    it('3.10 a new discussion, replies, mentions, assignment and what became of it; never oneself', async () => {
      const page = await makePage()
      await share(page, bea, 'comment')
      await share(page, cyd, 'comment')
      const discussion = await begin(bea, page)
      const { id: discussionId } = discussion
      await reply(cyd, discussion, mentioning(bea.user.id))
      await reply(ada, discussion)
      await rpc(ada).assignDiscussion.mutate({ discussionId, userId: cyd.user.id })
      await rpc(cyd).assignDiscussion.mutate({ discussionId, isDone: true })
      await rpc(bea).resolveDiscussion.mutate({ discussionId })
      expect(await told(ada, page)).toEqual(['discussion', 'reply', 'done', 'resolved'])
      expect(await told(bea, page)).toEqual(['MENTION', 'reply', 'done'])
      expect(await told(cyd, page)).toEqual(['reply', 'assigned', 'resolved'])
    })

    it('3.10 who has muted a discussion is told of mentions only; who cannot see the page of nothing', async () => {
      const page = await makePage()
      await share(page, bea, 'comment')
      const discussion = await begin(bea, page)
      await rpc(bea).follow.mutate({ discussionId: discussion.id, follow: 'mute' })
      await reply(ada, discussion)
      await reply(ada, discussion, mentioning(bea.user.id))
      expect(await told(bea, page)).toEqual(['MENTION'])
      await reply(ada, discussion, mentioning(eve.user.id))
      expect(await told(eve, page)).toEqual([])
      const assigned = rpc(ada).assignDiscussion.mutate({ discussionId: discussion.id, userId: eve.user.id })
      expect((await refusal(assigned)).words).toBe(COMMENT_WORDS.noAccess())
      await server.rpc(ada.cookie).share.remove.mutate({ id: page, userId: bea.user.id })
      await rpc(bea)
        .follow.mutate({ discussionId: discussion.id, follow: null })
        .catch(() => undefined)
      await db().updateTable('discussion_reader').set({ follow: 'follow' }).execute()
      await reply(ada, discussion)
      expect(await told(bea, page)).toEqual(['MENTION'])
    })

    it('what somebody has not read is marked for them, until they have', async () => {
      const page = await makePage()
      await share(page, bea, 'view')
      const discussion = await begin(ada, page)
      const unread = async (person: TestPerson) =>
        (await list(person, page))[0]!.comments.map(({ isUnread }) => isUnread)
      expect([await unread(ada), await unread(bea)]).toEqual([[false], [true]])
      await rpc(bea).markRead.mutate({ discussionId: discussion.id })
      expect(await unread(bea)).toEqual([false])
      await reply(ada, discussion)
      expect(await unread(bea)).toEqual([false, true])
    })
  })
})

function indexOf(doc: Y.Doc, words: string): number {
  let at = 0
  for (const { insert } of doc.getText('text').toDelta() as { insert: string | object }[]) {
    if (typeof insert === 'string' && insert.includes(words)) return at + insert.indexOf(words)
    at += typeof insert === 'string' ? insert.length : 1
  }
  throw new Error(`The page does not say "${words}"`)
}

function rangeOf(doc: Y.Doc, words: string) {
  const position = Y.createRelativePositionFromTypeIndex(doc.getText('text'), indexOf(doc, words))
  const { client, clock } = position.item!
  return { client, clock, length: words.length }
}
