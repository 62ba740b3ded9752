import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, testOnKeptServer as test } from './fixtures.ts'
import { ask, call, makePage, seriousViolations } from './screen.ts'

// Whole stories, on machines with much other work too.
test.setTimeout(120_000)

const html = (page: Page) => page.locator('html')

/** By where it stands: its name is in the language of the moment. */
const picker = (page: Page) => page.getByRole('combobox').first()

async function speak(page: Page, name: string) {
  await picker(page).click()
  await page.getByRole('option', { name, exact: true }).click()
}

test('2.26 a person chooses a language, which every browser of theirs speaks at once', async ({
  page,
  browser,
  server,
  signUp,
}) => {
  await signUp(page)
  await page.goto('/settings/preferences')
  await expect(html(page)).toHaveAttribute('lang', 'en')
  await speak(page, 'Deutsch')
  await expect(html(page)).toHaveAttribute('lang', 'de')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Einstellungen')
  await expect(picker(page)).toHaveText('Deutsch')
  await expect
    .poll(async () => (await ask<{ language: string | null }>(page, 'user.getSettings')).language)
    .toBe('de')

  // A browser that has not been told learns it from the account.
  await page.context().clearCookies({ name: 'language' })
  await page.reload()
  await expect(html(page)).toHaveAttribute('lang', 'de')

  await speak(page, 'العربية')
  await expect(html(page)).toHaveAttribute('dir', 'rtl')
  const sidebar = await page.getByRole('navigation').first().boundingBox()
  expect(sidebar!.x).toBeGreaterThan(400)
  expect(await seriousViolations(page)).toEqual([])

  await speak(page, 'English')
  await expect(html(page)).toHaveAttribute('dir', 'ltr')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings')

  // Who comes for the first time is spoken to in the language of their device, the server's answers too.
  const visitor = await browser.newContext({ locale: 'de-AT', baseURL: server.url })
  const other = await visitor.newPage()
  await other.goto('/login')
  await expect(html(other)).toHaveAttribute('lang', 'de')
  const answer = await other.evaluate(async () => (await fetch('/api/nothing')).text())
  expect(JSON.parse(answer).error).not.toBe('There is nothing at this address.')
  await visitor.close()
})

test('text that is not sent yet is still there when the language changes', async ({ page, signUp }) => {
  await signUp(page)
  await page.goto('/chat')
  const message = page.getByRole('textbox', { name: 'Message', exact: true })
  await message.fill('Half a sentence')
  await page.getByRole('button', { name: /^Account of / }).click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  await page.getByRole('tab', { name: 'Settings' }).click()
  await page.getByRole('combobox', { name: 'Language' }).click()
  await page.getByRole('option', { name: 'Deutsch' }).click()
  await expect(page.getByText(/^The language changes when the page is loaded again/)).toBeVisible()
  await expect(html(page)).toHaveAttribute('lang', 'en')
  await page.keyboard.press('Escape')
  await expect(message).toHaveValue('Half a sentence')
  await message.fill('')
  await page.reload()
  await expect(html(page)).toHaveAttribute('lang', 'de')
})

test('2.26 the parts of a player are called in the language of the interface', async ({
  page,
  signUp,
  server,
}) => {
  await signUp(page)
  await call(page, 'user.updateSettings', { language: 'de' })
  const id = await makePage(page, 'Ton', ['Davor'])
  const sound = await readFile(new URL('../test/sounds/plan.mp3', import.meta.url))
  const answer = await page.request.post(
    `/api/files?${new URLSearchParams({ page: id, name: 'plan.mp3' })}`,
    {
      data: sound,
      headers: { origin: server.url, 'content-type': 'audio/mpeg' },
    },
  )
  const { url } = (await answer.json()) as { url: string }
  const blocks = [{ id: 'sound', kind: 'audio', attributes: { url, name: 'plan.mp3' } }]
  await call(page, 'document.appendBlocks', { id, blocks })
  await page.goto(`/${id}`)
  await expect(html(page)).toHaveAttribute('lang', 'de')
  const part = (name: string) => page.getByRole('button', { name, exact: true })
  await expect(part('Abspielen')).toBeVisible()
  await expect(part('10 Sekunden zurück')).toBeVisible()
  await part('Abspielen').click()
  await expect(part('Anhalten')).toBeVisible()
})

test('2.26 9.3 the toolbar over words offers the same in every language', async ({ page, signUp }) => {
  await signUp(page)
  await call(page, 'user.updateSettings', { language: 'de' })
  await page.goto(`/${await makePage(page, 'Ernte', ['Zuerst die Birnen.'])}`)
  await expect(html(page)).toHaveAttribute('lang', 'de')
  const words = page.getByText('Zuerst die Birnen.')
  await words.dblclick({ position: { x: 10, y: 10 } })
  await page.getByRole('button', { name: 'Mehr Formatierung' }).click()
  for (const name of ['Mitte', 'Formatierung entfernen'])
    await expect(page.getByRole('option', { name, exact: true })).toHaveCount(1)
  await page.getByRole('option', { name: 'Mitte', exact: true }).click()
  await expect(words).toHaveCSS('text-align', 'center')
})

