import { onEachDatabase, refusal, startTestServer, type TestPerson, type TestServer } from '@test/server'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { POD_NOT_THERE } from '@/features/pages/model'
import { NOT_THERE } from '@/shared/not-there'
import { POD_LETTER, POD_WORDS, type PodRole } from '../model'

onEachDatabase('guests of a pod', (database) => {
  let server: TestServer
  let ada: TestPerson
  let bea: TestPerson
  let podId: string

  beforeAll(async () => {
    server = await startTestServer({ env: database.env })
    ada = await server.signUp()
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    await server.services.db.deleteFrom('rate_limit').execute()
    bea = await server.signUp()
    podId = (await rpc(ada).pod.create.mutate({ name: 'Garden club' })).id
  })

  const rpc = (person: TestPerson) => server.rpc(person.cookie)
  const make = (title: string) => rpc(ada).document.create.mutate({ podId, title })
  const read = (id: string, person = bea) => rpc(person).document.document.query({ id })
  const roles = async () =>
    (await rpc(ada).pod.members.query({ podId })).members.map(({ id, role }) => [id, role])
  async function invite(role: PodRole) {
    const { username } = await rpc(bea).user.getSettings.query()
    return rpc(ada).pod.addMember.mutate({ podId, username: username as string, role })
  }
  async function join(role: PodRole) {
    const { id } = await invite(role)
    return rpc(bea).pod.acceptInvitation.mutate({ id })
  }
  const share = (id: string, level: 'view' | 'edit' | 'manage' = 'view') =>
    rpc(ada).share.setRole.mutate({ id, userId: bea.user.id, level })
  const notThere = { code: 'not-found', words: NOT_THERE() }

  it('rulings 3: an owner invites a guest, who sees the pages that are shared with them and nothing else of the pod', async () => {
    const [shared, other] = [await make('For guests'), await make('For members')]
    const invitation = await invite('guest')
    expect(invitation.role).toBe('guest')
    expect((await rpc(bea).pod.invitations.query()).invitations).toMatchObject([
      { podName: 'Garden club', role: 'guest' },
    ])
    expect(await rpc(bea).pod.acceptInvitation.mutate({ id: invitation.id })).toEqual({
      id: podId,
      name: 'Garden club',
      icon: null,
      role: 'guest',
    })
    const { pods, guestOf } = await rpc(bea).pod.pods.query()
    expect([pods.some(({ id }) => id === podId), guestOf.map(({ id }) => id)]).toEqual([false, [podId]])
    expect(await roles()).toContainEqual([bea.user.id, 'guest'])
    expect(await refusal(read(shared.id))).toEqual(notThere)
    // People of the pod are given pages without an invitation for each.
    await share(shared.id)
    expect((await read(shared.id)).title).toBe('For guests')
    expect(await refusal(read(other.id))).toEqual(notThere)
    for (const call of [
      () => rpc(bea).document.tree.query({ podId }),
      () => rpc(bea).document.create.mutate({ podId, title: 'Mine' }),
      () => rpc(bea).pod.members.query({ podId }),
      () => rpc(bea).pod.refreshIndex.mutate({ podId }),
    ])
      expect(await refusal(call())).toEqual({ code: 'not-found', words: POD_NOT_THERE() })
  })

  it('6.1 only an owner makes guests; a guest makes nobody anything, themselves least of all', async () => {
    await join('guest')
    const carl = await server.signUp()
    for (const person of [bea, carl]) {
      const forged = { podId, userId: bea.user.id, role: 'owner' as const }
      expect(await refusal(rpc(person).pod.changeRole.mutate(forged))).toEqual({
        code: 'not-found',
        words: POD_NOT_THERE(),
      })
    }
    await rpc(ada).pod.changeRole.mutate({ podId, userId: bea.user.id, role: 'member' })
    expect(
      await refusal(rpc(bea).pod.changeRole.mutate({ podId, userId: ada.user.id, role: 'guest' })),
    ).toEqual({ code: 'forbidden', words: POD_WORDS.ownersOnly })
    expect(
      await refusal(rpc(ada).pod.changeRole.mutate({ podId, userId: ada.user.id, role: 'guest' })),
    ).toEqual({ code: 'conflict', words: POD_WORDS.lastOwner })
    expect(await roles()).toEqual(
      expect.arrayContaining([
        [ada.user.id, 'owner'],
        [bea.user.id, 'member'],
      ]),
    )
  })

  it('R20 a member who is made a guest loses the pages of the pod, their own too, and has them back as a member', async () => {
    await join('member')
    const own = await rpc(bea).document.create.mutate({ podId, title: 'Hers' })
    await rpc(ada).pod.changeRole.mutate({ podId, userId: bea.user.id, role: 'guest' })
    expect(await refusal(read(own.id))).toEqual(notThere)
    expect((await read(own.id, ada)).title).toBe('Hers')
    await rpc(ada).pod.changeRole.mutate({ podId, userId: bea.user.id, role: 'member' })
    expect((await read(own.id)).title).toBe('Hers')
  })

  it('R20 a guest who is taken out loses what was shared with them in the pod, and nothing of other pods', async () => {
    const [page, elsewhere] = [await make('Shared'), await rpc(ada).pod.create.mutate({ name: 'Other' })]
    const child = await rpc(ada).document.create.mutate({ podId, parentDocumentId: page.id, title: 'In it' })
    await join('guest')
    await share(page.id, 'edit')
    const kept = await rpc(ada).document.create.mutate({ podId: elsewhere.id, title: 'Elsewhere' })
    const { id } = await rpc(ada).pod.addMember.mutate({
      podId: elsewhere.id,
      username: (await rpc(bea).user.getSettings.query()).username as string,
      role: 'guest',
    })
    await rpc(bea).pod.acceptInvitation.mutate({ id })
    await share(kept.id)
    expect((await read(child.id)).title).toBe('In it')
    await rpc(ada).pod.removeMember.mutate({ podId, userId: bea.user.id })
    expect(await refusal(read(page.id))).toEqual(notThere)
    expect(await refusal(read(child.id))).toEqual(notThere)
    expect((await read(kept.id)).title).toBe('Elsewhere')
    expect((await rpc(bea).pod.pods.query()).guestOf.map(({ id }) => id)).toEqual([elsewhere.id])
  })

  it('R20 a guest who is taken out does not come back by an old letter to a page that goes into another pod', async () => {
    const page = await make('Invited to')
    await join('guest')
    await rpc(ada).share.invite.mutate({ id: page.id, email: bea.user.email, level: 'view' })
    const waiting = async () => (await rpc(bea).share.invites.query()).invites.length
    expect(await waiting()).toBe(1)
    await rpc(ada).pod.removeMember.mutate({ podId, userId: bea.user.id })
    const elsewhere = await rpc(ada).pod.create.mutate({ name: 'Another' })
    await rpc(ada).document.move.mutate({ id: page.id, podId: elsewhere.id, parentDocumentId: null })
    expect(await waiting()).toBe(0)
  })

  it('a guest who leaves keeps what is shared with them', async () => {
    const page = await make('Shared')
    await join('guest')
    await share(page.id)
    await rpc(bea).pod.leave.mutate({ podId })
    expect((await rpc(bea).pod.pods.query()).guestOf).toEqual([])
    expect((await read(page.id)).title).toBe('Shared')
  })

  it('a guest is invited to become a member; a letter for a guest makes nobody less than they are', async () => {
    await join('guest')
    expect(await refusal(invite('guest'))).toEqual({ code: 'conflict', words: POD_WORDS.already })
    expect(await join('member')).toMatchObject({ id: podId, role: 'member' })
    await rpc(ada).pod.addMember.mutate({ podId, email: bea.user.email, role: 'guest' })
    const letter = () =>
      server.outbox().findLast(({ to, text }) => to === bea.user.email && text.includes(POD_LETTER))
    await expect.poll(letter).toBeDefined()
    const [, token] = new RegExp(`${POD_LETTER}([\\w-]{43})`).exec(letter()?.text ?? '') ?? []
    expect(await rpc(bea).pod.acceptInvitation.mutate({ token: token as string })).toMatchObject({
      role: 'member',
    })
    expect(await roles()).toContainEqual([bea.user.id, 'member'])
  })
})
