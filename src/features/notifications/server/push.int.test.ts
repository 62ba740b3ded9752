import { until } from '@test/collab'
import { PushBrowser, PushService, vapidClaims } from '@test/push-service'
import {
  joinPod,
  onEachDatabase,
  refusal,
  startTestServer,
  type TestPerson,
  type TestServer,
} from '@test/server'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { createGuardedFetch, FetchRefused, type GuardedFetch } from '@/server/fetch/guarded-fetch'
import { newId } from '@/shared/ids'
import { pushJob } from './push.jobs'

const PAST = '2020-01-01T00:00:00.000Z'

onEachDatabase('push notifications', (database) => {
  let server: TestServer
  let service: PushService
  let ada: TestPerson
  let bob: TestPerson
  let page: string
  beforeAll(async () => {
    service = await PushService.start()
    // As the server has it, but for the one service on loopback that is allowed here.
    const fetch = createGuardedFetch({
      resolve: async () => [{ address: '10.0.0.8', family: 4 }],
      isPublic: (address) => address === '127.0.0.1',
    })
    server = await startTestServer({ env: database.env, fetch })
    ada = await server.signUp('ada@example.org')
    bob = await server.signUp('bob@example.org')
    await server.rpc(bob.cookie).user.updateSettings.mutate({ name: 'Bob' })
    const { id: podId } = await server.rpc(ada.cookie).pod.create.mutate({ name: 'Writers' })
    await joinPod(server, podId, { owner: ada, person: bob })
    const made = await server
      .rpc(ada.cookie)
      .document.create.mutate({ podId, title: 'Plans', parentDocumentId: null })
    page = made.id
    await emptied(ada)
  })
  afterAll(async () => {
    await server?.close()
    service?.close()
  })
  afterEach(async () => {
    await server.services.db.deleteFrom('push_device').execute()
    await server.services.db.deleteFrom('job').execute()
    service.pushed.length = 0
    service.answers.length = 0
  })

  const db = () => server.services.db
  const rpc = (person: TestPerson) => server.rpc(person.cookie).notifications
  const emptied = (person: TestPerson) => rpc(person).deleteAllNotifications.mutate()
  const comment = (text: string) =>
    server.rpc(bob.cookie).comment.createDiscussion.mutate({
      id: newId(),
      commentId: newId(),
      documentId: page,
      kind: 'page',
      contentRich: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] },
    })
  async function withBrowser(name = 'Firefox on Linux', url = service.url, as = ada) {
    const browser = new PushBrowser(url)
    const { id } = await rpc(as).addPushDevice.mutate({ ...browser.subscription, name })
    return { browser, id }
  }
  const to = ({ path }: PushBrowser) => service.pushed.filter((pushed) => pushed.path === path)
  const devices = async () => (await rpc(ada).getPushDevices.query()).devices
  const pushJobs = () => db().selectFrom('job').selectAll().where('kind', '=', 'notifications.push').execute()
  /** Nobody waits for anything but letters. */
  const settled = () =>
    until('the pushes to be sent', async () => {
      const jobs = await db().selectFrom('job').select('kind').where('kind', 'in', PUSH_KINDS).execute()
      return jobs.length === 0
    })
  const PUSH_KINDS = ['notifications.tell', 'notifications.gather-push', 'notifications.push']

  it('3.14 R53 a comment is pushed once to each browser of the person, and only that browser can read it', async () => {
    await withBrowser('Firefox with an older address')
    const first = await withBrowser()
    const second = await withBrowser('Chrome on Android', undefined, await server.signUp(ada.user.email))
    expect(await devices()).toMatchObject([
      { name: 'Firefox on Linux', isThis: true },
      { name: 'Chrome on Android', isThis: false },
    ])
    await comment('Which ones?')
    await settled()
    const { publicKey } = await rpc(ada).getPushDevices.query()
    for (const { browser } of [first, second]) {
      const [pushed, ...others] = to(browser)
      expect(others).toEqual([])
      expect(browser.read(pushed!)).toEqual({
        tag: expect.any(String),
        title: 'Bob commented on Plans',
        body: 'Which ones?',
        path: `/${page}`,
      })
      expect(pushed!.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' })
      expect(pushed!.body.toString('latin1')).not.toContain('Which')
      expect(vapidClaims(pushed!, publicKey)).toMatchObject({ aud: service.url })
    }
    expect(() => first.browser.read(to(second.browser)[0]!)).toThrow()
  })

  it('what waited for the end of the quiet hours comes as one, and what was read meanwhile is left out', async () => {
    const { browser } = await withBrowser()
    await emptied(ada)
    const now = new Date().getUTCHours()
    const hour = (of: number) => `${String((of + 24) % 24).padStart(2, '0')}:00`
    await rpc(ada).updatePreferences.mutate({
      quietHours: true,
      quietStart: hour(now - 1),
      quietEnd: hour(now + 2),
      timeZone: 'UTC',
    })
    for (const text of ['One', 'Two', 'Three']) await comment(text)
    const waiting = () =>
      db()
        .selectFrom('notification')
        .select('id')
        .where('push_due_at', '>', new Date().toISOString())
        .execute()
    await until('all to wait', async () => (await waiting()).length === 3)
    expect(to(browser)).toEqual([])
    const { notifications } = await rpc(ada).getNotifications.query()
    await rpc(ada).markAsRead.mutate({ notificationId: notifications.at(-1)!.id })
    await rpc(ada).updatePreferences.mutate({ quietHours: false })
    await db()
      .updateTable('notification')
      .set({ push_due_at: PAST })
      .where('push_due_at', 'is not', null)
      .execute()
    await db()
      .updateTable('job')
      .set({ run_at: PAST })
      .where('kind', '=', 'notifications.gather-push')
      .execute()
    await settled()
    expect(to(browser).map((pushed) => browser.read(pushed))).toMatchObject([
      { title: '2 new notifications', body: 'Bob commented on Plans\nBob commented on Plans' },
    ])
  })

  it('R53 a browser whose push service says 410 is forgotten, one whose service fails is tried again later', async () => {
    const gone = await withBrowser()
    service.answers.push(410)
    await comment('Hello?')
    await settled()
    expect(to(gone.browser)).toHaveLength(1)
    expect(await devices()).toEqual([])

    const failing = await withBrowser()
    service.answers.push(500)
    await comment('Again?')
    await until('the job to be put off', async () =>
      (await pushJobs()).some(({ attempts, lease_owner }) => attempts === 1 && lease_owner === null),
    )
    const [job] = await pushJobs()
    // No storm: the next try is seconds away, and each one after it later still.
    expect(Date.parse(job!.run_at)).toBeGreaterThan(Date.now() + 2_000)
    expect(job!.last_error).toBe('The push service answered 500')
    expect(to(failing.browser)).toHaveLength(1)
    await db().updateTable('job').set({ run_at: PAST }).where('id', '=', job!.id).execute()
    await settled()
    expect(to(failing.browser)).toHaveLength(2)
    expect(await devices()).toHaveLength(1)
  })

  it('R67 a push service that did not answer in time is waited for a shorter while, until it does', async () => {
    const { browser, id } = await withBrowser()
    await emptied(ada)
    const waits: number[] = []
    let isSlow = true
    const services = {
      ...server.services,
      fetch: ((address, options) => {
        waits.push(options?.timeoutMs ?? 0)
        if (isSlow) return Promise.reject(new FetchRefused('too-slow', 'It took too long'))
        return server.services.fetch(address, options)
      }) satisfies GuardedFetch,
    }
    await comment('Which ones?')
    await settled()
    const { notifications } = await rpc(ada).getNotifications.query()
    const payload = {
      userId: ada.user.id,
      deviceId: id,
      notifications: notifications.map((one) => one.id),
    }
    const push = () => pushJob.run(services, payload, { id: newId(), createdAt: PAST })
    await expect(push()).rejects.toThrow('It took too long')
    await expect(push()).rejects.toThrow('It took too long')
    isSlow = false
    await push()
    await push()
    const [first, second, third, fourth] = waits
    expect(second).toBeLessThan(first! / 3)
    expect([third, fourth]).toEqual([second, first])
    expect(to(browser)).toHaveLength(3)
  })

  it('R53 an endpoint in a private network is never asked, and forgotten; no redirect is followed', async () => {
    await withBrowser('Inside', 'http://10.0.0.8:8080')
    await withBrowser('By name', 'http://intranet.example:8080')
    const moved = await withBrowser()
    service.answers.push(307)
    await comment('Anybody?')
    await settled()
    expect((await devices()).map(({ name }) => name)).toEqual(['Firefox on Linux'])
    expect(service.pushed.map(({ path }) => path)).toEqual([moved.browser.path])
  })

  it('a browser gets nothing once it is turned off, its person has signed out, or somebody else signs in with it', async () => {
    const { browser, id } = await withBrowser()
    await rpc(ada).removePushDevice.mutate({ id })
    expect(await refusal(rpc(ada).removePushDevice.mutate({ id }))).toMatchObject({ code: 'not-found' })
    const again = await rpc(ada).addPushDevice.mutate({ ...browser.subscription, name: 'Shared' })
    expect(await refusal(rpc(bob).removePushDevice.mutate({ id: again.id }))).toMatchObject({
      code: 'not-found',
    })
    await rpc(bob).addPushDevice.mutate({ ...browser.subscription, name: 'Shared' })
    expect(await devices()).toEqual([])
    const elsewhere = await server.signUp(ada.user.email)
    await rpc(elsewhere).addPushDevice.mutate({
      ...new PushBrowser(service.url).subscription,
      name: 'Elsewhere',
    })
    expect(await devices()).toMatchObject([{ name: 'Elsewhere', isThis: false }])
    // A browser that only comes back turns nothing on.
    const preferences = await rpc(ada).getPreferences.query()
    await rpc(ada).updatePreferences.mutate({ pushEnabled: false })
    const back = { ...new PushBrowser(service.url).subscription, name: 'Back', isAgain: true }
    expect(await rpc(ada).addPushDevice.mutate(back)).toEqual({ id: '' })
    expect(await rpc(ada).getPreferences.query()).toEqual({ ...preferences, pushEnabled: false })
    expect(await devices()).toHaveLength(1)
    await rpc(ada).updatePreferences.mutate({ pushEnabled: true })
    expect((await rpc(ada).addPushDevice.mutate(back)).id).not.toBe('')
    await rpc(ada).removePushDevice.mutate({ id: (await devices()).find(({ isThis }) => isThis)!.id })
    await server.post('/api/auth/signout', {}, elsewhere.cookie)
    expect(await devices()).toEqual([])
    await comment('Who hears this?')
    await settled()
    expect(service.pushed).toEqual([])
  })

  it('the keys of the server outlive it; what is no subscription is refused', async () => {
    const { publicKey } = await rpc(ada).getPushDevices.query()
    await server.restart()
    expect((await rpc(ada).getPushDevices.query()).publicKey).toBe(publicKey)
    const { subscription } = new PushBrowser(service.url)
    for (const wrong of [
      { ...subscription, endpoint: 'file:///etc/passwd' },
      { ...subscription, keys: { ...subscription.keys, auth: 'short' } },
      { ...subscription, keys: { ...subscription.keys, p256dh: 'A'.repeat(10) } },
    ])
      expect(await refusal(rpc(ada).addPushDevice.mutate({ ...wrong, name: 'Wrong' }))).toMatchObject({
        code: 'bad-input',
      })
  })
})
