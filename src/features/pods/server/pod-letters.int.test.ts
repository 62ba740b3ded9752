import { onEachDatabase, refusal, startTestServer, type TestPerson, type TestServer } from '@test/server'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { cleanUp } from '@/server/schedules'
import { IN_IT_YOURSELF, OTHER_ADDRESS, POD, POD_LETTER, POD_WORDS } from '../model'

onEachDatabase('invitations to pods by e-mail', (database) => {
  let server: TestServer
  let ada: TestPerson
  let eve: TestPerson
  let people = 0

  beforeAll(async () => {
    server = await startTestServer({ env: database.env })
    ada = await server.signUp()
    eve = await server.signUp()
  })
  afterAll(() => server.close())
  beforeEach(() => server.services.db.deleteFrom('rate_limit').execute())

  const rpc = (person: TestPerson) => server.rpc(person.cookie)
  const makePod = async () => (await rpc(ada).pod.create.mutate({ name: 'Garden club' })).id
  const someAddress = () => `invited-${database.dialect}-${++people}@example.org`
  const invite = (podId: string, email: string, by = ada) => rpc(by).pod.addMember.mutate({ podId, email })
  const isIn = async (podId: string, person: TestPerson) =>
    (await rpc(person).pod.pods.query()).pods.some(({ id }) => id === podId)
  const waiting = async (person: TestPerson) => (await rpc(person).pod.invitations.query()).invitations
  const sent = async (podId: string) => (await rpc(ada).pod.members.query({ podId })).invitations
  const letterTo = (email: string) =>
    server.outbox().findLast(({ to, text }) => to === email && text.includes('/invite/'))
  async function tokenTo(email: string): Promise<string> {
    await expect.poll(() => letterTo(email)).toBeDefined()
    const [, token] =
      new RegExp(`/invite/${POD_LETTER}([\\w-]{43})\\s`).exec(letterTo(email)?.text ?? '') ?? []
    return token as string
  }

  it('somebody without an account gets a letter, signs in with its code and is in the pod, once', async () => {
    const podId = await makePod()
    const email = someAddress()
    expect(await invite(podId, email.toUpperCase())).toMatchObject({ email, username: null, role: 'member' })
    const token = await tokenTo(email)
    const bea = await server.signUp(email)
    expect(await isIn(podId, bea)).toBe(false)
    expect(await rpc(bea).pod.acceptInvitation.mutate({ token })).toMatchObject({ id: podId, people: 2 })
    expect(await sent(podId)).toEqual([])
    const again = { code: 'not-found', words: POD_WORDS.invitationGone }
    expect(await refusal(rpc(bea).pod.acceptInvitation.mutate({ token }))).toEqual(again)
    await rpc(bea).pod.leave.mutate({ podId })
    expect(await refusal(rpc(bea).pod.acceptInvitation.mutate({ token }))).toEqual(again)
  })

  it('it waits in the application too, is declined there, and is not sent for ever', async () => {
    const podId = await makePod()
    const email = someAddress()
    const bea = await server.signUp(email)
    for (let time = 1; time <= POD.declined; time++) {
      await invite(podId, email)
      const [shown] = await waiting(bea)
      expect(shown).toMatchObject({ podName: 'Garden club', role: 'member' })
      expect(JSON.stringify(shown)).not.toContain(podId)
      await rpc(bea).pod.declineInvitation.mutate({ id: shown?.id as string })
      expect([await waiting(bea), await sent(podId)]).toEqual([[], []])
    }
    expect(await refusal(invite(podId, email))).toEqual({ code: 'rate-limited', words: POD_WORDS.declined })
  })

  it('who is taken out, or made less, does not come back by an invitation that was still open beside the one they took', async () => {
    const podId = await makePod()
    const email = someAddress()
    const bea = await server.signUp(email)
    const { username } = await rpc(bea).user.getSettings.query()
    const byName = await rpc(ada).pod.addMember.mutate({ podId, username: username as string })
    await invite(podId, email)
    const takeLetter = async () =>
      rpc(bea).pod.acceptInvitation.mutate({
        id: (await waiting(bea)).find(({ id }) => id !== byName.id)?.id as string,
      })
    await takeLetter()
    await rpc(ada).pod.removeMember.mutate({ podId, userId: bea.user.id })
    const again = rpc(bea).pod.acceptInvitation.mutate({ id: byName.id })
    expect(await refusal(again)).toEqual({ code: 'not-found', words: POD_WORDS.invitationGone })
    expect([await isIn(podId, bea), await waiting(bea)]).toEqual([false, []])
  })

  it('R23 who is taken out does not come back by an old letter, whose end nobody is told of; a new one opens the pod', async () => {
    const podId = await makePod()
    const email = someAddress()
    const bea = await server.signUp(email)
    const { username } = await rpc(bea).user.getSettings.query()
    const gone = { code: 'not-found', words: POD_WORDS.invitationGone }
    const byName = await rpc(ada).pod.addMember.mutate({ podId, username: username as string })
    const { id } = await invite(podId, email)
    const token = await tokenTo(email)
    await rpc(bea).pod.acceptInvitation.mutate({ id: byName.id })
    await rpc(ada).pod.removeMember.mutate({ podId, userId: bea.user.id })
    expect(await waiting(bea)).toEqual([])
    expect(await refusal(rpc(bea).pod.acceptInvitation.mutate({ id }))).toEqual(gone)
    expect(await refusal(rpc(bea).pod.acceptInvitation.mutate({ token }))).toEqual(gone)
    // It would say whose address it is if it went from here.
    expect((await sent(podId)).map((one) => one.email)).toEqual([email])
    // Nor does somebody else who has the address by then: they are most likely the same.
    const { db } = server.services
    await db.updateTable('user').set({ email: someAddress() }).where('id', '=', bea.user.id).execute()
    const anew = await server.signUp(email)
    expect([await waiting(anew), await refusal(rpc(anew).pod.acceptInvitation.mutate({ token }))]).toEqual([
      [],
      gone,
    ])
    // A new one takes the place of that which is over.
    await invite(podId, email)
    expect((await sent(podId)).map((one) => one.email)).toEqual([email])
    expect((await refusal(invite(podId, email))).words).toBe(POD_WORDS.invited)
    await rpc(anew).pod.acceptInvitation.mutate({ id: (await waiting(anew))[0]?.id as string })
    expect([await isIn(podId, bea), await isIn(podId, anew)]).toEqual([false, true])
  })

  it('who was made less than an open letter offers stays that, also after a change of address', async () => {
    const podId = await makePod()
    const email = someAddress()
    const bea = await server.signUp(someAddress())
    const { username } = await rpc(bea).user.getSettings.query()
    const byName = await rpc(ada).pod.addMember.mutate({ podId, username: username as string })
    await rpc(bea).pod.acceptInvitation.mutate({ id: byName.id })
    await invite(podId, email)
    await rpc(ada).pod.changeRole.mutate({ podId, userId: bea.user.id, role: 'guest' })
    const { db } = server.services
    await db.updateTable('user').set({ email }).where('id', '=', bea.user.id).execute()
    expect(await waiting(bea)).toEqual([])
    await cleanUp(server.services)
    const decisions = () =>
      db.selectFrom('place_decision').select('id').where('place_id', '=', podId).execute()
    expect((await decisions()).length).toBe(1)
    const past = new Date(Date.now() - (POD.invitationDays + 1) * 24 * 3_600_000).toISOString()
    await db.updateTable('place_decision').set({ decided_at: past }).where('place_id', '=', podId).execute()
    await cleanUp(server.services)
    expect(await decisions()).toEqual([])
  })

  it('R24 a letter is for its address alone, proved, no matter who holds the link', async () => {
    const podId = await makePod()
    const email = someAddress()
    const { id } = await invite(podId, email)
    const token = await tokenTo(email)
    expect(await refusal(rpc(eve).pod.acceptInvitation.mutate({ token }))).toEqual({
      code: 'forbidden',
      words: OTHER_ADDRESS(),
    })
    const gone = { code: 'not-found', words: POD_WORDS.invitationGone }
    expect(await refusal(rpc(eve).pod.acceptInvitation.mutate({ id }))).toEqual(gone)
    expect(await refusal(rpc(eve).pod.declineInvitation.mutate({ id }))).toEqual(gone)
    expect(await refusal(rpc(eve).pod.withdrawInvitation.mutate({ id }))).toEqual(gone)
    // Somebody who has the address, and has not shown yet that it is theirs.
    const bea = await server.signUp(email)
    const { db } = server.services
    await db.updateTable('user').set({ emailVerified: 0 }).where('id', '=', bea.user.id).execute()
    expect(await waiting(bea)).toEqual([])
    expect((await refusal(rpc(bea).pod.acceptInvitation.mutate({ token }))).code).toBe('forbidden')
    await db.updateTable('user').set({ emailVerified: 1 }).where('id', '=', bea.user.id).execute()
    await rpc(bea).pod.acceptInvitation.mutate({ id })
    expect(await isIn(podId, bea)).toBe(true)
    // The address is nowhere in what the pod's people are told of each other.
    expect(JSON.stringify(await rpc(ada).pod.members.query({ podId }))).not.toContain(email)
  })

  it('opens nothing when it is withdrawn, over, replaced or of somebody who owns the pod no more', async () => {
    const podId = await makePod()
    const email = someAddress()
    const bea = await server.signUp(email)
    const accept = (token: string) => refusal(rpc(bea).pod.acceptInvitation.mutate({ token }))
    const gone = { code: 'not-found', words: POD_WORDS.invitationGone }

    const first = await invite(podId, email)
    const withdrawn = await tokenTo(email)
    expect((await refusal(invite(podId, email))).words).toBe(POD_WORDS.invited)
    await rpc(ada).pod.withdrawInvitation.mutate({ id: first.id })
    expect(await accept(withdrawn)).toEqual(gone)

    await invite(podId, email)
    await expect.poll(() => tokenTo(email)).not.toBe(withdrawn)
    const over = await tokenTo(email)
    expect(await accept(withdrawn)).toEqual(gone)
    const { db } = server.services
    const past = { expires_at: new Date(Date.now() - 1000).toISOString() }
    await db.updateTable('pod_letter').set(past).where('pod_id', '=', podId).execute()
    expect(await accept(over)).toEqual(gone)
    await cleanUp(server.services)
    expect(await db.selectFrom('pod_letter').select('id').where('pod_id', '=', podId).execute()).toEqual([])

    const cyd = await server.signUp(someAddress())
    await invite(podId, cyd.user.email)
    const { id } = (await waiting(cyd))[0]!
    await rpc(cyd).pod.acceptInvitation.mutate({ id })
    await rpc(ada).pod.changeRole.mutate({ podId, userId: cyd.user.id, role: 'owner' })
    await invite(podId, email, cyd)
    await expect.poll(() => tokenTo(email)).not.toBe(over)
    await rpc(ada).pod.changeRole.mutate({ podId, userId: cyd.user.id, role: 'member' })
    expect(await accept(await tokenTo(email))).toEqual(gone)
    expect(await isIn(podId, bea)).toBe(false)
  })

  it('only owners send them, never to themselves nor into a personal pod, and nobody learns who has an account', async () => {
    const podId = await makePod()
    const { pods } = await rpc(ada).pod.pods.query()
    const personal = pods.find(({ isPersonal }) => isPersonal)?.id as string
    expect((await refusal(invite(podId, someAddress(), eve))).code).toBe('not-found')
    expect((await refusal(invite(personal, someAddress()))).words).toBe(POD_WORDS.personalIsOwn)
    expect((await refusal(invite(podId, ada.user.email))).words).toBe(IN_IT_YOURSELF())
    const [known, unknown] = [await invite(podId, eve.user.email), await invite(podId, someAddress())]
    const shape = ({ id: _, email: __, createdAt: ___, expiresAt: ____, ...rest }: typeof known) => rest
    expect(shape(known)).toEqual(shape(unknown))
    const both = rpc(ada).pod.addMember.mutate({ podId, email: someAddress(), username: 'somebody' })
    expect((await refusal(both)).code).toBe('bad-input')
    expect((await refusal(rpc(ada).pod.addMember.mutate({ podId }))).code).toBe('bad-input')
  })
})
