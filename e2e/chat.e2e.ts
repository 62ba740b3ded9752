import type { Page } from '@playwright/test'
import { type AiProvider, type ProviderPlan, toldTo } from '../test/ai-provider.ts'
import { test } from './ai-fixtures.ts'
import { expect } from './fixtures.ts'
import { body, call, paragraph, runInPalette, saveState, violations } from './screen.ts'

const panel = (page: Page) => page.getByRole('complementary', { name: 'Chat', exact: true })
const field = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true })
const answers = (page: Page) => page.getByRole('article', { name: 'Answer' })
const questions = (page: Page) => page.getByRole('article', { name: 'Your message' })
const said = (page: Page, words: string) => page.locator('[data-sonner-toast]').filter({ hasText: words })

async function ask(page: Page, words: string) {
  await field(page).fill(words)
  await field(page).press('Enter')
}

/** The provider's answer after its first piece waits for the returned function. */
function held(provider: AiProvider, ...text: string[]): () => void {
  let release = () => {}
  const wait = new Promise<void>((resolve) => {
    release = resolve
  })
  provider.answers({ text, before: (piece) => (piece === 1 ? wait : Promise.resolve()) })
  return release
}

async function pageOf(page: Page, title: string, texts: string[]): Promise<string> {
  const { id } = await call(page, 'document.create', {
    title,
    contentRich: texts.map((text, at) => paragraph(`p${at}`, text)),
  })
  await page.goto(`/${id}`)
  await expect(saveState(page)).toHaveText('Saved')
  return id
}

