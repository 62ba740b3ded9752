import type { BrowserContext, Page, Request, Route } from '@playwright/test'
import { type AiProvider, startAiProvider } from '../test/ai-provider.ts'
import { planOfChats } from './chat-mutations.ts'
import { expect, type Person, testOnKeptServer } from './fixtures.ts'
import { type Call, type Mutation, mutations, type Others, type Way } from './mutations.ts'
import { keepScreenshot, leaveRecording } from './recording-mutations.ts'

/** With a model, whose answers can be stopped and which asks for things. */
const test = testOnKeptServer.extend<object, { planned: AiProvider }>({
  planned: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the destructuring to find dependencies
    async ({}, use) => {
      const provider = await startAiProvider()
      provider.answers(planOfChats)
      await use(provider)
      await provider.close()
    },
    { scope: 'worker' },
  ],
  serverEnv: async ({ planned }, use) => use({ OPENAI_BASE_URL: planned.url, AI_MODEL: 'tools-test' }),
})

// One file of this length would keep one worker busy for minutes when all others have ended.
test.describe.configure({ mode: 'parallel' })

/** Two ways to fail: the server refuses without a word of its own, or does it and its answer gets lost. */
const FAILURES = {
  refused: (route: Route) => {
    const { pathname, searchParams } = new URL(route.request().url())
    const errors = calledIn(pathname).map((path) => ({
      error: {
        message: 'Something broke',
        code: -32603,
        data: { code: 'INTERNAL_SERVER_ERROR', httpStatus: 500, path, appCode: 'internal' },
      },
    }))
    // What goes as one account's whatever becomes of the tab goes alone.
    const body = JSON.stringify(searchParams.has('batch') ? errors : errors[0])
    return route.fulfill({ status: 500, contentType: 'application/json', body })
  },
  lost: async (route: Route) => {
    await route.fetch()
    await route.abort('connectionreset')
  },
}
const UNREACHABLE = 'The server cannot be reached. Please try again in a moment.'

/** The procedures of a batch, by its path. */
const calledIn = (path: string): string[] => path.replace('/api/trpc/', '').split(',')

/** Which tools there is room for, and which block the pointer or the caret is at, is no matter of the server's. */
const TOOLS = /^( *)- (?:toolbar\b|group "Block handle").*(\n\1 .*)*\n?/gm

/** What stands on the screen as it is read out, messages that pass apart. */
async function screen(page: Page): Promise<string> {
  const parts = page.locator('nav[aria-label=Pages], main, [role=dialog], #right-panel')
  const read = await Promise.all((await parts.all()).map((part) => part.ariaSnapshot()))
  return (
    read
      .join('\n')
      .replaceAll(TOOLS, '')
      .replaceAll(' [active]', '')
      // "Edited now" has become "Edited 1 minute ago" meanwhile.
      .replaceAll(/\b(now|\d+ minutes? ago|\d+:\d\d(:\d\d)? [AP]M)\b/g, '…')
  )
}

/** What each page still waits for from the server: also what it asks in the background, which nothing on the screen says. */
const underWay = new WeakMap<Page, Set<Request>>()
function watch(page: Page) {
  const open = new Set<Request>()
  underWay.set(page, open)
  page.on('request', (request) => {
    if (request.url().includes('/api/trpc/')) open.add(request)
  })
  const ended = (request: Request) => open.delete(request)
  page.on('requestfinished', ended)
  page.on('requestfailed', ended)
}

/** What stands there once nothing changes any more. */
async function settled(page: Page): Promise<string> {
  let last: string | null = null
  await expect
    .poll(
      async () => {
        const isAtRest = async () =>
          underWay.get(page)!.size === 0 && (await page.locator('[aria-busy=true]').count()) === 0
        // Reading a screen is the dear part: one that still waits for something is not read.
        if (!(await isAtRest())) {
          last = null
          return false
        }
        const now = await screen(page)
        const isSame = now === last
        last = now
        return isSame && (await isAtRest())
      },
      { intervals: [100] },
    )
    .toBe(true)
  return last!
}

