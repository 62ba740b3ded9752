import { readFile } from 'node:fs/promises'
import type { Download } from '@playwright/test'
import { getDocumentProxy } from 'unpdf'
import { expect, testOnKeptServer as test } from './fixtures.ts'
import { call, pageOption } from './screen.ts'

/** A browser of the server's own is started first, on a machine that has much else to do. */
const DRAWN = { timeout: 90_000 }

const CONTENT = [
  { id: 'h1', kind: 'heading', attributes: { level: 2 }, text: [{ text: 'Setting out' }] },
  { id: 'p1', kind: 'paragraph', text: [{ text: 'Words to be drawn' }] },
  { id: 'p2', kind: 'paragraph', text: [{ text: '日本語と 한국어 🌲' }] },
  { id: 'e1', kind: 'equation', attributes: { texExpression: 'x^2' } },
  { id: 'c1', kind: 'codeBlock', attributes: { lang: 'js' }, text: [{ text: 'const answer = 42' }] },
  { id: 'g1', kind: 'chart', attributes: { title: 'Visits', data: [{ name: 'May', value: 3 }] } },
]

const bytesOf = async (download: Download) => readFile(await download.path())

/** The text of a PDF without spaces: each face begins a new piece of it. */
async function textOf(bytes: Buffer): Promise<string> {
  const pdf = await getDocumentProxy(new Uint8Array(bytes))
  const { items } = await (await pdf.getPage(1)).getTextContent()
  return items
    .map((item) => ('str' in item ? item.str : ''))
    .join('')
    .replace(/\s/g, '')
}

test('2.13 7.35 9.5 a page becomes a PDF, one of its blocks a picture, and it is shown as it is printed', async ({
  page,
  signUp,
  context,
}) => {
  test.setTimeout(240_000)
  await signUp(page)
  const { id } = await call(page, 'document.create', { title: 'A walk', contentRich: CONTENT })
  await page.goto(`/${id}`)
  const body = page.getByRole('textbox', { name: 'Page body' })
  await expect(body.getByText('Words to be drawn')).toBeVisible()

  const pageMenu = page.getByRole('button', { name: 'Page options' })
  await pageMenu.click()
  await page.getByRole('menuitem', { name: 'Export' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export' })
  await dialog.getByRole('combobox', { name: 'Format' }).click()
  await page.getByRole('option', { name: 'PDF' }).click()
  const scale = dialog.getByLabel('Scale in percent')
  await scale.fill('5')
  await expect(dialog).toContainText('Scale percent must be a number between 10 and 200')
  await scale.fill('90')
  const pdf = page.waitForEvent('download', DRAWN)
  await dialog.getByRole('button', { name: 'Export' }).click()
  expect((await pdf).suggestedFilename()).toBe('export A walk.pdf')
  const text = await textOf(await bytesOf(await pdf))
  for (const part of ['Settingout', 'Wordstobedrawn', '日本語と', '한국어', 'x2', 'constanswer', 'May'])
    expect(text).toContain(part)
  await expect(dialog).toBeHidden()

  await body.getByText('Words to be drawn').click()
  await page.keyboard.press('Control+/')
  await page.getByPlaceholder('Search actions...').fill('picture')
  const picture = page.waitForEvent('download', DRAWN)
  await page.getByRole('option', { name: 'Save as picture' }).click()
  const png = await bytesOf(await picture)
  expect(png.subarray(1, 4).toString()).toBe('PNG')
  // Two pixels for each of the 784 of a page.
  expect(png.readUInt32BE(16)).toBe(1568)
  await expect(page.getByText('Saved as a picture')).toBeVisible()

  const opened = context.waitForEvent('page')
  await pageOption(page, 'Print')
  const sheet = await opened
  await expect(sheet).toHaveURL(`/${id}?print=true`)
  await expect(sheet.getByRole('heading', { name: 'A walk' })).toBeVisible()
  await expect(sheet.getByText('한국어')).toBeVisible()
  await sheet.getByRole('link', { name: 'Back to the page' }).click()
  await expect(sheet.getByRole('textbox', { name: 'Page title' })).toHaveValue('A walk')
})
