import type { Page } from '@playwright/test'
import { expect, testOnKeptServer as test } from './fixtures.ts'
import { body, call, makePage, violations } from './screen.ts'

/** Screenshots to look at, where `SHOTS` names a folder. */
async function shots(page: Page, name: string) {
  if (!process.env.SHOTS) return
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height })
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: `${process.env.SHOTS}/${name}-${width}-${colorScheme}.png` })
    }
  await page.setViewportSize({ width: 1280, height: 720 })
}

test('a page says under its title from how many pages it is linked, live, and one opens at the block with the link', async ({
  page,
  signUp,
}) => {
  await signUp(page)
  const target = await makePage(page, 'Project brief', ['What we want.'])
  const mention = { kind: 'mention', attributes: { key: `/${target}`, value: 'Brief' } }
  const filler = Array.from({ length: 60 }, (_, at) => ({
    id: `line${at}`,
    kind: 'paragraph',
    text: [{ text: `Line ${at}` }],
  }))
  await page.goto(`/${target}`)
  await expect(body(page)).toContainText('What we want.')
  const opener = page.getByRole('button', { name: /^Linked from/ })
  await expect(opener).toHaveCount(0)
  const notes = await call(page, 'document.create', {
    title: 'Kick-off notes',
    contentRich: [
      ...filler,
      {
        id: 'thelink',
        kind: 'paragraph',
        text: [{ text: 'All of it stands in ' }, mention, { text: ' by Ada.' }],
      },
    ],
  })
  await expect(opener).toHaveText('Linked from 1 page')
  await call(page, 'document.create', {
    title: 'Weekly plan',
    contentRich: [{ id: 'b', kind: 'paragraph', text: [mention] }],
  })
  await expect(opener).toHaveText('Linked from 2 pages')
  await opener.click()
  const panel = page.getByRole('dialog', { name: 'Pages that link here' })
  await expect(panel.getByRole('listitem')).toHaveCount(2)
  await expect(panel.getByRole('link', { name: /Kick-off notes/ })).toContainText(
    'All of it stands in Project brief by Ada.',
  )
  expect(await violations(page, { part: '[role=dialog]' })).toEqual([])
  await shots(page, 'backlinks')
  await panel.getByRole('link', { name: /Kick-off notes/ }).click()
  await expect(page).toHaveURL(new RegExp(`${notes.id}#thelink$`))
  await expect(body(page).getByText('All of it stands in')).toBeInViewport()
  await expect(panel).toHaveCount(0)
  await expect(opener).toHaveCount(0)
})
