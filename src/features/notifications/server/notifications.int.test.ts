import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { until } from '@test/collab'
import {
  joinPod,
  onEachDatabase,
  refusal,
  startTestServer,
  type TestPerson,
  type TestServer,
} from '@test/server'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { enqueue } from '@/server/jobs/queue'
import { outboxPath } from '@/server/mail'
import { noteHappening } from '@/server/outbox'
import { newId } from '@/shared/ids'
import { letterJob } from './mail.jobs'

const PAST = '2020-01-01T00:00:00.000Z'

onEachDatabase('notifications', (database) => {
  let server: TestServer
  let ada: TestPerson
  let bob: TestPerson
  let podId: string
  beforeAll(async () => {
    server = await startTestServer({ env: database.env })
    ada = await server.signUp('ada@example.org')
    bob = await server.signUp('bob@example.org')
    podId = (await server.rpc(ada.cookie).pod.create.mutate({ name: 'Writers' })).id
    await joinPod(server, podId, { owner: ada, person: bob })
  })
  afterAll(() => server?.close())

  const db = () => server.services.db
  const rpc = (person: TestPerson) => server.rpc(person.cookie).notifications
  const list = async (person: TestPerson) => (await rpc(person).getNotifications.query()).notifications
  const unread = async (person: TestPerson) => (await rpc(person).getUnreadCount.query()).count
  const makePage = async (title = 'Plans') =>
    (await server.rpc(ada.cookie).document.create.mutate({ podId, title, parentDocumentId: null })).id
  const saying = (text: string, mentioned?: TestPerson) => ({
    type: 'doc' as const,
    content: [
      {
        type: 'paragraph' as const,
        content: [
          { type: 'text' as const, text },
          ...(mentioned
            ? [{ type: 'mention' as const, attrs: { id: mentioned.user.id, label: mentioned.user.name } }]
            : []),
        ],
      },
    ],
  })
  const comment = (documentId: string, text: string, mentioned?: TestPerson) =>
    server.rpc(bob.cookie).comment.createDiscussion.mutate({
      id: newId(),
      commentId: newId(),
      documentId,
      kind: 'page',
      contentRich: saying(text, mentioned),
    })
  /** Everything that was noted has been decided about. */
  const decided = () =>
    until('everything to be decided', async () => {
      const waiting = await db()
        .selectFrom('job')
        .select('id')
        .where('kind', '=', 'notifications.tell')
        .executeTakeFirst()
      return waiting === undefined
    })
  const lettersTo = ({ user }: TestPerson) => server.outbox().filter(({ to }) => to === user.email)
  const digestsTo = (person: TestPerson) =>
    lettersTo(person).filter(({ text }) => text.includes('/api/notifications/unsubscribe'))
  /** All letters as they were sent, the oldest first. */
  const rawLetters = () => {
    const folder = outboxPath(server.services.config.dataDir)
    const read = (name: string) => readFileSync(join(folder, name), 'utf8').replaceAll('=\r\n', '')
    return readdirSync(folder).sort().map(read)
  }
  /** Letters to them are planned for twelve hours from now: none goes out by itself, however slow the machine is. */
  const lettersWait = async (person: TestPerson) => {
    const ahead = ((20 - new Date().getUTCHours() + 36) % 24) - 12
    const timeZone = ahead === 0 ? 'UTC' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
    await rpc(person).updatePreferences.mutate({ frequency: 'daily', timeZone })
  }
  /** The hour has come for all letters. */
  async function mailIsDue(): Promise<void> {
    await db()
      .updateTable('notification')
      .set({ mail_due_at: PAST })
      .where('mail_due_at', 'is not', null)
      .execute()
    await db().updateTable('job').set({ run_at: PAST }).where('attempts', '=', 0).execute()
    // One that is under way, or failed and is tried again, waits too; and one that is noted while this is asked.
    await until('the letters to be sent', async () => {
      const soon = new Date(Date.now() + 2_000).toISOString()
      const waiting = await db()
        .selectFrom('job')
        .select('id')
        .where((eb) => eb.or([eb('run_at', '<=', soon), eb('attempts', '>', 0)]))
        .executeTakeFirst()
      return waiting === undefined
    })
  }
  const clear = async () => {
    for (const person of [ada, bob]) {
      await rpc(person).deleteAllNotifications.mutate()
      await db().deleteFrom('notification_preference').where('user_id', '=', person.user.id).execute()
    }
    await db().deleteFrom('job').execute()
  }

  describe('the list', () => {
    it('3.10 7.26 a comment is told to the owner of the page with what was said, and a click leads to it', async () => {
      const page = await makePage()
      await comment(page, 'Is this still true?')
      await decided()
      expect(await list(ada)).toEqual([
        {
          id: expect.any(String),
          type: 'DOCUMENT_COMMENTED',
          title: `${bob.user.name} commented on Plans`,
          message: 'Is this still true?',
          isRead: false,
          createdAt: expect.any(String),
          resourceType: 'document',
          resourceId: page,
          path: `/${page}`,
          sender: {
            id: bob.user.id,
            name: bob.user.name,
            username: expect.any(String),
            avatarUrl: expect.stringMatching(/^\/api\/avatars\//),
          },
        },
      ])
      expect(await list(bob)).toEqual([])
      await clear()
    })

    it('who reads a discussion is told of it no more: what they were told is read, and so is what comes while they look', async () => {
      await lettersWait(ada)
      const page = await makePage()
      const { id } = await comment(page, 'Is this still true?')
      await comment(page, 'Something else')
      await decided()
      expect(await unread(ada)).toBe(2)
      const read = () => server.rpc(ada.cookie).comment.markRead.mutate({ discussionId: id })
      await read()
      const states = async () => (await list(ada)).map(({ message, isRead }) => [message, isRead])
      expect(await states()).toEqual([
        ['Something else', false],
        ['Is this still true?', true],
      ])
      // It is read before it is decided whether to tell it.
      await db().updateTable('discussion_reader').set({ read_at: '2100-01-01T00:00:00.000Z' }).execute()
      await db()
        .transaction()
        .execute((trx) =>
          noteHappening(trx, {
            kind: 'DOCUMENT_COMMENTED',
            userId: ada.user.id,
            actorId: bob.user.id,
            documentId: page,
            data: { what: 'reply', discussionId: id, commentId: null },
          }),
        )
      await decided()
      expect((await list(ada)).map(({ isRead }) => isRead)).toEqual([true, false, true])
      await mailIsDue()
      const letters = digestsTo(ada)
      expect(letters.at(-1)?.text).toContain('Something else')
      expect(letters.at(-1)?.text).not.toContain('Is this still true?')
      await clear()
    })

    it('4.15 a request for friendship is told no more once it is answered, and not at all once it is taken back', async () => {
      const ask = async () =>
        (await server.rpc(bob.cookie).friends.sendFriendRequest.mutate({ receiverId: ada.user.id })).id
      const requests = async () =>
        (await list(ada)).filter(({ type }) => type === 'FRIEND_REQUEST').map(({ isRead }) => isRead)
      const first = await ask()
      await decided()
      expect(await requests()).toEqual([false])
      await server.rpc(bob.cookie).friends.cancelFriendRequest.mutate({ friendshipId: first })
      expect(await requests()).toEqual([])
      const second = await ask()
      await decided()
      await server.rpc(ada.cookie).friends.acceptFriendRequest.mutate({ friendshipId: second })
      expect(await requests()).toEqual([true])
      await server.rpc(ada.cookie).friends.removeFriend.mutate({ friendId: bob.user.id })
      await decided()
      await clear()
    })

    it('3.14 who hears nothing of mentions still hears of what is said on their page, also where it mentions them', async () => {
      const page = await makePage()
      await rpc(ada).updatePreferences.mutate({ mentions: false })
      await comment(page, 'Ask', ada)
      await decided()
      expect((await list(ada)).map(({ type }) => type)).toEqual(['DOCUMENT_COMMENTED'])
      await clear()
      await comment(page, 'Ask', ada)
      await decided()
      expect((await list(ada)).map(({ type }) => type)).toEqual(['MENTION'])
      await clear()
    })

    it('3.14 a letter that waited says nothing of a page that was muted since', async () => {
      await lettersWait(ada)
      const [muted, heard] = [await makePage('Muted since'), await makePage('Heard')]
      await comment(muted, 'Not wanted')
      await comment(heard, 'Wanted')
      await decided()
      await rpc(ada).choosePage.mutate({ documentId: muted, level: 'none' })
      await mailIsDue()
      const last = digestsTo(ada).at(-1)?.text
      expect(last).toContain('Wanted')
      expect(last).not.toContain('Not wanted')
      await clear()
    })

    it('2.36 people who accept an invitation, or are let in after asking, are told once', async () => {
      const cleo = await server.signUp()
      const { username } = await server.rpc(cleo.cookie).user.getSettings.query()
      const invited = await makePage('Harvest')
      await server.rpc(ada.cookie).share.invite.mutate({ id: invited, username: username!, level: 'edit' })
      const { invites } = await server.rpc(cleo.cookie).share.invites.query()
      await server.rpc(cleo.cookie).share.acceptInvite.mutate({ id: invites[0]!.id })
      const asked = await makePage('Cellar')
      await server.rpc(cleo.cookie).share.requestAccess.mutate({ id: asked })
      const { requests } = await server.rpc(ada.cookie).share.requests.query({ id: asked })
      await server.rpc(ada.cookie).share.answerRequest.mutate({ id: requests[0]!.id, level: 'view' })
      await decided()
      const told = (await list(cleo)).map(({ title }) => title)
      expect(told).toEqual([
        expect.stringMatching(/gave you access to Cellar/),
        expect.stringMatching(/invited you to Harvest/),
      ])
      await clear()
    })

    it('7.27 7.28 7.29 4.16 unread ones are counted, marked as read, deleted and cleared, each by their person alone', async () => {
      const page = await makePage()
      for (const text of ['One', 'Two', 'Three']) await comment(page, text)
      await decided()
      expect(await unread(ada)).toBe(3)
      const [three, two] = await list(ada)
      expect(three?.message).toBe('Three')
      const notificationId = three!.id
      for (const act of ['markAsRead', 'deleteNotification'] as const)
        expect((await refusal(rpc(bob)[act].mutate({ notificationId }))).code).toBe('not-found')
      await rpc(ada).markAsRead.mutate({ notificationId })
      await rpc(ada).markAsRead.mutate({ notificationId })
      expect(await unread(ada)).toBe(2)
      await rpc(ada).deleteNotification.mutate({ notificationId: two!.id })
      expect((await list(ada)).map(({ message }) => message)).toEqual(['Three', 'One'])
      await rpc(bob).markAllAsRead.mutate()
      expect(await unread(ada)).toBe(1)
      await rpc(ada).markAllAsRead.mutate()
      expect(await unread(ada)).toBe(0)
      await rpc(bob).deleteAllNotifications.mutate()
      expect(await list(ada)).toHaveLength(2)
      await rpc(ada).deleteAllNotifications.mutate()
      expect(await list(ada)).toEqual([])
      await clear()
    })

    it('9.7 fifty are given, and no more are asked for', async () => {
      const ids = Array.from({ length: 60 }, () => newId())
      const row = { user_id: ada.user.id, kind: 'FRIEND_REQUEST', actor_id: bob.user.id, document_id: null }
      for (const id of ids)
        await db()
          .insertInto('notification')
          .values({
            ...row,
            id,
            data: '{}',
            created_at: new Date().toISOString(),
            read_at: null,
            mail_due_at: null,
            push_due_at: null,
          })
          .execute()
      expect(await list(ada)).toHaveLength(50)
      expect((await rpc(ada).getNotifications.query({ limit: 5 })).notifications).toHaveLength(5)
      expect((await refusal(rpc(ada).getNotifications.query({ limit: 51 }))).code).toBe('bad-input')
      await clear()
    })

    it('what a page or a deleted comment said is not told to somebody who may not read it any more', async () => {
      const page = await makePage('Secret plans')
      await comment(page, 'Look here', ada)
      await decided()
      expect((await list(ada))[0]?.title).toBe(`${bob.user.name} mentioned you on Secret plans`)
      await db().updateTable('comment').set({ deleted_at: new Date().toISOString() }).execute()
      expect((await list(ada))[0]?.message).toBe('')
      await db().updateTable('comment').set({ deleted_at: null }).execute()
      await db().updateTable('document').set({ is_closed: 1 }).where('id', '=', page).execute()
      const [hidden] = await list(ada)
      expect([hidden?.title, hidden?.message]).toEqual([`${bob.user.name} mentioned you on a page`, ''])
      await clear()
    })
  })

  describe('preferences', () => {
    it('3.14 they have defaults, are kept, and nothing else is taken', async () => {
      expect(await rpc(ada).getPreferences.query()).toEqual({
        documentComments: true,
        documentShared: true,
        friendRequests: true,
        mentions: true,
        systemUpdates: true,
        emailEnabled: true,
        frequency: 'immediate',
        pushEnabled: false,
        soundEnabled: false,
        quietHours: false,
        quietStart: '22:00',
        quietEnd: '07:00',
        timeZone: 'UTC',
      })
      const change = {
        frequency: 'daily',
        quietHours: true,
        quietStart: '23:00',
        timeZone: 'Asia/Tokyo',
      } as const
      await rpc(ada).updatePreferences.mutate(change)
      expect(await rpc(ada).getPreferences.query()).toMatchObject({
        ...change,
        quietEnd: '07:00',
        mentions: true,
      })
      expect((await rpc(bob).getPreferences.query()).frequency).toBe('immediate')
      for (const bad of [
        { quietStart: '22:30' },
        { quietEnd: '24:00' },
        { frequency: 'weekly' },
        { timeZone: 'Mars/Olympus' },
        { mentions: 'yes' },
        { mailEpoch: 7 },
      ])
        expect((await refusal(rpc(ada).updatePreferences.mutate(bad as object))).code).toBe('bad-input')
      await clear()
    })

    it('7.34 the server obeys them, and what is said of one page', async () => {
      const page = await makePage()
      await rpc(ada).updatePreferences.mutate({ documentComments: false })
      await comment(page, 'Not told')
      await comment(page, 'Told', ada)
      await decided()
      expect((await list(ada)).map(({ type }) => type)).toEqual(['MENTION'])
      await clear()
      await rpc(ada).choosePage.mutate({ documentId: page, level: 'mentions' })
      await comment(page, 'Not told')
      await comment(page, 'Told', ada)
      await rpc(ada).choosePage.mutate({ documentId: page, level: 'none' })
      await decided()
      await comment(page, 'Not told either', ada)
      await decided()
      expect((await list(ada)).length).toBeLessThanOrEqual(1)
      expect(await rpc(ada).getPageChoice.query({ documentId: page })).toEqual({ level: 'none' })
      await rpc(ada).choosePage.mutate({ documentId: page, level: 'all' })
      expect(await rpc(ada).getPageChoice.query({ documentId: page })).toEqual({ level: 'all' })
      await clear()
    })
  })

  describe('letters', () => {
    beforeEach(() => lettersWait(ada))

    it('what is told is mailed once, by page, and can be turned off by one click', async () => {
      const [one, two] = [await makePage('One'), await makePage('Two')]
      const before = digestsTo(ada).length
      await comment(one, 'First')
      await comment(two, 'Second')
      await comment(one, 'Third')
      await decided()
      await mailIsDue()
      const letters = digestsTo(ada).slice(before)
      expect(letters).toHaveLength(1)
      const [letter] = letters
      expect(letter?.subject).toBe('3 notifications from Sheaf')
      const order = ['First', 'Third', 'Second'].map((word) => letter!.text.indexOf(word))
      expect(order.every((at) => at > 0)).toBe(true)
      expect([...order].sort((a, b) => a - b)).toEqual(order)
      expect(letter?.text).toContain(`/${one}`)
      await mailIsDue()
      expect(digestsTo(ada)).toHaveLength(before + 1)
      await clear()
    })

    it('nothing of a page that its person may not read any more is mailed, also when it was due before', async () => {
      const page = await makePage('Merger with Acme')
      const before = digestsTo(ada).length
      await comment(page, 'The price is nine')
      await decided()
      await db().updateTable('document').set({ is_closed: 1 }).where('id', '=', page).execute()
      await mailIsDue()
      const [letter] = digestsTo(ada).slice(before)
      expect(letter?.subject).toContain('commented on a page')
      expect(rawLetters().join()).not.toMatch(/Merger|price/)
      await clear()
    })

    it('a title neither ends a line, nor is markup, nor turns the words around it', async () => {
      const page = await makePage('\u202eevil\u2066 <img src=x onerror=alert(1)>\u2028Bcc: eve@example.org')
      const before = digestsTo(ada).length
      await comment(page, 'See\u202e\r\nBcc: eve@example.org <script>1</script>')
      await decided()
      await mailIsDue()
      const [letter] = digestsTo(ada).slice(before)
      const [head = '', html] = rawLetters()
        .at(-1)!
        .split(/^Content-Type: text\/html/im)
      expect(letter?.to).toBe(ada.user.email)
      expect(letter?.subject).toContain('commented on evil <img')
      expect(head.split('\r\n\r\n')[0]).not.toMatch(/^bcc/im)
      expect(html).toContain('See')
      expect(html).not.toMatch(/<img|<script/)
      // Marks of direction, as letters carry them.
      expect(rawLetters().at(-1)).not.toMatch(/=E2=80=A[A-E]|=E2=81=A[6-9]/)
      await clear()
    })

    it('what was read meanwhile, or was deleted, is not mailed', async () => {
      const page = await makePage()
      const before = digestsTo(ada).length
      await comment(page, 'Read at once')
      await decided()
      await rpc(ada).markAllAsRead.mutate()
      await comment(page, 'Deleted at once')
      await decided()
      await rpc(ada).deleteNotification.mutate({ notificationId: (await list(ada))[0]!.id })
      await mailIsDue()
      expect(digestsTo(ada)).toHaveLength(before)
      await clear()
    })

    it('R54 in quiet hours nothing is sent, afterwards one letter; the hours are those of now', async () => {
      const page = await makePage()
      const before = digestsTo(ada).length
      const hour = (more: number) =>
        `${String((new Date().getUTCHours() + 24 + more) % 24).padStart(2, '0')}:00`
      const quiet = { quietHours: true, quietStart: hour(0), quietEnd: hour(3), timeZone: 'UTC' }
      await comment(page, 'Before')
      await decided()
      // They are chosen after the letter was planned.
      await rpc(ada).updatePreferences.mutate(quiet)
      await comment(page, 'Inside')
      await decided()
      await mailIsDue()
      expect(digestsTo(ada)).toHaveLength(before)
      const job = await db()
        .selectFrom('job')
        .select('run_at')
        .where('kind', '=', 'notifications.gather-mail')
        .executeTakeFirstOrThrow()
      expect(Date.parse(job.run_at)).toBeGreaterThan(Date.now() + 3_600_000)
      // The person moves to where it is day.
      await rpc(ada).updatePreferences.mutate({ timeZone: 'Etc/GMT-12' })
      await mailIsDue()
      expect(
        digestsTo(ada)
          .slice(before)
          .map(({ subject }) => subject),
      ).toEqual(['2 notifications from Sheaf'])
      await clear()
    })

    it('R54 a letter that could not be sent before the quiet hours waits for their end, and stays the same letter', async () => {
      const page = await makePage()
      const before = digestsTo(ada).length
      await comment(page, 'Late')
      await decided()
      const hour = (more: number) =>
        `${String((new Date().getUTCHours() + 24 + more) % 24).padStart(2, '0')}:00`
      const quiet = { quietHours: true, quietStart: hour(0), quietEnd: hour(3), timeZone: 'UTC' }
      await rpc(ada).updatePreferences.mutate(quiet)
      const notifications = (await list(ada)).map(({ id }) => id)
      const payload = { userId: ada.user.id, notifications }
      await enqueue(db(), letterJob, payload, { id: 'held', userId: ada.user.id })
      const runAt = async () =>
        (await db().selectFrom('job').select('run_at').where('id', '=', 'held').executeTakeFirst())?.run_at
      await until('it waits', async () => Date.parse((await runAt()) ?? '') > Date.now() + 3_600_000)
      expect(digestsTo(ada)).toHaveLength(before)
      await rpc(ada).updatePreferences.mutate({ quietHours: false })
      await db().updateTable('job').set({ run_at: PAST }).where('id', '=', 'held').execute()
      await until('the letter', async () => digestsTo(ada).length > before)
      expect(rawLetters().at(-1)).toMatch(/^Message-ID: <held@/im)
      await clear()
    })

    it('R52 one click turns off the letters of that person alone, only by POST, and a link ends when they are turned on again', async () => {
      const page = await makePage()
      await comment(page, 'Something')
      await decided()
      await mailIsDue()
      const link = /https?:\S+\/api\/notifications\/unsubscribe\S+/.exec(digestsTo(ada).at(-1)!.text)![0]
      const path = link.slice(link.indexOf('/api/')).replaceAll('=3D', '=')
      const isOn = async (person: TestPerson) => (await rpc(person).getPreferences.query()).emailEnabled
      const post = (to: string, headers: Record<string, string> = {}) =>
        fetch(server.url + to, {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
          body: 'List-Unsubscribe=One-Click',
        })
      expect((await fetch(server.url + path, { headers: { origin: 'https://evil.example' } })).status).toBe(
        200,
      )
      expect(await isOn(ada)).toBe(true)
      const signature = path.slice(path.lastIndexOf('.') + 1)
      for (const forged of [
        path.replace(ada.user.id, bob.user.id),
        path.replace(`.0.`, '.1.'),
        path.slice(0, -1) + (path.endsWith('A') ? 'B' : 'A'),
        path.replace(signature, ''),
        '/api/notifications/unsubscribe',
      ])
        expect((await post(forged)).status, forged).toBe(404)
      expect((await post(path, { origin: 'https://evil.example' })).status).toBe(403)
      expect([await isOn(ada), await isOn(bob)]).toEqual([true, true])
      expect((await post(path)).status).toBe(200)
      expect([await isOn(ada), await isOn(bob)]).toEqual([false, true])
      expect((await post(path)).status).toBe(200)
      await rpc(ada).updatePreferences.mutate({ emailEnabled: true })
      expect((await post(path)).status).toBe(404)
      expect(await isOn(ada)).toBe(true)
      await clear()
    })
  })

  it('every open tab of the person hears at once, and nobody else; a tab whose session ends is closed', async () => {
    const page = await makePage()
    const heard = { ada: 0, bob: 0 }
    const listen = async (name: 'ada' | 'bob', { cookie }: TestPerson) => {
      const ws = new WebSocket(`${server.url.replace('http', 'ws')}/collab/me`, {
        headers: { cookie, origin: server.services.config.publicUrl },
      })
      ws.on('message', () => {
        heard[name] += 1
      })
      await new Promise((resolve, reject) => ws.once('open', resolve).once('error', reject))
      return ws
    }
    const tabs = [await listen('ada', ada), await listen('ada', ada), await listen('bob', bob)]
    await comment(page, 'Hello')
    await until('both tabs to hear', () => heard.ada === 2)
    expect(heard.bob).toBe(0)
    const visitor = new WebSocket(`${server.url.replace('http', 'ws')}/collab/me`)
    const code = await new Promise((resolve) => visitor.once('close', resolve))
    expect(code).toBe(4401)
    const closed = new Promise((resolve) => tabs[2]!.once('close', resolve))
    await db().deleteFrom('session').where('userId', '=', bob.user.id).execute()
    server.services.live.recheckUser(bob.user.id)
    expect(await closed).toBe(4401)
    for (const tab of tabs) tab.close()
    bob = { ...bob }
  })
})
