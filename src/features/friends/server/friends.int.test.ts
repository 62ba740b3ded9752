import { onEachDatabase, refusal, startTestServer, type TestPerson, type TestServer } from '@test/server'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { FRIEND_WORDS, FRIENDS } from '../model'

const NOBODY = { code: 'not-found', words: FRIEND_WORDS.nobody() }
const GONE = { code: 'not-found', words: FRIEND_WORDS.requestGone() }
const UNKNOWN = 'doesnotexist00000000'

onEachDatabase('friends', (database) => {
  let server: TestServer
  let ada: TestPerson
  let bea: TestPerson
  let eve: TestPerson

  beforeAll(async () => {
    server = await startTestServer({ env: database.env })
    ada = await server.signUp()
    bea = await server.signUp()
    eve = await server.signUp()
    await rpc(ada).user.updateSettings.mutate({ name: 'Ada Lovelace', username: 'ada.l' })
    await rpc(bea).user.updateSettings.mutate({ name: 'Béatrice Ö', username: 'bea' })
    await rpc(eve).user.updateSettings.mutate({ name: 'Eve', username: 'eve100' })
  })
  beforeEach(async () => {
    const { db } = server.services
    await db.deleteFrom('friendship').execute()
    await db.deleteFrom('person_block').execute()
    await db.deleteFrom('outbox').execute()
    await db.deleteFrom('rate_limit').execute()
  })
  afterAll(() => server.close())

  const rpc = (person: TestPerson) => server.rpc(person.cookie)
  const ask = (from: TestPerson, to: TestPerson) =>
    rpc(from).friends.sendFriendRequest.mutate({ receiverId: to.user.id })
  const friendsOf = async (person: TestPerson) =>
    (await rpc(person).friends.getFriends.query()).map(({ id }) => id)
  const pendingOf = (person: TestPerson) => rpc(person).friends.getPendingRequests.query()
  const sentOf = (person: TestPerson) => rpc(person).friends.getSentRequests.query()
  const find = async (person: TestPerson, query: string) =>
    (await rpc(person).friends.searchUsers.query({ query })).map(({ id }) => id)
  const befriend = async (one: TestPerson, other: TestPerson) => {
    const { id } = await ask(one, other)
    await rpc(other).friends.acceptFriendRequest.mutate({ friendshipId: id })
    return id
  }
  const block = (person: TestPerson, other: TestPerson) =>
    rpc(person).friends.block.mutate({ userId: other.user.id })
  const relation = async (person: TestPerson, other: TestPerson) =>
    (await rpc(person).friends.person.query({ id: other.user.id })).relation
  const happenings = () =>
    server.services.db
      .selectFrom('outbox')
      .select(['kind', 'user_id', 'actor_id', 'document_id'])
      .orderBy('created_at')
      .execute()

  it('3.9 7.18 a request is shown to both with who sent and who got it, and a friend with name, username and avatar', async () => {
    const { id } = await ask(ada, bea)
    const [got, ...others] = await pendingOf(bea)
    expect(others).toEqual([])
    expect(got).toEqual({
      id,
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      sender: expect.objectContaining({ id: ada.user.id, username: 'ada.l', name: 'Ada Lovelace' }),
      receiver: expect.objectContaining({ id: bea.user.id, username: 'bea', name: 'Béatrice Ö' }),
    })
    expect(await sentOf(ada)).toEqual([got])
    expect(await pendingOf(ada)).toEqual([])
    expect(await sentOf(bea)).toEqual([])
    await rpc(bea).friends.acceptFriendRequest.mutate({ friendshipId: id })
    const [friend] = await rpc(ada).friends.getFriends.query()
    expect(friend).toMatchObject({ id: bea.user.id, username: 'bea', name: 'Béatrice Ö' })
    expect(friend).toMatchObject({ avatarType: expect.any(String), avatarSeed: expect.any(String) })
    expect(JSON.stringify([got, friend])).not.toContain('example.org')
  })

  it('4.15 7.20 7.21 7.22 a request is accepted, declined or canceled once, each by the one whose it is, and a friend can be removed', async () => {
    const first = await ask(ada, bea)
    expect(first.status).toBe('pending')
    for (const person of [ada, eve]) {
      const accepting = rpc(person).friends.acceptFriendRequest.mutate({ friendshipId: first.id })
      expect(await refusal(accepting)).toEqual(GONE)
    }
    for (const person of [bea, eve])
      expect(
        await refusal(rpc(person).friends.cancelFriendRequest.mutate({ friendshipId: first.id })),
      ).toEqual(GONE)
    expect(await relation(ada, bea)).toBe('sent')
    expect(await relation(bea, ada)).toBe('received')
    await rpc(ada).friends.cancelFriendRequest.mutate({ friendshipId: first.id })
    const late = rpc(bea).friends.acceptFriendRequest.mutate({ friendshipId: first.id })
    expect(await refusal(late)).toEqual(GONE)
    expect(await pendingOf(bea)).toEqual([])

    const second = await ask(ada, bea)
    await rpc(bea).friends.removeFriend.mutate({ friendId: ada.user.id })
    expect(await sentOf(ada)).toEqual([])
    expect(await friendsOf(ada)).toEqual([])
    const declined = rpc(bea).friends.acceptFriendRequest.mutate({ friendshipId: second.id })
    expect(await refusal(declined)).toEqual(GONE)

    await befriend(bea, ada)
    expect(await friendsOf(ada)).toEqual([bea.user.id])
    expect(await friendsOf(bea)).toEqual([ada.user.id])
    expect(await refusal(ask(ada, bea))).toEqual({ code: 'conflict', words: FRIEND_WORDS.already() })
    await rpc(ada).friends.removeFriend.mutate({ friendId: bea.user.id })
    expect(await friendsOf(bea)).toEqual([])
    expect(await refusal(rpc(ada).friends.removeFriend.mutate({ friendId: bea.user.id }))).toEqual(
      await refusal(rpc(ada).friends.removeFriend.mutate({ friendId: UNKNOWN })),
    )
  })

  it('7.20 nobody befriends themselves, and the sender does not decline their own request', async () => {
    expect(await refusal(ask(ada, ada))).toMatchObject({ code: 'bad-input' })
    await ask(ada, bea)
    expect(await refusal(rpc(ada).friends.removeFriend.mutate({ friendId: bea.user.id }))).toMatchObject({
      code: 'not-found',
    })
    expect(await pendingOf(bea)).toHaveLength(1)
  })

  it('4.15 two people who ask each other in the same moment are friends, once; asking twice is asking once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const answers = await Promise.all(
        [ask(ada, bea), ask(bea, ada), ask(ada, bea)].map((call) => call.catch(() => null)),
      )
      const rows = await server.services.db.selectFrom('friendship').selectAll().execute()
      expect(rows).toHaveLength(1)
      expect(rows[0]).toMatchObject({ status: 'accepted' })
      expect(answers.some((answer) => answer?.status === 'accepted')).toBe(true)
      await server.services.db.deleteFrom('friendship').execute()
      await server.services.db.deleteFrom('rate_limit').execute()
    }
    const [one, again] = [await ask(ada, bea), await ask(ada, bea)]
    expect(again).toEqual(one)
    expect(await pendingOf(bea)).toHaveLength(1)
  })

  it('4.15 accepting and taking back in the same moment leaves a friendship or nothing, and the answers say which', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await ask(ada, bea)
      const [accepted, canceled] = await Promise.allSettled([
        rpc(bea).friends.acceptFriendRequest.mutate({ friendshipId: id }),
        rpc(ada).friends.cancelFriendRequest.mutate({ friendshipId: id }),
      ])
      expect([accepted.status, canceled.status].sort()).toEqual(['fulfilled', 'rejected'])
      expect(await friendsOf(ada)).toEqual(accepted.status === 'fulfilled' ? [bea.user.id] : [])
      await server.services.db.deleteFrom('friendship').execute()
    }
  })

  it('4.15 who asks and who accepts is told to the other, once, with what happened or not at all', async () => {
    const { id } = await ask(ada, bea)
    await ask(ada, bea)
    await rpc(bea).friends.acceptFriendRequest.mutate({ friendshipId: id })
    await refusal(rpc(bea).friends.acceptFriendRequest.mutate({ friendshipId: id }))
    const told = { document_id: null }
    expect(await happenings()).toEqual([
      { kind: 'FRIEND_REQUEST', user_id: bea.user.id, actor_id: ada.user.id, ...told },
      { kind: 'FRIEND_ACCEPTED', user_id: ada.user.id, actor_id: bea.user.id, ...told },
    ])
  })

  it('5.11 7.19 search finds by the beginning of a username or of a word of the name, and hides friends and pending either way', async () => {
    expect(await find(bea, 'ada')).toEqual([ada.user.id])
    expect(await find(bea, '@ada.l')).toEqual([ada.user.id])
    expect(await find(bea, '  LOVE ')).toEqual([ada.user.id])
    expect(await find(ada, 'béa')).toEqual([bea.user.id])
    expect(await find(ada, 'BÉATRICE ö')).toEqual([bea.user.id])
    expect(await find(ada, 'ö')).toEqual([bea.user.id])
    // Neither in the middle of a word, nor oneself, nor everybody by a wildcard or one letter.
    for (const query of ['velace', 'ada', '%', '%%', '__', 'a', '', '   ', '\\', "'", '\u0000'])
      expect(await find(ada, query), query).toEqual([])
    const { id } = await ask(ada, bea)
    expect(await find(ada, 'bea')).toEqual([])
    expect(await find(bea, 'ada')).toEqual([])
    await rpc(bea).friends.acceptFriendRequest.mutate({ friendshipId: id })
    expect(await find(ada, 'bea')).toEqual([])
    await rpc(bea).friends.removeFriend.mutate({ friendId: ada.user.id })
    expect(await find(ada, 'bea')).toEqual([bea.user.id])
    await ask(ada, bea)
    await rpc(bea).friends.removeFriend.mutate({ friendId: ada.user.id })
    expect(await find(ada, 'bea')).toEqual([bea.user.id])
    expect(await rpc(ada).friends.searchUsers.query({ query: 'eve', limit: 1 })).toHaveLength(1)
    expect(await refusal(rpc(ada).friends.searchUsers.query({ query: 'eve', limit: 21 }))).toMatchObject({
      code: 'bad-input',
    })
  })

  it('R23 nobody is found by an address, not even when it is their name; a known address is answered like an unknown one', async () => {
    const zed = await server.signUp('zed.zimmer@example.org')
    const { db } = server.services
    await db
      .updateTable('user')
      .set({ name: 'zed.zimmer@example.org' })
      .where('id', '=', zed.user.id)
      .execute()
    await rpc(zed).user.updateSettings.mutate({ username: 'quiet' })
    for (const query of ['zed.zimmer@example.org', 'zed', 'zed.zimmer', 'zed.zimmer@', 'example.org'])
      expect(await find(ada, query), query).toEqual(await find(ada, `un${query}`))
    const [found] = await rpc(ada).friends.searchUsers.query({ query: 'quiet' })
    expect(found).toMatchObject({ id: zed.user.id, name: 'quiet', username: 'quiet' })
    expect(JSON.stringify(found)).not.toContain('zed')
    expect(JSON.stringify(await rpc(ada).friends.person.query({ id: zed.user.id }))).not.toContain('zed')
  })

  it('R23 searches and requests have a pace, and those that wait a number', async () => {
    const searches = Array.from({ length: FRIENDS.searchesAMinute + 1 }, () =>
      find(eve, 'nobody-of-this-name'),
    )
    const outcomes = await Promise.allSettled(searches)
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(1)
    const unknown = (at: number) =>
      rpc(eve).friends.sendFriendRequest.mutate({ receiverId: `${UNKNOWN}${at}` })
    for (let at = 0; at < FRIENDS.requestsAMinute; at += 1) expect(await refusal(unknown(at))).toEqual(NOBODY)
    expect(await refusal(ask(eve, ada))).toMatchObject({ code: 'rate-limited' })

    // After that minute she may go on, until she has asked too many in a day.
    const { db } = server.services
    const ofADay = await db
      .selectFrom('rate_limit')
      .selectAll()
      .where('key', '=', `friend-requests-a-day:${eve.user.id}`)
      .executeTakeFirstOrThrow()
    expect(ofADay.count).toBeGreaterThanOrEqual(FRIENDS.requestsAMinute)
    await db.deleteFrom('rate_limit').where('key', '<>', ofADay.key).execute()
    expect(await refusal(unknown(0))).toEqual(NOBODY)
    await db.updateTable('rate_limit').set({ count: FRIENDS.requestsADay }).execute()
    await db.deleteFrom('rate_limit').where('key', '<>', ofADay.key).execute()
    expect(await refusal(unknown(0))).toMatchObject({ code: 'rate-limited' })

    await db.deleteFrom('rate_limit').execute()
    const at = new Date().toISOString()
    const people = Array.from({ length: FRIENDS.pending }, (_, number) => `crowd-${number}`)
    await db
      .insertInto('user')
      .values(
        people.map((id) => ({
          id,
          name: id,
          email: `${id}@example.org`,
          emailVerified: 1,
          image: null,
          username: id,
          createdAt: at,
          updatedAt: at,
        })),
      )
      .execute()
    await db
      .insertInto('friendship')
      .values(
        people.map((id) => ({
          id: `asked-${id}`,
          pair: [id, eve.user.id].sort().join(' '),
          requester_id: eve.user.id,
          receiver_id: id,
          status: 'pending' as const,
          declined: 0,
          created_at: at,
          updated_at: at,
        })),
      )
      .execute()
    expect(await refusal(ask(eve, ada))).toEqual({ code: 'too-large', words: FRIEND_WORDS.tooManyPending() })
    await db.deleteFrom('user').where('id', 'in', people).execute()
    expect(await sentOf(eve)).toEqual([])
  })

  it('4.15 who was declined three times in a row cannot ask again for a month, not by taking requests back either', async () => {
    const decline = () => rpc(bea).friends.removeFriend.mutate({ friendId: ada.user.id })
    for (let round = 0; round < FRIENDS.declined; round += 1) {
      if (round > 0) {
        const { id } = await ask(ada, bea)
        await rpc(ada).friends.cancelFriendRequest.mutate({ friendshipId: id })
      }
      await ask(ada, bea)
      await decline()
    }
    expect(await refusal(ask(ada, bea))).toEqual({ code: 'conflict', words: FRIEND_WORDS.declined() })
    expect(await pendingOf(bea)).toEqual([])
    const monthAgo = new Date(Date.now() - (FRIENDS.declinedDays * 24 + 1) * 3_600_000).toISOString()
    await server.services.db.updateTable('friendship').set({ updated_at: monthAgo }).execute()
    await ask(ada, bea)
    await decline()
    // The one who declined may ask at any time.
    expect(await ask(bea, ada)).toMatchObject({ status: 'pending' })
  })

  it('5.11 a blocked person neither finds nor reaches the one who blocked them, and is answered as if there were nobody', async () => {
    await befriend(ada, eve)
    await server.services.db.deleteFrom('outbox').execute()
    await block(ada, eve)
    expect(await friendsOf(eve)).toEqual([])
    expect(await find(eve, 'ada')).toEqual([])
    expect(await find(ada, 'eve')).toEqual([])
    const who = { id: ada.user.id }
    const nobody = { id: UNKNOWN }
    expect(await refusal(ask(eve, ada))).toEqual(NOBODY)
    expect(await refusal(rpc(eve).friends.sendFriendRequest.mutate({ receiverId: UNKNOWN }))).toEqual(NOBODY)
    expect(await refusal(rpc(eve).friends.person.query(who))).toEqual(NOBODY)
    expect(await refusal(rpc(eve).friends.person.query(nobody))).toEqual(NOBODY)
    // Blocking in return would tell them apart.
    expect(await refusal(block(eve, ada))).toEqual(NOBODY)
    expect(await refusal(rpc(eve).friends.block.mutate({ userId: UNKNOWN }))).toEqual(NOBODY)
    expect(await refusal(rpc(eve).publish.profile.query(who))).toEqual(
      await refusal(rpc(eve).publish.profile.query(nobody)),
    )
    expect(await rpc(eve).friends.getBlocked.query()).toEqual([])
    expect(JSON.stringify(await rpc(eve).user.users.query({}))).not.toContain(ada.user.id)
    expect(await happenings()).toEqual([])

    expect(await relation(ada, eve)).toBe('blocked')
    expect((await rpc(ada).friends.getBlocked.query()).map(({ id }) => id)).toEqual([eve.user.id])
    expect(await refusal(ask(ada, eve))).toEqual({ code: 'conflict', words: FRIEND_WORDS.blocked() })
    await block(ada, eve)
    // Only the one who blocked can take it back.
    await rpc(eve).friends.unblock.mutate({ userId: ada.user.id })
    expect(await find(eve, 'ada')).toEqual([])
    await rpc(ada).friends.unblock.mutate({ userId: eve.user.id })
    expect(await find(eve, 'ada')).toEqual([ada.user.id])
    expect(await friendsOf(ada)).toEqual([])
    expect(await ask(eve, ada)).toMatchObject({ status: 'pending' })
  })

  it('5.11 a block ends the request that waits, in either direction, also when it is accepted in the same moment', async () => {
    for (const [from, to] of [
      [ada, eve],
      [eve, ada],
    ] as const) {
      const { id } = await ask(from, to)
      await Promise.allSettled([
        block(ada, eve),
        rpc(to).friends.acceptFriendRequest.mutate({ friendshipId: id }),
        ask(to, from),
      ])
      for (const person of [ada, eve]) {
        expect(await friendsOf(person)).toEqual([])
        expect(await pendingOf(person)).toEqual([])
        expect(await sentOf(person)).toEqual([])
      }
      await rpc(ada).friends.unblock.mutate({ userId: eve.user.id })
    }
  })

  it('5.11 no invitation and no notification of a blocked person arrives, whichever way it is sent', async () => {
    const page = await rpc(eve).document.create.mutate({ title: 'Read this' })
    const early = await rpc(eve).pod.create.mutate({ name: 'Before' })
    await rpc(eve).pod.addMember.mutate({ podId: early.id, username: 'ada.l' })
    await rpc(eve).share.invite.mutate({ id: page.id, username: 'ada.l', level: 'view' })
    await rpc(eve).share.invite.mutate({ id: page.id, email: ada.user.email, level: 'view' })
    await server.services.db.deleteFrom('outbox').execute()
    await block(ada, eve)
    expect(await rpc(ada).share.invites.query()).toEqual({ invites: [] })
    expect(await rpc(ada).pod.invitations.query()).toEqual({ invitations: [] })

    const unknown = 'nobody-has-this-name'
    const share = (who: object) =>
      rpc(eve).share.invite.mutate({ id: page.id, level: 'view', ...who } as never)
    expect(await refusal(share({ username: 'ada.l' }))).toEqual(await refusal(share({ username: unknown })))
    const late = await rpc(eve).pod.create.mutate({ name: 'After' })
    const join = (who: object) => rpc(eve).pod.addMember.mutate({ podId: late.id, ...who } as never)
    expect(await refusal(join({ username: 'ada.l' }))).toEqual(await refusal(join({ username: unknown })))
    const letters = server.outbox().length
    await share({ email: ada.user.email })
    await join({ email: ada.user.email })
    expect(await rpc(ada).share.invites.query()).toEqual({ invites: [] })
    expect(await rpc(ada).pod.invitations.query()).toEqual({ invitations: [] })
    // A letter to somebody else is written after those would have been.
    await share({ email: 'somebody-else@example.org' })
    await expect
      .poll(() =>
        server
          .outbox()
          .slice(letters)
          .map(({ to }) => to),
      )
      .toEqual(['somebody-else@example.org'])

    const mine = await rpc(ada).document.create.mutate({ title: 'Mine' })
    await rpc(eve).share.requestAccess.mutate({ id: mine.id })
    expect(await rpc(ada).share.requests.query({})).toEqual({ requests: [] })
    expect(await happenings()).toEqual([])
  })

  it('3.9 friends can be looked up and invited by name, as those can who share a pod', async () => {
    expect(JSON.stringify(await rpc(ada).user.users.query({}))).not.toContain(bea.user.id)
    await befriend(ada, bea)
    expect(JSON.stringify(await rpc(ada).user.users.query({ search: 'béa' }))).toContain(bea.user.id)
    await rpc(bea).friends.removeFriend.mutate({ friendId: ada.user.id })
    expect(JSON.stringify(await rpc(ada).user.users.query({}))).not.toContain(bea.user.id)
  })
})
