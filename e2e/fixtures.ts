import { type Browser, type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { KeptContext } from './kept-context.ts'
import { SheafServer } from './server.ts'

export { expect }

export interface Person {
  email: string
  password: string
}

interface Fixtures {
  /** A server of the test's own, started and cleaned up around it. */
  server: SheafServer
  /**
   * Makes an account through the same calls as the screens, in the browser context of this page, and leaves the page
   * signed in at the home screen. The screens themselves are tested in `accounts.e2e.ts`.
   */
  signUp(page: Page, email?: string): Promise<Person>
}

/**
 * The same person in a second browser, which knows nothing of the first: offline it reaches nobody, not even the browsers that have the
 * same page open. To be closed by the test.
 */
export async function onSecondDevice(browser: Browser, page: Page, person: Person): Promise<BrowserContext> {
  const { origin } = new URL(page.url())
  const device = await browser.newContext({ baseURL: origin })
  await device.addInitScript(() => void Reflect.deleteProperty(window, 'RTCPeerConnection'))
  const signedIn = await device.request.post('/api/auth/signin', { data: person, headers: { origin } })
  expect(signedIn.ok(), await signedIn.text()).toBe(true)
  return device
}

let people = 0

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the destructuring to find dependencies
  server: async ({}, use, info) => {
    const server = new SheafServer()
    await server.start()
    await use(server)
    if (info.status !== info.expectedStatus) await info.attach('server output', { body: server.output })
    await server.close()
  },
  baseURL: async ({ server }, use) => use(server.url),
  signUp: async ({ server }, use) => {
    await use(async (page, email = `person${++people}@example.org`) => {
      const password = 'Sheaf-of-paper-1'
      const post = async (path: string, data: object) => {
        const answer = await page.request.post(`${server.url}/api/auth/${path}`, {
          data,
          headers: { origin: server.url },
        })
        expect(answer.ok(), `${path}: ${answer.status()} ${await answer.text()}`).toBe(true)
      }
      await post('send-verification', { email })
      await post('verify-email', { email, code: await server.codeFor(email) })
      await post('set-password', { email, password })
      await page.goto('/')
      // Keys pressed before the screen is there would reach nothing.
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      return { email, password }
    })
  },
})

/** The servers of a worker, one for each way in which they are set up. */
class KeptServers {
  private readonly servers = new Map<string, SheafServer>()

  /** The running server of this environment. One that a test has killed is started again. */
  async take(env: Record<string, string>): Promise<SheafServer> {
    const key = JSON.stringify(env)
    const server = this.servers.get(key) ?? new SheafServer(env)
    this.servers.set(key, server)
    if (!server.isRunning) await server.start()
    server.output = ''
    return server
  }

  async close(): Promise<void> {
    for (const server of this.servers.values()) await server.close()
  }
}

/**
 * The same, with one server and one browser context for all tests of a worker: accounts keep them apart. For tests that
 * bring no address of their own and change nothing for the whole server. Starting a server takes more of the processor than many tests
 * do. `serverEnv` is what the server is told: tests that say the same share one. With `isFirst` a test has its own, whose first account is
 * the one that runs it.
 */
export const testOnKeptServer = test.extend<
  { serverEnv: Record<string, string>; isFirst: boolean },
  { keptServers: KeptServers; keptContext: KeptContext }
>({
  keptContext: [
    async ({ browser }, use) => {
      const kept = new KeptContext(browser)
      await use(kept)
      await kept.close()
    },
    { scope: 'worker' },
  ],
  context: async (
    { keptContext, server, viewport, colorScheme, hasTouch, isMobile, contextOptions },
    use,
    info,
  ) => {
    const options = JSON.stringify({
      url: server.url,
      viewport,
      colorScheme,
      hasTouch,
      isMobile,
      contextOptions,
    })
    await use(await keptContext.take(server.url, options))
    await keptContext.giveBack(info.status !== info.expectedStatus)
  },
  keptServers: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the destructuring to find dependencies
    async ({}, use) => {
      const servers = new KeptServers()
      await use(servers)
      await servers.close()
    },
    { scope: 'worker' },
  ],
  serverEnv: [{}, { option: true }],
  isFirst: [false, { option: true }],
  server: async ({ keptServers, serverEnv, isFirst }, use, info) => {
    const server = isFirst ? new SheafServer(serverEnv) : await keptServers.take(serverEnv)
    if (isFirst) await server.start()
    await use(server)
    if (info.status !== info.expectedStatus) await info.attach('server output', { body: server.output })
    if (isFirst) await server.close()
  },
})