test('1.1 2.33 4.13 a page is asked about: the answer cites its block, a press goes there, nothing is loaded from outside', async ({
  page,
  signUp,
  provider,
}) => {
  await signUp(page)
  const id = await pageOf(page, 'Plan', ['Some words before', 'The launch is in May'])
  const outside: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== new URL(page.url()).origin) outside.push(request.url())
  })
  provider.answers({ text: 'In **May** [2]. ![x](https://evil.example/x.png)' })
  await runInPalette(page, 'ask this', 'Ask this page')
  await expect(panel(page)).toHaveCSS('width', '240px')
  await panel(page).getByRole('button', { name: 'Remove Plan' }).click()
  await panel(page).getByRole('button', { name: 'This page' }).click()
  await expect(panel(page).getByRole('button', { name: 'This page' })).toHaveCount(0)
  await expect(panel(page).getByRole('button', { name: 'Remove Plan' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send' })).toBeDisabled()
  await ask(page, 'When is the launch?')
  await expect(answers(page)).toContainText('In May 2.')
  await expect(questions(page)).toContainText('About: Plan')
  expect(toldTo(provider.requests[0]!)).toContain('[2] The launch is in May')
  await expect(answers(page).getByRole('link', { name: 'Plan', exact: true })).toBeVisible()
  expect(await violations(page, { part: '#right-panel' })).toEqual([])
  await answers(page).getByRole('link', { name: 'Source 2: Plan' }).click()
  await expect(page).toHaveURL(new RegExp(`${id}#p1$`))
  await expect(body(page).locator('.is-flashing')).toContainText('The launch is in May')
  await expect(panel(page).locator('img')).toHaveCount(0)
  expect(outside).toEqual([])
})

test('4.13 an answer goes on over a reload in the middle of it, in another tab too, and is stopped from either', async ({
  page,
  signUp,
  provider,
}) => {
  await signUp(page)
  await page.goto('/chat')
  const release = held(provider, 'Once upon ', 'a time. ', 'The end')
  await ask(page, 'Tell me a story')
  await expect(page).toHaveURL(/\/chat\/[a-z0-9]+$/)
  await expect(answers(page)).toContainText('Once upon')
  await page.reload()
  await expect(answers(page)).toContainText('Once upon')
  const second = await page.context().newPage()
  await second.goto(page.url())
  await expect(answers(second)).toContainText('Once upon')
  release()
  for (const tab of [page, second]) await expect(answers(tab)).toContainText('Once upon a time. The end')
  await expect(page.getByRole('button', { name: 'Send' })).toBeVisible()

  provider.answers({ text: 'Begun', stalls: true })
  await ask(page, 'Another one')
  await expect(answers(page).last()).toContainText('Begun')
  await expect(page.getByRole('log', { name: 'Answer as it is written' })).toHaveCount(1)
  await page.route('**/api/trpc/chat.stop*', (route) => route.fulfill({ status: 500, body: '{}' }), {
    times: 1,
  })
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(page.locator('[data-sonner-toast]').first()).toBeVisible()
  await page.getByRole('button', { name: 'Stop' }).click()
  expect((await provider.requests[1]!.closed).early).toBe(true)
  await expect(answers(page).last()).toContainText('Stopped.')
  await expect(answers(page).last()).toContainText('Begun')
})

test('5.13 8.11 a question is edited, an answer regenerated, versions are turned to, and feedback is given and taken back', async ({
  page,
  signUp,
  provider,
}) => {
  await signUp(page)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/chat')
  provider.answers({ text: 'One' })
  await field(page).fill('First line')
  await field(page).press('Shift+Enter')
  await field(page).pressSequentially('Second line')
  await field(page).press('Enter')
  await expect(answers(page)).toContainText('One')
  await expect(questions(page)).toContainText('First line\nSecond line', { useInnerText: true })

  provider.answers({ text: 'Two' })
  await page.getByRole('button', { name: 'Regenerate' }).click()
  await expect(answers(page)).toContainText('Two')
  await answers(page).getByRole('button', { name: 'Previous version' }).click()
  await expect(answers(page)).toContainText('One')
  await expect(answers(page)).toContainText('1 of 2')

  await page.getByRole('button', { name: 'Edit message' }).click()
  const edit = page.getByRole('textbox', { name: 'Edit message' })
  await edit.fill(' ')
  await edit.press('Control+Enter')
  await expect(said(page, 'Message cannot be empty')).toBeVisible()
  await edit.press('Escape')
  await expect(questions(page)).toContainText('First line')
  provider.answers({ text: 'Three' })
  await page.getByRole('button', { name: 'Edit message' }).click()
  await edit.fill('Something else')
  // What is written there waits while something else is looked at.
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await expect(page).toHaveURL('/')
  await page.goBack()
  await expect(edit).toHaveValue('Something else')
  await edit.press('Control+Enter')
  await expect(said(page, 'Message updated successfully')).toBeVisible()
  await expect(questions(page)).toContainText('Something else')
  await expect(answers(page)).toContainText('Three')

  const press = (name: string) => answers(page).getByRole('button', { name, exact: true })
  await press('Helpful').click()
  await expect(said(page, 'Response marked as helpful')).toBeVisible()
  await expect(press('Helpful')).toHaveAttribute('aria-pressed', 'true')
  await press('Not helpful').click()
  await expect(said(page, 'Response marked as unhelpful')).toBeVisible()
  await press('Not helpful').click()
  await expect(said(page, 'Feedback removed')).toBeVisible()
  await expect(press('Not helpful')).toHaveAttribute('aria-pressed', 'false')
  await press('Copy message').click()
  await expect(said(page, 'Message copied to clipboard')).toBeVisible()
  await press('Bookmark').click()
  await expect(said(page, 'Message bookmarked and copied to clipboard')).toBeVisible()
  await press('Bookmark').click()
  await expect(said(page, 'Bookmark removed')).toBeVisible()
  await expect(press('Read aloud')).toBeVisible()
  expect(await violations(page, { part: 'main' })).toEqual([])
})

test('R65 a provider that breaks: the person reads why, keeps the words, and asks again', async ({
  page,
  signUp,
  provider,
}) => {
  await signUp(page)
  await page.goto('/chat')
  provider.answers({ text: 'Half an answer', breaks: true })
  await ask(page, 'Well?')
  await expect(answers(page).getByRole('status')).toContainText('cut off')
  provider.answers({ text: 'A whole one' })
  await page.getByRole('button', { name: 'Regenerate' }).click()
  await expect(answers(page)).toContainText('A whole one')
})

test('a question whose answer is lost on the way is asked once, also when it is sent again', async ({
  page,
  signUp,
  provider,
}) => {
  await signUp(page)
  await page.goto('/chat')
  provider.answers({ text: 'An answer' })
  let lost = 0
  await page.route('**/chat.createMessage*', async (route) => {
    // The server has it; the browser does not hear of that.
    if (lost++ % 2 > 0) return route.continue()
    await route.fetch()
    return route.abort()
  })
  await ask(page, 'How often?')
  await expect(page.locator('[data-sonner-toast]')).toBeVisible()
  await expect(field(page)).toHaveValue('How often?')
  await field(page).press('Enter')
  await expect(answers(page)).toContainText('An answer')
  await expect(questions(page)).toHaveCount(1)
  await expect(field(page)).toHaveValue('')
  // In a chat that is there already, the question itself says that it has arrived.
  await ask(page, 'And now?')
  await expect(questions(page)).toHaveCount(2)
  await expect(answers(page).nth(1)).toContainText('An answer')
  await expect(field(page)).toHaveValue('')
  expect(provider.requests).toHaveLength(2)
})

test('what has come last stays in sight, also when it fails and in a smaller window; who has scrolled up stays there', async ({
  page,
  signUp,
  provider,
}) => {
  await signUp(page)
  await pageOf(page, 'Plan', ['The launch is in May'])
  await runInPalette(page, 'ask this', 'Ask this page')
  provider.answers({ text: 'Some words.\n\n'.repeat(30) })
  await ask(page, 'When?')
  await expect(answers(page).getByRole('button', { name: 'Regenerate' })).toBeInViewport()
  provider.answers({ status: 429, error: 'slow down' })
  await ask(page, 'And why?')
  await expect(answers(page).last()).toContainText('busy')
  await expect(answers(page).last().getByText('busy')).toBeInViewport()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(answers(page).last().getByText('busy')).toBeInViewport()

  await page.setViewportSize({ width: 1440, height: 900 })
  const release = held(provider, 'First. ', 'More words.\n\n'.repeat(30))
  await ask(page, 'Really?')
  await expect(answers(page).last()).toContainText('First.')
  await questions(page).first().scrollIntoViewIfNeeded()
  await expect(questions(page).first()).toBeInViewport()
  release()
  await expect(answers(page).last().getByRole('button', { name: 'Regenerate' })).toBeAttached()
  await expect(questions(page).first()).toBeInViewport()
})

test('everything that one can see is asked: what was looked up is shown, with its parameters, its result and how long it took', async ({
  page,
  signUp,
  provider,
}) => {
  await signUp(page)
  await pageOf(page, 'Zeppelin', ['The zeppelin is silver'])
  provider.answers({ text: 'Silver [1]' })
  await runInPalette(page, 'everything', 'Ask everything I can see')
  await ask(page, 'Which color does the zeppelin have?')
  const calls = answers(page).getByRole('list', { name: 'Looked up' })
  await expect(calls.getByRole('listitem')).toHaveCount(2)
  await expect(calls).toContainText(/Search pagesDone · \d+(\.\d)?m?s/)
  await calls.getByText('Read page').click()
  await expect(calls).toContainText('The zeppelin is silver')
  await expect(answers(page).getByRole('link', { name: 'Source 1: Zeppelin' })).toBeVisible()
})

test('chats are found, named and deleted', async ({ page, signUp, provider }) => {
  await signUp(page)
  provider.answers({ text: 'Yes' })
  await page.goto('/chat')
  await ask(page, 'About boats')
  await expect(answers(page)).toContainText('Yes')
  await page.getByRole('button', { name: 'New chat' }).click()
  await ask(page, 'About houses')
  await expect(answers(page)).toContainText('Yes')
  const list = page.getByRole('list', { name: 'Chats' })
  await page.getByRole('searchbox', { name: 'Search chats' }).fill('boat')
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await page.getByRole('searchbox', { name: 'Search chats' }).fill('')
  await list.getByRole('button', { name: 'Actions for About boats' }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await page.getByRole('textbox', { name: 'Name of the chat' }).fill('Ships')
  await page.keyboard.press('Enter')
  await list.getByRole('button', { name: 'Actions for Ships' }).click()
  await page.getByRole('menuitem', { name: 'Delete chat' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete chat' }).click()
  await expect(list.getByRole('listitem')).toHaveCount(1)
})

test('a page whose access is lost is refused in words, and the question is kept', async ({
  page,
  signUp,
  browser,
  server,
}) => {
  await signUp(page)
  const context = await browser.newContext({ baseURL: server.url })
  const bob = await context.newPage()
  await signUp(bob)
  const { id: podId } = await call(bob, 'pod.create', { name: 'Common' })
  const { username } = await (await page.request.get('/api/trpc/user.getSettings'))
    .json()
    .then(({ result }) => result.data)
  const { id: invitation } = await call(bob, 'pod.addMember', { podId, username })
  await call(page, 'pod.acceptInvitation', { id: invitation })
  const { id } = await call(bob, 'document.create', { podId, title: 'Secret plan' })
  await page.goto(`/${id}`)
  await expect(saveState(page)).toHaveText('Saved')
  await runInPalette(page, 'ask this', 'Ask this page')
  await expect(field(page)).toBeVisible()
  const { currentUser } = await (await page.request.get('/api/trpc/layout.app'))
    .json()
    .then(({ result }) => result.data)
  await call(bob, 'pod.removeMember', { podId, userId: currentUser.id })
  await ask(page, 'What does it say?')
  await expect(said(page, 'A page that is selected is not there any more')).toBeVisible()
  await expect(field(page)).toHaveValue('What does it say?')
  await context.close()
})

test('R65 twenty pages are asked, the server is killed in the middle of the answer, and a citation is followed', async ({
  page,
  signUp,
  provider,
  server,
}) => {
  test.slow()
  await signUp(page)
  for (let n = 1; n < 20; n++)
    await call(page, 'document.create', {
      title: `Note ${n}`,
      contentRich: [paragraph('a', `A remark about balloons, number ${n}`)],
    })
  const zeppelin = await pageOf(page, 'Zeppelin', ['What flies over the lake', 'The zeppelin is silver'])
  await page.goto('/chat')
  await expect(field(page)).toBeVisible()
  provider.answers({ text: 'Begun', stalls: true })
  await runInPalette(page, 'everything', 'Ask everything I can see')
  await ask(page, 'Which color does the zeppelin have?')
  await expect(answers(page)).toContainText('Begun')
  const id = new URL(page.url()).pathname.split('/').at(-1)
  const stored = () =>
    page.request
      .get(`/api/trpc/chat.get?input=${encodeURIComponent(JSON.stringify({ id }))}`)
      .then((answer) => answer.text())
  await expect.poll(stored).toContain('Begun')
  await server.kill()
  await server.start()
  // The open screen takes up the line that it lost.
  await expect(answers(page).getByRole('status')).toContainText('The server ended before this answer did.')
  await page.reload()
  await expect(answers(page)).toContainText('Begun')
  await expect(answers(page).getByRole('status')).toContainText('The server ended before this answer did.')
  await expect(answers(page).getByRole('list', { name: 'Looked up' })).toContainText('Zeppelin')
  // The model cites the block under the number that it was told.
  provider.answers((request) => ({
    text: `Silver [${/\[(\d+)\] The zeppelin is silver/.exec(toldTo(request))?.[1]}]`,
  }))
  await page.getByRole('button', { name: 'Regenerate' }).click()
  await expect(answers(page)).toContainText('Silver')
  await answers(page)
    .getByRole('link', { name: /^Source \d+: Zeppelin$/ })
    .click()
  await expect(page).toHaveURL(new RegExp(`${zeppelin}#p1$`))
  await expect(body(page).locator('.is-flashing')).toContainText('The zeppelin is silver')
})

test.describe('a model that calls tools', () => {
  test.use({ model: 'tools-test' })

  test('3.16 R39 what it calls is shown, a page is made only by a press, and nothing comes from outside', async ({
    page,
    signUp,
    provider,
  }) => {
    await signUp(page)
    const id = await pageOf(page, 'Zeppelin', ['The zeppelin is silver'])
    const outside: string[] = []
    page.on('request', (request) => {
      if (new URL(request.url()).origin !== new URL(page.url()).origin) outside.push(request.url())
    })
    const content = 'The zeppelin is **silver** [1].\n\n![x](https://evil.example/x.png)'
    const plans: ProviderPlan[] = [
      { tool: { name: 'read_page', input: JSON.stringify({ id }) } },
      { tool: { name: 'create_page', input: JSON.stringify({ title: 'Colors', content }) } },
      { text: 'It is silver [1]. I have asked you about a page. ![x](https://evil.example/y.png)' },
    ]
    provider.answers(() => plans.shift() ?? { text: 'No' })
    await runInPalette(page, 'everything', 'Ask everything I can see')
    await ask(page, 'Make a page with the color of the zeppelin')
    const calls = answers(page).getByRole('list', { name: 'Looked up' })
    await expect(calls.getByRole('listitem')).toHaveCount(2)
    await expect(calls).toContainText(/Read pageDone · \d+(\.\d)?m?s/)
    await expect(calls).toContainText(/Ask to create a pageDone/)
    const card = answers(page).getByRole('region', { name: /^Create page “Colors” in .+/ })
    await card.getByText('Content of the page').click()
    await expect(card).toContainText('The zeppelin is silver')
    expect(await violations(page, { part: '#right-panel' })).toEqual([])
    await page.goto('/chat')
    await page.getByRole('list', { name: 'Chats' }).getByText('Make a page').click()
    await expect(card).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Pages' })).not.toContainText('Colors')
    await card.getByRole('button', { name: 'Create', exact: true }).click()
    await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText('Colors')
    await card.getByRole('link', { name: 'Colors' }).click()
    await expect(body(page)).toContainText('The zeppelin is silver 1.')
    await expect(body(page).locator('img')).toHaveCount(0)
    expect(outside).toEqual([])
  })

  test('3.16 R39 edits that it proposes are shown, and become suggestions by a press', async ({
    page,
    signUp,
    provider,
  }) => {
    await signUp(page)
    const id = await pageOf(page, 'Tea', ['Pour the water slowly', 'Wait'])
    let step = 0
    provider.answers((request) => {
      step += 1
      if (step === 1) return { tool: { name: 'read_for_edits', input: JSON.stringify({ id }) } }
      if (step > 2) return { text: 'I have asked you.' }
      const name = /\[(b\d+·[0-9a-f]{3})\] Pour/.exec(toldTo(request))![1]
      const edits = `@replace ${name}\n@why More precise\nPour the boiling water slowly`
      return { tool: { name: 'propose_edits', input: JSON.stringify({ id, edits }) } }
    })
    await runInPalette(page, 'ask this', 'Ask this page')
    await ask(page, 'Make it more precise')
    const card = answers(page).getByRole('region', { name: 'Edits to suggest in “Tea”: 1' })
    await card.getByText('Changes').click()
    await expect(card.locator('ins')).toHaveText('Pour the boiling water slowly')
    await expect(card).toContainText('More precise')
    expect(await violations(page, { part: '#right-panel' })).toEqual([])
    await expect(body(page)).not.toContainText('boiling')
    await card.getByRole('button', { name: 'Suggest', exact: true }).click()
    await expect(card).toContainText('Suggestions made: 1.')
    await expect(body(page)).toContainText('boiling')
  })
})

test('a question is answered at the caret, with links to the pages that it comes from', async ({
  page,
  signUp,
  provider,
}) => {
  await signUp(page)
  const source = await pageOf(page, 'Zeppelin', ['The zeppelin is silver'])
  await pageOf(page, 'Notes', ['My notes'])
  provider.answers({ text: 'It is silver [1].' })
  await body(page).getByText('My notes').click()
  await page.keyboard.press('End')
  await page.keyboard.press('ControlOrMeta+j')
  const menu = page.getByRole('dialog', { name: 'Ask AI' })
  await menu.getByRole('option', { name: 'Answer from my pages' }).click()
  const question = menu.getByRole('textbox', { name: 'Question about your pages' })
  await question.fill('Which color does the zeppelin have?')
  await question.press('Enter')
  await expect(menu.getByRole('region', { name: 'Preview' })).toContainText('It is silver Zeppelin.')
  await menu.getByRole('option', { name: 'Accept', exact: true }).click()
  await expect(body(page)).toContainText('It is silver Zeppelin.')
  await expect(body(page).getByRole('link', { name: 'Zeppelin' })).toHaveAttribute('href', `/${source}#p0`)
})
