import type { Page } from '@playwright/test'
import { pngPicture } from '../test/pictures.ts'
import { expect, testOnKeptServer as test } from './fixtures.ts'
import { body, saveState, title } from './screen.ts'

/** What a person's hands do, counted: a press, a key or words in one go are one action each. */
class CountedHands {
  actions = 0
  private readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  async press(name: string): Promise<void> {
    this.actions++
    await this.page.getByRole('button', { name, exact: true }).last().click()
  }

  async keys(...keys: string[]): Promise<void> {
    for (const key of keys) {
      this.actions++
      await this.page.keyboard.press(key)
    }
  }

  async words(text: string): Promise<void> {
    this.actions++
    await this.page.keyboard.type(text)
  }

  /** Words, each followed by a key. */
  async each(key: string, texts: readonly string[]): Promise<void> {
    for (const text of texts) {
      await this.words(text)
      await this.keys(key)
    }
  }
}

test('a new account has a project brief with a table, a picture, to-dos and a public link after 40 actions', async ({
  page,
  signUp,
  browser,
  server,
}) => {
  await signUp(page)
  const hands = new CountedHands(page)
  await hands.press('New page')
  await expect(title(page)).toBeFocused()
  await hands.each('Enter', ['Harbor lights', 'New lamps for those who come in at night.'])

  await hands.words('/image')
  await hands.keys('Enter')
  const chosen = page.waitForEvent('filechooser')
  hands.actions++
  await page.getByText('Upload from computer').click()
  await (await chosen).setFiles({
    name: 'harbor.png',
    mimeType: 'image/png',
    buffer: pngPicture(600, 200),
  })
  await expect(body(page).locator('img')).toBeVisible()

  await hands.each('Enter', ['## Milestones', '[] Brief agreed', 'First lamp lit', 'Harbor lit'])
  await hands.keys('Enter')
  await hands.words('/table')
  await hands.keys('Enter')
  hands.actions++
  await page.getByLabel('3 × 2').click()
  await hands.each('Tab', ['What', 'Who', 'Lamps', 'Ada', 'Wires'])
  await hands.words('Grace')
  await expect(saveState(page)).toHaveText('Saved')
  await hands.press('Publish')
  const dialog = page.getByRole('dialog', { name: 'Publish' })
  await expect(dialog.getByRole('button', { name: 'Publish', exact: true })).toBeVisible()
  await hands.press('Publish')
  const link = page.getByRole('link', { name: 'View site' })
  const address = (await link.getAttribute('href'))!
  expect(hands.actions).toBeLessThanOrEqual(40)

  const reader = await browser.newContext({ baseURL: server.url })
  const seen = await reader.newPage()
  // What was written last reaches visitors within seconds.
  await expect(async () => {
    await seen.goto(address)
    await expect(seen.getByRole('main')).toMatchAriaSnapshot(
      `
      - main:
        - heading "Harbor lights" [level=1]
        - article:
          - paragraph: New lamps for those who come in at night.
          - figure
          - heading "Milestones" [level=2]
          - list:
            - listitem:
              - checkbox "Brief agreed"
            - listitem:
              - checkbox "First lamp lit"
            - listitem:
              - checkbox "Harbor lit"
          - table:
            - rowgroup:
              - row "What Who"
            - rowgroup:
              - row "Lamps Ada"
              - row "Wires Grace"
    `,
      { timeout: 1000 },
    )
  }).toPass()
  await reader.close()
})
