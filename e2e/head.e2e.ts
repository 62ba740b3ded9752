import type { Page } from '@playwright/test'
import { expect, testOnKeptServer as test } from './fixtures.ts'
import { body, call, makePage, paragraph, row, saveState, title, violations } from './screen.ts'

// Whole stories, on machines with much other work too.
test.setTimeout(120_000)

const main = (page: Page) => page.getByRole('main')
const banner = (page: Page) => page.locator('[data-page-cover]')
const picker = (page: Page) => page.getByRole('dialog', { name: 'Cover' })
const tab = (page: Page, name: string) => picker(page).getByRole('tab', { name })

/** A picture of 40 × 20 pixels. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAACgAAAAUCAIAAABwJOjsAAAAJElEQVR42mM4UREwIIhh1OJRi0ctHrV41OJRi0ctHrV45FgMAA7N4j3qHHAgAAAAAElFTkSuQmCC',
  'base64',
)

async function expectAccessible(page: Page, part: string, colorScheme: 'light' | 'dark') {
  await expect(page.locator('html')).toHaveCSS('color-scheme', colorScheme)
  expect(await violations(page, { part, theme: colorScheme }), `${part}, ${colorScheme}`).toEqual([])
}

test('2.28 2.29 4.5 a page gets a cover: misty at once, a gradient, a file that is set or given up, a link that is refused', async ({
  page,
  signUp,
}) => {
  await signUp(page)
  const { id } = await call(page, 'document.create', { title: 'With a cover' })
  await page.goto(`/${id}`)
  await title(page).hover()
  await main(page).getByRole('button', { name: 'Add cover' }).click()
  await expect(banner(page)).toBeVisible()
  await expect(banner(page).getByRole('button', { name: 'Change cover' })).toBeFocused()
  // A band over the whole width, which leaves the words in view.
  expect((await banner(page).boundingBox())!.height).toBe(200)

  await banner(page).hover()
  await banner(page).getByRole('button', { name: 'Change cover' }).click()
  await expect(picker(page).getByRole('button', { name: 'Misty' })).toHaveAttribute('aria-pressed', 'true')
  for (const name of ['Gallery', 'Upload', 'Link', 'GIFs', 'Record', 'Demos', 'Preview'])
    await expect(tab(page, name)).toBeVisible()
  // A gradient applies at once.
  await picker(page).getByRole('button', { name: 'Sunset' }).click()
  await expect(picker(page).getByRole('button', { name: 'Sunset' })).toHaveAttribute('aria-pressed', 'true')
  await expect(picker(page).getByRole('button', { name: 'Set Cover' })).toBeHidden()
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page, '[role=dialog]', colorScheme)
  }

  // A private address is refused in words that tell nothing.
  await tab(page, 'Link').click()
  await picker(page).getByRole('textbox', { name: 'Link to a picture or a video' }).fill(page.url())
  await picker(page).getByRole('button', { name: 'Use this link' }).click()
  await expect(picker(page).getByText('Unable to access this URL')).toBeVisible()
  await tab(page, 'GIFs').click()
  await expect(picker(page).getByText('GIPHY API key not configured')).toBeVisible()
  await expect(picker(page).getByText('GIFs come from GIPHY')).toBeVisible()

  // A file waits: given up once, set the second time.
  const give = async (name: string, size = PICTURE.length) => {
    await tab(page, 'Upload').click()
    const buffer = Buffer.alloc(size)
    PICTURE.copy(buffer)
    await picker(page).getByLabel('Cover file').setInputFiles({ name, mimeType: 'image/png', buffer })
  }
  await give('large.png', 5 * 1024 * 1024 + 1)
  await expect(picker(page).getByText('A cover has at most 5 MB. Choose a smaller file.')).toBeVisible()
  await give('small.png')
  await expect(tab(page, 'Preview')).toHaveAttribute('aria-selected', 'true')
  await picker(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(picker(page).getByRole('button', { name: 'Set Cover' })).toBeHidden()
  await expect(banner(page).locator('img')).toHaveCount(0)
  await give('small.png')
  await picker(page).getByRole('button', { name: 'Set Cover' }).click()
  await expect(picker(page)).toBeHidden()
  const picture = banner(page).locator('img')
  await expect(picture).toHaveAttribute('src', /^\/api\/files\/.*small\.png$/)
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(40)
  await expect(picture).toHaveCSS('object-fit', 'cover')

  // How it fits applies at once too, and everything is there after a reload.
  await banner(page).hover()
  await banner(page).getByRole('button', { name: 'Change cover' }).click()
  await tab(page, 'Preview').click()
  await picker(page).getByRole('combobox', { name: 'Fit' }).click()
  await page.getByRole('option', { name: 'Show all of it' }).click()
  await expect(picture).toHaveCSS('object-fit', 'contain')
  await picker(page).getByRole('button', { name: 'Close' }).click()
  await expect(picker(page)).toBeHidden()
  await page.reload()
  await expect(picture).toHaveCSS('object-fit', 'contain')

  await banner(page).hover()
  await banner(page).getByRole('button', { name: 'Change cover' }).click()
  await picker(page).getByRole('button', { name: 'Remove cover' }).click()
  await expect(banner(page)).toHaveCount(0)
  await expect(main(page).getByRole('button', { name: 'Add cover' })).toBeFocused()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(picture).toHaveCSS('object-fit', 'contain')
})

test('2.28 2.45 4.1 8.6 the head says status, summary and labels, draws an icon everywhere, tells why a cover fails, and stands still in the trash', async ({
  page,
  signUp,
}) => {
  await page.route('https://pictures.example/**', (route) => route.fulfill({ status: 404, body: '' }))
  await signUp(page)
  const { id } = await call(page, 'document.create', { title: 'Headed' })
  const update = (fields: object) => call(page, 'document.update', { id, ...fields })
  await page.goto(`/${id}`)

  await title(page).hover()
  await main(page).getByRole('button', { name: 'Add status' }).click()
  await page.getByRole('menuitemradio', { name: 'Blocked' }).click()
  // The button that was pressed is gone; anybody who goes on by the keyboard is not sent to the top.
  await expect(main(page).getByRole('button', { name: 'Status: Blocked' })).toBeFocused()

  await main(page).getByRole('button', { name: 'Add summary' }).click()
  const summary = main(page).getByRole('textbox', { name: 'Summary' })
  await summary.fill('What this is about')
  await summary.press('Enter')
  await expect(summary).not.toBeFocused()
  await expect(summary).toHaveValue('What this is about')

  await title(page).hover()
  await main(page).getByRole('button', { name: 'Add labels' }).click()
  const labels = page.getByRole('dialog', { name: 'Labels' })
  for (const label of ['Plans', 'Garden', 'Spring']) {
    await labels.getByRole('combobox', { name: 'Labels' }).fill(label)
    await page.getByRole('option', { name: `Create “${label}”` }).click()
    await expect(labels.getByText(label, { exact: true })).toBeVisible()
  }
  await page.keyboard.press('Escape')
  await expect(labels).toBeHidden()
  const tags = main(page).getByRole('list', { name: 'Labels' })
  await expect(tags.locator('[data-variant]')).toHaveText(['Plans', 'Garden', 'Spring'])
  expect(
    await tags
      .locator('[data-variant]')
      .evaluateAll((found) => found.map((badge) => badge.getAttribute('data-variant'))),
  ).toEqual(['default', 'secondary', 'outline'])

  // An icon by its name, coloured and filled: in the head, the tree and the tab.
  await title(page).hover()
  await main(page).getByRole('button', { name: 'Add icon' }).click()
  const icons = page.getByRole('dialog', { name: 'Icon' })
  await icons.getByRole('tab', { name: 'Icons' }).click()
  await icons.getByRole('button', { name: 'Blue' }).click()
  await icons.getByRole('combobox', { name: 'Search icons...' }).fill('rocket')
  await icons.getByRole('option', { name: 'rocket icon' }).click()
  const row = page.getByRole('navigation', { name: 'Pages' }).getByRole('treeitem', { name: 'Headed' })
  for (const place of [main(page).getByRole('button', { name: 'Change icon' }), row])
    await expect(place.locator('svg.page-drawing[data-color=blue]')).toBeVisible()
  await expect(page.locator('link[rel=icon]')).toHaveAttribute('href', /^data:image\/svg.*rocket/)

  // A cover that cannot be had is aurora, and says why.
  await update({ coverImage: 'https://pictures.example/none.png' })
  await page.reload()
  await expect(banner(page).getByRole('alert')).toHaveText(
    "Couldn't load this image. The URL might be invalid or inaccessible.",
  )
  await expect(banner(page).locator('[data-cover=background]')).toBeVisible()
  await banner(page).getByRole('button', { name: 'Dismiss' }).click()
  await expect(banner(page).getByRole('alert')).toHaveCount(0)
  await page.reload()
  await expect(tags).toBeVisible()
  await expect(banner(page).getByRole('alert')).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page, 'main', colorScheme)
  }

  await page.getByRole('button', { name: 'Page options' }).click()
  await page.getByRole('menuitem', { name: 'Move to trash' }).click()
  await expect(main(page).getByRole('img', { name: 'Page icon rocket' })).toBeVisible()
  await expect(main(page).getByRole('img', { name: 'Status: Blocked' })).toBeVisible()
  await expect(summary).toHaveCount(0)
  await expect(main(page).getByText('What this is about')).toBeVisible()
  await expect(banner(page).getByRole('button', { name: 'Change cover' })).toHaveCount(0)
  await expect(main(page).getByRole('button', { name: 'Edit labels' })).toHaveCount(0)
})

test('9.2 on a phone the name of a page and whether it is saved stand beside each other in the bar', async ({
  page,
  signUp,
}) => {
  await signUp(page)
  const { id } = await call(page, 'document.create', { title: 'A long name of a harbor handbook' })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/${id}`)
  await expect(saveState(page)).toHaveText('Saved')
  const name = page
    .getByRole('navigation', { name: 'Breadcrumbs' })
    .getByText('A long name of a harbor handbook')
  await expect(name).toBeVisible()
  await expect(async () => {
    const [words, state] = [await name.boundingBox(), await saveState(page).boundingBox()]
    expect(words!.width).toBeGreaterThan(20)
    expect(words!.x + words!.width).toBeLessThanOrEqual(state!.x)
  }).toPass({ timeout: 10_000 })
})

/** A page with a cover; how high the cover is, and how far down the first words of the page stand. */
async function openCovered(page: Page) {
  const { id } = await call(page, 'document.create', {
    title: 'Covered',
    contentRich: [paragraph('first', 'The first words.')],
  })
  await call(page, 'document.update', { id, coverImage: 'misty' })
  await page.goto(`/${id}`)
  const words = body(page).getByText('The first words.')
  await expect(words).toBeVisible()
  await expect(banner(page)).toBeVisible()
  return { cover: (await banner(page).boundingBox())!.height, words: (await words.boundingBox())!.y }
}

