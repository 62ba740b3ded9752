import type { Locator } from '@playwright/test'
import { expect, testOnKeptServer as test } from './fixtures.ts'
import { body, call, seriousViolations } from './screen.ts'

const WALK = [
  { id: 'h1', kind: 'heading', attributes: { level: 2 }, text: [{ text: 'Setting out' }] },
  { id: 'p1', kind: 'paragraph', text: [{ text: 'Early in the morning.' }] },
  { id: 'h2', kind: 'heading', attributes: { level: 2 }, text: [{ text: 'Coming home' }] },
]

test('2.3 2.30 2.36 8.4 a page is published, and read without JavaScript', async ({
  page,
  signUp,
  browser,
  server,
}) => {
  await signUp(page)
  const { id } = await call(page, 'document.create', { title: 'A walk in the woods', contentRich: WALK })
  await page.goto(`/${id}`)
  const panel = page.getByRole('dialog', { name: 'Publish' })
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await panel.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Note published.')).toBeVisible()
  // What says so costs no line above the page.
  await expect(page.getByRole('button', { name: 'Published', exact: true })).toBeVisible()
  await expect(panel.getByText('This page is live on the web.')).toBeVisible()
  await expect(panel.getByRole('link', { name: 'View site' })).toHaveAttribute(
    'href',
    `${server.url}/preview/${id}`,
  )

  const reader = await browser.newContext({
    baseURL: server.url,
    javaScriptEnabled: false,
    colorScheme: 'dark',
    viewport: { width: 390, height: 844 },
  })
  const seen = await reader.newPage()
  await seen.goto(`/preview/${id}`)
  await expect(seen.getByRole('heading', { level: 1, name: 'A walk in the woods' })).toBeVisible()
  await expect(seen.getByText('Early in the morning.')).toBeVisible()
  await seen.locator('summary').click()
  await seen.getByRole('link', { name: 'Coming home' }).click()
  await expect(seen).toHaveURL(`/preview/${id}#h2`)
  // What looks for faults needs scripts of its own.
  const looker = await browser.newContext({ baseURL: server.url, colorScheme: 'dark' })
  const looked = await looker.newPage()
  await looked.goto(`/preview/${id}`)
  expect(await seriousViolations(looked)).toEqual([])
  await looker.close()

  await reader.close()
})