/** Closes every window, the innermost first. One that is going already is waited for: Escape would close what lies under it. */
async function closeWindows(page: Page) {
  // The list of a select stays in the document when it is closed.
  const windows = page
    .locator('[role=alertdialog], [role=dialog], [role=menu], [role=listbox]')
    .filter({ visible: true })
  const open = windows.and(page.locator(':not([data-closed])'))
  await expect(async () => {
    if ((await open.count()) > 0) await page.keyboard.press('Escape')
    await expect(windows).toHaveCount(0, { timeout: 500 })
  }).toPass()
}

async function failing(
  page: Page,
  truth: Page,
  call: Call,
  { name, way, how, title }: { name: Mutation; way: Way; how: keyof typeof FAILURES; title: string },
) {
  const path = await way.at(call, title)
  const open = async (tab: Page) => {
    await tab.goto(path)
    await expect(tab.getByRole('main')).toBeVisible()
    await settled(tab)
    await way.look?.(tab)
    return settled(tab)
  }
  const before = await open(page)
  let failed = 0
  let asked = 0
  const count = (request: Request) => {
    if (calledIn(new URL(request.url()).pathname).includes(name)) asked += 1
  }
  page.on('request', count)
  const called = (url: URL) => failed === 0 && calledIn(url.pathname).includes(name)
  await page.route(called, async (route) => {
    failed += 1
    await FAILURES[how](route)
  })
  await way.act(page, title)
  const words = page.getByText(way.says, { exact: true })
  const said = how === 'refused' ? words : words.or(page.getByText(UNREACHABLE))
  if (how === 'lost' && way.healsWhenLost) await expect.poll(() => asked).toBeGreaterThan(1)
  else await expect(said.first()).toBeVisible()
  expect(failed).toBe(1)
  await page.unroute(called)

  await way.reset?.(page)
  await closeWindows(page)
  await way.look?.(page)
  page.off('request', count)
  // What was refused, and not asked again, has not reached the server, which therefore holds what it held.
  const isUnchanged = how === 'refused' && !way.isSecond && asked === 1
  const holds = isUnchanged ? before : await open(truth)
  await expect.poll(() => screen(page)).toBe(holds)
}

/** One account for all of these, and the server that knows it, as long as this file's tests run in one process. */
let known: {
  cookies: Awaited<ReturnType<BrowserContext['cookies']>>
  person: Person
  others: Omit<Others, 'records' | 'leaves'>
} | null = null