test('U20 U28 at a desk a cover is no higher than 200 pixels, and the text begins in the upper half', async ({
  page,
  signUp,
}) => {
  await signUp(page)
  const { cover, words } = await openCovered(page)
  expect(cover).toBeLessThanOrEqual(200)
  expect(words).toBeLessThan(450)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('U20 a cover is no higher than 140 pixels, the text begins in the upper half, and no menu names keys', async ({
    page,
    signUp,
  }) => {
    await signUp(page)
    const { cover, words } = await openCovered(page)
    expect(cover).toBeLessThanOrEqual(140)
    expect(words).toBeLessThan(422)

    // Two menus that name keys at a desk.
    const keys = page.locator('kbd')
    await page.getByRole('button', { name: 'Mode: Editing' }).tap()
    await expect(page.getByRole('menuitemradio', { name: 'Suggesting' })).toBeVisible()
    await expect(keys.first()).toBeAttached()
    await expect(keys.filter({ visible: true })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Open sidebar' }).tap()
    await row(page, 'Covered').getByRole('button', { name: 'More for Covered' }).tap()
    await expect(page.getByRole('menuitem', { name: 'Rename' })).toBeVisible()
    await expect(keys.first()).toBeAttached()
    await expect(keys.filter({ visible: true })).toHaveCount(0)
  })
})

test('U27 Control+Home in a long page brings the title into view', async ({ page, signUp }) => {
  await signUp(page)
  const lines = Array.from({ length: 120 }, (_, at) => `Line ${at}`)
  await page.goto(`/${await makePage(page, 'Long', lines)}`)
  await body(page).getByText('Line 0', { exact: true }).click()
  await page.keyboard.press('Control+End')
  await expect(body(page).getByText('Line 119', { exact: true })).toBeInViewport()
  await expect(title(page)).not.toBeInViewport()
  await page.keyboard.press('Control+Home')
  await expect(title(page)).toBeInViewport({ ratio: 1 })
  await page.keyboard.type('First. ')
  await expect(body(page).getByText('First. Line 0')).toBeInViewport()
})