test('2.36 8.4 a published page gets a name and a password, and is unpublished at once', async ({
  page,
  signUp,
  browser,
  server,
}) => {
  await signUp(page)
  const { id } = await call(page, 'document.create', { title: 'A walk in the woods', contentRich: WALK })
  await page.goto(`/${id}`)
  const panel = page.getByRole('dialog', { name: 'Publish' })
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await panel.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Note published.')).toBeVisible()
  const reader = await browser.newContext({ baseURL: server.url, javaScriptEnabled: false })
  const seen = await reader.newPage()

  // A name in the address and a password, saved together.
  await panel.getByRole('button', { name: 'Use the title' }).click()
  await panel.getByLabel('Password').fill('short')
  await expect(panel.getByText('A password has at least 8 characters.')).toBeVisible()
  await panel.getByLabel('Password').fill('open sesame')
  await panel.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Setting updated')).toBeVisible()
  await expect(panel.getByLabel('Link to the published page')).toHaveValue(/\/preview\/a-walk-in-the-woods$/)

  await seen.goto('/preview/a-walk-in-the-woods')
  await expect(seen.getByRole('heading', { name: 'This page has a password' })).toBeVisible()
  await seen.getByLabel('Password').fill('open barley')
  await seen.getByRole('button', { name: 'Open the page' }).click()
  await expect(seen.getByText('This is not the password.')).toBeVisible()
  await seen.getByLabel('Password').fill('open sesame')
  await seen.getByRole('button', { name: 'Open the page' }).click()
  await expect(seen.getByRole('heading', { level: 1, name: 'A walk in the woods' })).toBeVisible()

  await panel.getByRole('button', { name: 'Unpublish' }).click()
  await expect(page.getByText('Note unpublished.')).toBeVisible()
  await expect(page.getByText('This page is live on the web.')).toHaveCount(0)
  await seen.reload()
  await expect(seen.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await reader.close()
})

test('2.6 2.24 4.21 the page of a person lists what they published; what was not saved is asked about', async ({
  page,
  signUp,
}) => {
  await signUp(page)
  const { id } = await call(page, 'document.create', { title: 'Field notes', contentRich: WALK })
  await page.goto(`/${id}`)
  const panel = page.getByRole('dialog', { name: 'Publish' })
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await panel.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Note published.')).toBeVisible()
  await panel.getByLabel('Address').fill('my-field-notes')
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await page.getByRole('link', { name: 'Sheaf, home' }).click()
  const question = page.getByRole('alertdialog', { name: 'Discard changes?' })
  await expect(question).toContainText('You have unsaved changes. Are you sure you want to leave?')
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL('/')

  const app = await page.request.get('/api/trpc/layout.app')
  const me = (await app.json()).result.data.currentUser.id
  await page.goto(`/user/${me}`)
  await expect(page.getByRole('link', { name: /Field notes/ }).last()).toHaveAttribute(
    'href',
    `/preview/${id}`,
  )
  await expect(page.getByRole('button', { name: 'Edit profile' })).toBeVisible()
  expect(await seriousViolations(page)).toEqual([])
})

test('U1 a page is published as the form says: with its password from the first moment, or not at all', async ({
  page,
  signUp,
  browser,
  server,
}) => {
  await signUp(page)
  const taken = await call(page, 'document.create', { title: 'Taken' })
  await call(page, 'publish.update', { id: taken.id, slug: 'u1-taken' })
  const { id } = await call(page, 'document.create', { title: 'A walk in the woods', contentRich: WALK })
  await page.goto(`/${id}`)
  const panel = page.getByRole('dialog', { name: 'Publish' })
  const publish = panel.getByRole('button', { name: 'Publish' })
  const reader = await browser.newContext({ baseURL: server.url, javaScriptEnabled: false })
  const seen = await reader.newPage()
  const isPrivate = async () => expect((await seen.goto(`/preview/${id}`))?.status()).toBe(404)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()

  // What is wrong is said where it was written, and nothing is published.
  const address = panel.getByLabel('Address')
  const password = panel.getByLabel('Password')
  await address.fill('u1-taken')
  await password.fill('short')
  await publish.click()
  await expect(password).toBeFocused()
  await expect(panel.getByText('A password has at least 8 characters.')).toBeVisible()
  await isPrivate()
  await password.fill('open sesame')
  await publish.click()
  await expect(panel.getByText('This address is taken. Choose another one.')).toBeVisible()
  await expect(page.getByText('Failed to publish note!')).toBeVisible()
  await expect(address).toBeFocused()
  await isPrivate()
  await address.fill('u1-walk')
  const ends = panel.getByLabel('Expires')
  await ends.fill('2001-01-01T10:00')
  await publish.click()
  await expect(panel.getByText('Choose a time that is still to come.')).toBeVisible()
  await expect(ends).toBeFocused()
  // A date without a time is no time at all.
  await ends.fill('')
  await ends.press('1')
  await publish.click()
  await expect(panel.getByText('Choose a date and a time, or clear both.')).toBeVisible()
  await isPrivate()
  await ends.fill('2199-01-01T10:00')
  await panel.getByLabel('Hide from search engines').check()
  await publish.click()
  await expect(page.getByText('Note published.')).toBeVisible()

  expect((await seen.goto('/preview/u1-walk'))?.status()).toBe(401)
  await expect(seen.getByRole('heading', { name: 'This page has a password' })).toBeVisible()
  await expect(seen.getByText('Early in the morning.')).toHaveCount(0)
  await seen.getByLabel('Password').fill('open sesame')
  await seen.getByRole('button', { name: 'Open the page' }).click()
  await expect(seen.getByText('Early in the morning.')).toBeVisible()
  await expect(panel.getByText('Anyone with the link and the password can read this page.')).toBeVisible()
  await expect(panel.getByLabel('Hide from search engines')).toBeChecked()
  await expect(panel.getByRole('button', { name: 'Save' })).toHaveCount(0)

  // Taking the password away counts when it is saved.
  await panel.getByRole('button', { name: 'Remove' }).click()
  expect((await page.request.get(`/preview/${id}`)).status()).toBe(401)
  await panel.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Setting updated')).toBeVisible()
  await expect(panel.getByText('Anyone with the link can read this page.')).toBeVisible()
  expect((await page.request.get(`/preview/${id}`)).status()).toBe(200)
  await reader.close()
})

const nested = (marker: string | null) =>
  ['One', 'Two', 'Three'].map((word, indent) => ({
    ...{ id: `${marker}-${word}`, kind: 'listItem', text: [{ text: word }] },
    attributes: { ...(indent > 0 && { indent }), ...(marker && { listStyleType: marker }) },
  }))

test('U17 what is to do stands as far in on the published page and as it is printed as in the editor', async ({
  page,
  signUp,
}) => {
  await signUp(page)
  const { id } = await call(page, 'document.create', { title: 'To do', contentRich: nested('todo') })
  await call(page, 'document.publish', { id, isPublished: true })
  /** How far each begins to the right of the one before. */
  const steps = async (where: Locator) => {
    const left: number[] = []
    for (const word of ['One', 'Two', 'Three']) {
      const text = where.getByText(word, { exact: true })
      await expect(text).toBeVisible()
      left.push(
        await text.evaluate((element) => {
          const range = document.createRange()
          range.selectNodeContents(element)
          return range.getBoundingClientRect().x
        }),
      )
    }
    return left.slice(1).map((x, at) => x - left[at]!)
  }
  await page.goto(`/${id}`)
  const inEditor = await steps(body(page))
  for (const step of inEditor) expect(step).toBeGreaterThan(16)
  for (const path of [`/preview/${id}`, `/${id}?print=true`]) {
    await page.goto(path)
    const seen = await steps(page.locator('.static-page'))
    for (const [at, step] of seen.entries())
      expect(
        Math.abs(step - inEditor[at]!),
        `${path}: ${seen}, in the editor ${inEditor}`,
      ).toBeLessThanOrEqual(1)
  }
})

test('U29 a bullet says how deep it stands, in the editor and on the published page', async ({
  page,
  signUp,
}) => {
  await signUp(page)
  const { id } = await call(page, 'document.create', { title: 'Bullets', contentRich: nested(null) })
  await call(page, 'document.publish', { id, isPublished: true })
  await page.goto(`/${id}`)
  const bullets = body(page).locator('.item-body')
  await expect(bullets).toHaveText(['One', 'Two', 'Three'])
  expect(
    await bullets.evaluateAll((items) => items.map((item) => getComputedStyle(item, '::before').content)),
  ).toEqual(['"•" / ""', '"◦" / ""', '"■" / ""'])
  await page.goto(`/preview/${id}`)
  const items = page.locator('.static-page li')
  await expect(items).toHaveCount(3)
  expect(await items.evaluateAll((all) => all.map((item) => getComputedStyle(item).listStyleType))).toEqual([
    'disc',
    'circle',
    'square',
  ])
})
