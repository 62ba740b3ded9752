import { onEachDatabase, refusal, startTestServer, type TestPerson, type TestServer } from '@test/server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { POD_NOT_THERE } from '@/features/pages/model'
import { cleanUp } from '@/server/schedules'
import { NOT_THERE } from '@/shared/not-there'
import { POD, POD_WORDS } from '../model'

onEachDatabase('S3 invitations to pods', (database) => {
  let server: TestServer
  let ada: TestPerson
  let bea: TestPerson
  let eve: TestPerson

  beforeAll(async () => {
    server = await startTestServer({ env: database.env })
    ada = await server.signUp()
    bea = await server.signUp()
    eve = await server.signUp()
  })
  afterAll(() => server.close())

  const rpc = (person: TestPerson) => server.rpc(person.cookie)
  const usernameOf = async (person: TestPerson) =>
    (await rpc(person).user.getSettings.query()).username as string
  const makePod = async (owner = ada) => (await rpc(owner).pod.create.mutate({ name: 'Garden club' })).id
  const invite = async (podId: string, person = bea, role: 'owner' | 'member' = 'member') =>
    rpc(ada).pod.addMember.mutate({ podId, username: await usernameOf(person), role })
  const waiting = async (person: TestPerson) => (await rpc(person).pod.invitations.query()).invitations
  const sent = async (podId: string, person = ada) =>
    (await rpc(person).pod.members.query({ podId })).invitations
  const isIn = async (podId: string, person: TestPerson) =>
    (await rpc(person).pod.pods.query()).pods.some(({ id }) => id === podId)
  const expireAll = (ms: number) =>
    server.services.db
      .updateTable('pod_invitation')
      .set({ expires_at: new Date(Date.now() + ms).toISOString() })
      .execute()

  it('a person who is invited is in the pod only after accepting, and until then neither sees anything of the other', async () => {
    const podId = await makePod()
    const page = await rpc(ada).document.create.mutate({ podId, title: 'Plans' })
    const invitation = await invite(podId)
    expect(invitation).toMatchObject({ username: await usernameOf(bea), role: 'member' })
    const [shown, ...others] = (await waiting(bea)).filter(({ id }) => id === invitation.id)
    expect(others).toEqual([])
    const { username } = await rpc(ada).user.getSettings.query()
    expect(shown).toMatchObject({ podName: 'Garden club', role: 'member', invitedBy: { username } })
    // Of the pod its name, of the people in it who invites.
    expect(JSON.stringify(shown)).not.toContain(podId)
    expect(JSON.stringify(shown)).not.toContain(ada.user.email)
    expect(await refusal(rpc(bea).document.document.query({ id: page.id }))).toMatchObject({
      words: NOT_THERE(),
    })
    expect(await refusal(rpc(bea).pod.members.query({ podId }))).toMatchObject({ words: POD_NOT_THERE() })
    expect(await refusal(rpc(bea).document.tree.query({ podId }))).toMatchObject({ words: POD_NOT_THERE() })
    expect(await isIn(podId, bea)).toBe(false)
    expect(JSON.stringify(await rpc(bea).user.users.query({}))).not.toContain(ada.user.id)
    // Of the person the username, which the owner typed.
    const members = await rpc(ada).pod.members.query({ podId })
    expect(members.members).toHaveLength(1)
    expect(members.invitations).toEqual([invitation])
    expect(JSON.stringify(members.invitations)).not.toContain(bea.user.id)
    expect(JSON.stringify(await rpc(ada).user.users.query({}))).not.toContain(bea.user.id)

    const pod = await rpc(bea).pod.acceptInvitation.mutate({ id: invitation.id })
    expect(pod).toMatchObject({ id: podId, name: 'Garden club', role: 'member', people: 2 })
    expect((await rpc(bea).document.document.query({ id: page.id })).title).toBe('Plans')
    expect(await sent(podId)).toEqual([])
    expect(await waiting(bea)).toEqual([])
    const again = rpc(bea).pod.acceptInvitation.mutate({ id: invitation.id })
    expect(await refusal(again)).toEqual({ code: 'not-found', words: POD_WORDS.invitationGone })
    expect(await refusal(invite(podId))).toEqual({ code: 'conflict', words: POD_WORDS.already })
  })

  it('an invitation is its person’s alone, and its withdrawal the owners’ alone', async () => {
    const podId = await makePod()
    const { id } = await invite(podId)
    const calls = (person: TestPerson) => [
      () => rpc(person).pod.acceptInvitation.mutate({ id }),
      () => rpc(person).pod.declineInvitation.mutate({ id }),
      () => rpc(person).pod.withdrawInvitation.mutate({ id }),
    ]
    for (const call of calls(eve))
      expect(await refusal(call())).toEqual({ code: 'not-found', words: POD_WORDS.invitationGone })
    const byBea = rpc(bea).pod.withdrawInvitation.mutate({ id })
    expect(await refusal(byBea)).toEqual({ code: 'not-found', words: POD_WORDS.invitationGone })
    const byAda = rpc(ada).pod.acceptInvitation.mutate({ id })
    expect(await refusal(byAda)).toEqual({ code: 'not-found', words: POD_WORDS.invitationGone })
    // A member is told nothing of who is invited, and invites nobody.
    const other = await invite(podId, eve)
    await rpc(eve).pod.acceptInvitation.mutate({ id: other.id })
    expect(await sent(podId, eve)).toEqual([])
    const username = await usernameOf(bea)
    const byMember = rpc(eve).pod.addMember.mutate({ podId, username })
    expect(await refusal(byMember)).toEqual({ code: 'forbidden', words: POD_WORDS.ownersOnly })
    expect(await refusal(rpc(eve).pod.withdrawInvitation.mutate({ id }))).toMatchObject({ code: 'not-found' })
    await rpc(ada).pod.withdrawInvitation.mutate({ id })
    expect(await refusal(rpc(bea).pod.acceptInvitation.mutate({ id }))).toMatchObject({ code: 'not-found' })
    expect(await isIn(podId, bea)).toBe(false)
  })

  it('R62 an invitation is used once, however many tabs answer, and never against its withdrawal', async () => {
    const podId = await makePod()
    const { id } = await invite(podId)
    const answers = await Promise.allSettled([
      rpc(bea).pod.acceptInvitation.mutate({ id }),
      rpc(bea).pod.acceptInvitation.mutate({ id }),
      rpc(bea).pod.declineInvitation.mutate({ id }),
      rpc(ada).pod.withdrawInvitation.mutate({ id }),
    ])
    const done = answers.flatMap(({ status }, index) => (status === 'fulfilled' ? [index] : []))
    expect(done).toHaveLength(1)
    expect(await isIn(podId, bea)).toBe(done[0]! < 2)
  })

  it('an invitation ends after thirty days, and with the right of the person who sent it', async () => {
    const podId = await makePod()
    const first = await invite(podId)
    expect(Date.parse(first.expiresAt) - Date.parse(first.createdAt)).toBe(30 * 24 * 3_600_000)
    await expireAll(-1)
    expect(await refusal(rpc(bea).pod.acceptInvitation.mutate({ id: first.id }))).toMatchObject({
      code: 'not-found',
    })
    expect([await waiting(bea), await sent(podId)]).toEqual([[], []])
    await cleanUp(server.services)
    expect(await server.services.db.selectFrom('pod_invitation').selectAll().execute()).toEqual([])

    const second = await invite(podId)
    const owner = await invite(podId, eve, 'owner')
    await rpc(eve).pod.acceptInvitation.mutate({ id: owner.id })
    expect((await sent(podId, eve)).map(({ id }) => id)).toEqual([second.id])
    await rpc(eve).pod.changeRole.mutate({ podId, userId: ada.user.id, role: 'member' })
    expect(await waiting(bea)).toEqual([])
    expect(await refusal(rpc(bea).pod.acceptInvitation.mutate({ id: second.id }))).toMatchObject({
      code: 'not-found',
    })
    // Another owner can invite in place of the one who no longer may.
    const username = await usernameOf(bea)
    const third = await rpc(eve).pod.addMember.mutate({ podId, username })
    expect((await waiting(bea)).map(({ id }) => id)).toEqual([third.id])
    await rpc(eve).pod.delete.mutate({ podId })
    expect(await waiting(bea)).toEqual([])
  })

  it('nobody is asked again and again: one invitation at a time, and none after the third refusal', async () => {
    const podId = await makePod()
    for (let time = 0; time < POD.declined; time++) {
      const { id } = await invite(podId)
      expect(await refusal(invite(podId))).toEqual({ code: 'conflict', words: POD_WORDS.invited })
      await rpc(bea).pod.declineInvitation.mutate({ id })
    }
    expect(await refusal(invite(podId))).toEqual({ code: 'rate-limited', words: POD_WORDS.declined })
    await expireAll(-1)
    const { id } = await invite(podId)
    await rpc(ada).pod.withdrawInvitation.mutate({ id })
  })

  it('no more invitations wait for a person than are allowed, however many come at once', async () => {
    const pods = await Promise.all(Array.from({ length: POD.waiting + 3 }, () => makePod()))
    const cat = await server.signUp()
    const sent = await Promise.allSettled(pods.map((podId) => invite(podId, cat)))
    expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(POD.waiting)
    const [refused] = sent.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[]
    expect(refused?.reason.message).toBe(POD_WORDS.waiting)
    expect(await waiting(cat)).toHaveLength(POD.waiting)
    await server.services.db.deleteFrom('rate_limit').execute()
  })
})