test('2.26 3.23 emoji are found by their names in the language of the interface', async ({
  page,
  signUp,
}) => {
  await signUp(page)
  await call(page, 'user.updateSettings', { language: 'de' })
  const id = await makePage(page, 'Tiere', ['Ein'])
  await page.goto(`/${id}`)
  await expect(html(page)).toHaveAttribute('lang', 'de')
  await page.getByText('Ein', { exact: true }).click()
  await page.keyboard.press('End')
  await page.keyboard.type(' :hundege')
  await page.getByRole('option', { name: 'Hundegesicht' }).click()
  await page.keyboard.type(' :dog: und')
  await expect(page.getByText('Ein 🐶 🐶 und', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Symbol hinzufügen' }).click()
  await page
    .getByRole('searchbox')
    .or(page.getByRole('textbox', { name: 'Emoji suchen' }))
    .first()
    .fill('Katze')
  await expect(page.getByRole('gridcell', { name: 'Katze', exact: true })).toBeVisible()
})

test('1.3 2.26 sample pages and what can be tried on them are in the language of the interface', async ({
  browser,
  server,
}) => {
  const visitor = await browser.newContext({ locale: 'de', baseURL: server.url })
  const page = await visitor.newPage()
  await page.goto('/generate-suggestions')
  await expect(html(page)).toHaveAttribute('lang', 'de')
  await expect(page.getByRole('heading', { name: 'Probier es aus' })).toBeVisible()
  await page.getByRole('button', { name: 'Beispiel zeigen' }).click()
  // The demo speaks of the very sentences of the page.
  const [sentence] = await page.locator('main blockquote').allInnerTexts()
  await expect(page.getByRole('region', { name: 'Beispiel einer Durchsicht' })).toContainText(
    sentence!.trim(),
  )
  await page.goto('/preview-markdown')
  await expect(page.getByRole('textbox', { name: 'Markdown' })).toHaveValue(/^# Gezeiten/)
  await visitor.close()
})

test('4.18 9.3 in Japanese the menus open behind a word without a space, and know the English names too', async ({
  page,
  signUp,
}) => {
  await signUp(page)
  await call(page, 'user.updateSettings', { language: 'ja' })
  const id = await makePage(page, '計画', ['まず'])
  await page.goto(`/${id}`)
  await expect(html(page)).toHaveAttribute('lang', 'ja')
  const body = page.locator('.ProseMirror[contenteditable=true]').last()
  await body.getByText('まず').click()
  await page.keyboard.press('End')
  await page.keyboard.type('締め切りは@3日後')
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(body.locator('[data-atom=date]')).toHaveCount(1)
  await page.keyboard.type('です。/head')
  await expect(page.getByRole('option').first()).toContainText('見出し')
  await page.keyboard.press('Escape')
  // Between two words a slash is an "or".
  await page.keyboard.press('Enter')
  await page.keyboard.type('紙/head')
  await expect(page.getByRole('option')).toHaveCount(0)
})

test('2.26 in Arabic the main screens are mirrored, whole and accessible, on a phone and on a large screen, light and dark', async ({
  page,
  signUp,
}) => {
  await signUp(page)
  const id = await makePage(page, 'خطة الأسبوع', ['نبدأ يوم الأحد مع Sheaf 2.0.', 'ثم نكتب.'])
  await call(page, 'user.updateSettings', { language: 'ar' })
  await page.context().addCookies([{ name: 'language', value: 'ar', url: page.url() }])
  const screens = [
    '/',
    `/${id}`,
    '/settings/profile',
    '/settings/preferences',
    '/settings/notifications',
    '/review',
  ]
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 900 })
    for (const screen of screens) {
      await page.goto(screen)
      await expect(html(page)).toHaveAttribute('dir', 'rtl')
      await expect(
        page.getByRole('heading', { level: 1 }).or(page.locator('[data-block-id]')).first(),
      ).toBeVisible()
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
      const overflow = () =>
        page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
      expect([screen, width, await overflow()]).toEqual([screen, width, 0])
      expect([screen, width, await seriousViolations(page)]).toEqual([screen, width, []])
      await page.emulateMedia({ colorScheme: 'dark' })
      await expect(html(page)).toHaveAttribute('data-theme', 'dark')
      const inTheDark = await seriousViolations(page, { theme: 'dark' })
      expect([screen, width, 'dark', inTheDark]).toEqual([screen, width, 'dark', []])
      await page.emulateMedia({ colorScheme: 'light' })
    }
  }
})