const nobody: Others = {
  stranger: '',
  member: '',
  joins: async () => undefined,
  invites: async () => undefined,
  shares: async () => undefined,
  befriends: async () => undefined,
  comments: async () => undefined,
  asks: async () => undefined,
  records: async () => undefined,
  leaves: async () => undefined,
}
for (const [name, ways] of Object.entries(mutations(nobody)) as [Mutation, readonly Way[] | null][]) {
  if (ways === null) continue
  test(`8.2 8.4 R50 ${name} fails once: the screen equals the server, with its message`, async ({
    page,
    server,
    signUp,
    browser,
  }) => {
    test.setTimeout(180_000)
    const somebody = async () => {
      const context = await browser.newContext({ baseURL: server.url })
      const tab = await context.newPage()
      await signUp(tab)
      const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
      await context.close()
      const theirs: Call = async (procedure, input) => {
        const answer = await fetch(`${server.url}/api/trpc/${procedure}`, {
          headers: { cookie, origin: server.url, 'content-type': 'application/json' },
          ...(input && { method: 'POST', body: JSON.stringify(input) }),
        })
        expect(answer.ok, procedure).toBe(true)
        return (await answer.json()).result.data
      }
      const { username } = await theirs<{ username: string }>('user.getSettings')
      return { username, theirs }
    }
    const makeOthers = async (): Promise<Omit<Others, 'records' | 'leaves'>> => {
      const [stranger, member] = [await somebody(), await somebody()]
      /** Another of these tests may have blocked the member. */
      const unblock = async (call: Call) => {
        const blocked = await call<{ id: string }[]>('friends.getBlocked', { query: null })
        for (const { id } of blocked) await call('friends.unblock', { userId: id })
      }
      return {
        stranger: stranger.username,
        member: member.username,
        async joins(call, podId) {
          await unblock(call)
          const { id } = await call('pod.addMember', { podId, username: member.username })
          await member.theirs('pod.acceptInvitation', { id })
        },
        async invites(call, name) {
          await unblock(call)
          const { username } = await call<{ username: string }>('user.getSettings', { query: null })
          const { id } = await member.theirs('pod.create', { name })
          await member.theirs('pod.addMember', { podId: id, username })
        },
        async shares(call) {
          await unblock(call)
          const { username } = await call<{ username: string }>('user.getSettings', { query: null })
          const { id } = await member.theirs('document.create', { title: 'Of the member' })
          await member.theirs('share.invite', { id, username, level: 'edit' })
        },
        async befriends(call) {
          const { currentUser } = await call<{ currentUser: { id: string } }>('layout.app', { query: null })
          await member.theirs('friends.sendFriendRequest', { receiverId: currentUser.id })
        },
        async comments(call, documentId, title) {
          await unblock(call)
          await call('share.invite', { id: documentId, username: member.username, level: 'comment' })
          const { invites } = await member.theirs<{ invites: { id: string }[] }>('share.invites')
          await member.theirs('share.acceptInvite', { id: invites[0]!.id })
          const id = `of-${title}`.replace(/\W/g, '-').padEnd(16, '-')
          await member.theirs('comment.createDiscussion', {
            ...{ id: `thread-${id}`, commentId: `comment-${id}`, documentId, kind: 'page' },
            contentRich: {
              type: 'doc',
              content: [{ type: 'paragraph', content: [{ type: 'text', text: title }] }],
            },
          })
        },
        async asks(documentId) {
          await member.theirs('share.requestAccess', { id: documentId })
        },
      }
    }
    if (known) await page.context().addCookies(known.cookies)
    else {
      const others = await makeOthers()
      const person = await signUp(page)
      known = { cookies: await page.context().cookies(), person, others }
    }
    // A test that leaves with unsaved words means it.
    page.on('dialog', (dialog) => dialog.accept())
    const truth = await page.context().newPage()
    for (const tab of [page, truth]) watch(tab)
    const origin = server.url
    const call: Call = async (procedure, input) => {
      const address = `${origin}/api/trpc/${procedure}`
      const answer =
        input && 'query' in input
          ? await page.request.get(`${address}?input=${encodeURIComponent(JSON.stringify(input.query))}`)
          : await page.request.post(address, { data: input, headers: { origin } })
      expect(answer.ok(), `${procedure}: ${await answer.text()}`).toBe(true)
      return (await answer.json()).result.data
    }
    // That an answer gets lost is the same for every way.
    const others: Others = {
      ...known.others,
      records: async (title) => void (await keepScreenshot(page.request, origin, title)),
      leaves: (title) => leaveRecording(page.request, server, title),
    }
    for (const [index, way] of mutations(others)[name]!.entries())
      for (const how of index === 0 ? (['refused', 'lost'] as const) : (['refused'] as const))
        await test.step(`way ${index + 1}, ${how}`, async () => {
          if (name.startsWith('user.')) {
            // Another browser, to be signed out.
            const other = await browser.newContext()
            await other.request.post(`${origin}/api/auth/signin`, {
              data: known!.person,
              headers: { origin },
            })
            await other.close()
          }
          await failing(page, truth, call, {
            name,
            way,
            how,
            title: `${name.split('.')[1]} ${index + 1} ${how}`,
          })
        })
  })
}
