import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import type { Page, Route } from '@playwright/test'
import { fromBuffer } from 'yauzl'
import { ZipFile } from 'yazl'
import { expect, testOnKeptServer as test } from './fixtures.ts'
import { newPage, seriousViolations } from './screen.ts'

/** How long a worker may take on a machine that has much else to do. */
const WORKED = { timeout: 60_000 }

const openImport = async (page: Page) => {
  await expect(page.getByRole('navigation', { name: 'Pages' })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('option', { name: 'Import', exact: true }).click()
  return page.getByRole('dialog', { name: 'Import' })
}

const file = (name: string, content: string | Buffer) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(content),
})

/** A `.zip` of these files. */
async function zipOf(files: Record<string, string>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [path, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), path)
  zip.end()
  return buffer(zip.outputStream)
}

/** The paths in a `.zip`. */
const pathsIn = (bytes: Buffer): Promise<string[]> =>
  new Promise((resolve, reject) => {
    fromBuffer(bytes, (error, zip) => {
      if (error) return reject(error)
      const paths: string[] = []
      zip.on('entry', ({ fileName }) => paths.push(fileName))
      zip.on('end', () => resolve(paths.sort()))
    })
  })

const SOURCE = `---
title: "Guide"
---

## Steps <!-- sheaf: {"align":"center"} -->

1. one
2. two
   - inner
3. three

- [x] done
- [ ] open

> quoted

\`\`\`ts
const a = 1
\`\`\`
`

const TABLE = `
| a | b     |
| - | ----- |
| 1 | **2** |
`

test.describe('import and export', () => {
  test('2.24 5.3 9.5 a file becomes a page with a receipt, and the page a file that says the same', async ({
    page,
    signUp,
  }) => {
    test.setTimeout(180_000)
    await signUp(page)
    const dialog = await openImport(page)
    await dialog
      .getByLabel('File to import')
      .setInputFiles(file('guide.md', `${SOURCE}${TABLE}\nSee[^1]\n\n[^1]: there\n`))
    await expect(dialog.getByRole('status')).toContainText('1 page imported: Guide', WORKED)
    await expect(dialog).toContainText('Table1')
    await expect(dialog).toContainText('Footnote1')
    await dialog.getByRole('button', { name: 'Open page' }).click()
    await expect(page.getByRole('textbox', { name: 'Page title' })).toHaveValue('Guide')
    const body = page.getByRole('textbox', { name: 'Page body' })
    await expect(body.getByRole('heading', { name: 'Steps' })).toBeVisible()
    const boxes = body.getByRole('checkbox')
    await expect(boxes).toHaveCount(2)
    await expect(body.getByRole('checkbox', { name: 'done' })).toBeChecked()
    await body.getByRole('checkbox', { name: 'open' }).click()
    await expect(body.getByRole('checkbox', { name: 'open' })).toBeChecked()
    await expect(page.getByRole('status', { name: 'Save state' })).toHaveText('Saved')

    await page.getByRole('button', { name: 'Page options' }).click()
    await page.getByRole('menuitem', { name: 'Export' }).click()
    const window = page.getByRole('dialog', { name: 'Export' })
    await window.getByRole('checkbox', { name: 'Keep everything' }).click()
    const download = page.waitForEvent('download', WORKED)
    await window.getByRole('button', { name: 'Export' }).click()
    const saved = await download
    expect(saved.suggestedFilename()).toBe('Guide.md')
    // Besides what was written there, the page says when it was made.
    const text = (await readFile(await saved.path(), 'utf8')).replace(/^created: "[^"]+"\n/m, '')
    const wanted = SOURCE.replace('- [ ] open', '- [x] open') + TABLE
    expect(text.slice(0, wanted.length)).toBe(wanted)
  })

  test('8.7 an export that fails says so in its window, which can be tried again', async ({
    page,
    signUp,
  }) => {
    await signUp(page)
    await newPage(page)
    await page.getByRole('button', { name: 'Page options' }).click()
    await page.getByRole('menuitem', { name: 'Export' }).click()
    const window = page.getByRole('dialog', { name: 'Export' })
    const refuse = (route: Route) => route.fulfill({ status: 500, json: { error: 'Out of paper' } })
    for (const format of ['PDF', 'HTML']) {
      await window.getByRole('combobox', { name: 'Format' }).click()
      await page.getByRole('option', { name: format, exact: true }).click()
      await page.route('**/api/export/**', refuse)
      await window.getByRole('button', { name: 'Export' }).click()
      await expect(window.getByRole('alert')).toContainText(`Failed to export ${format}`)
      await page.unroute('**/api/export/**', refuse)
    }
    const download = page.waitForEvent('download', WORKED)
    await window.getByRole('button', { name: 'Export' }).click()
    expect((await download).suggestedFilename()).toMatch(/\.html$/)
  })

  test('9.5 a .zip and a file that cannot be read, into a page; then the branch as a .zip with everything in it', async ({
    page,
    signUp,
  }) => {
    // Five files are read and written in workers, each of which is started for it.
    test.setTimeout(240_000)
    await signUp(page)
    const dialog = await openImport(page)
    const chooser = dialog.getByLabel('File to import')
    await chooser.setInputFiles([file('a.md', Buffer.from([0x89, 0x50, 0, 1, 2]))])
    await expect(dialog.getByRole('alert')).toContainText('This file is not text.', WORKED)

    await chooser.setInputFiles([file('Handbook.md', 'Start here.')])
    await expect(dialog.getByRole('status')).toContainText('1 page imported: Handbook', WORKED)
    await dialog.getByRole('button', { name: 'Import more' }).click()
    await dialog.getByRole('button', { name: 'Into Top level' }).click()
    await dialog.getByRole('option', { name: 'Handbook' }).click()
    await expect(dialog.getByRole('button', { name: 'Into Handbook' })).toBeVisible()
    const zip = await zipOf({
      'Notes.md': '# Notes\n\n[Rota](Notes/Rota.csv)\n',
      'Notes/Rota.csv': 'Name,Day\nAda,Monday\n',
    })
    await chooser.setInputFiles([file('notes.zip', zip), file('movie.mp4', 'x')])
    const receipt = dialog.getByRole('status')
    await expect(receipt).toContainText('2 pages imported: Notes and more', WORKED)
    await expect(receipt).toContainText('Data table1')
    await expect(receipt).toContainText('movie.mp4: This kind of file cannot be imported.')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()

    const sidebar = page.getByRole('navigation', { name: 'Pages' })
    await sidebar.getByRole('treeitem', { name: 'Handbook' }).click()
    await expect(page.getByRole('textbox', { name: 'Page title' })).toHaveValue('Handbook')
    await page.getByRole('button', { name: 'Page options' }).click()
    await page.getByRole('menuitem', { name: 'Export' }).click()
    const window = page.getByRole('dialog', { name: 'Export' })
    await window.getByRole('combobox', { name: 'Format' }).click()
    await page.getByRole('option', { name: 'Word' }).click()
    await window.getByRole('checkbox', { name: 'With its sub-pages' }).check()
    const download = page.waitForEvent('download', WORKED)
    await window.getByRole('button', { name: 'Export' }).click()
    const saved = await download
    expect(saved.suggestedFilename()).toBe('Handbook.zip')
    expect(await pathsIn(await readFile(await saved.path()))).toEqual([
      'Handbook.docx',
      'Handbook/Notes.docx',
      'Handbook/Notes/Rota.docx',
      'sheaf.json',
    ])
  })

  for (const theme of ['light', 'dark'] as const) {
    test(`the windows have no serious accessibility violation (${theme})`, async ({ page, signUp }) => {
      test.setTimeout(180_000)
      await page.emulateMedia({ colorScheme: theme })
      await signUp(page)
      const serious = () => seriousViolations(page, { part: '[role=dialog]', theme })
      const dialog = await openImport(page)
      await expect(dialog.getByRole('button', { name: 'Choose files' })).toBeVisible()
      expect(await serious()).toEqual([])
      await dialog
        .getByLabel('File to import')
        .setInputFiles(file('guide.md', `${SOURCE}\n<!-- x -->\n\n| a |\n|---|\n`))
      await expect(dialog.getByRole('button', { name: 'Open page' })).toBeVisible(WORKED)
      expect(await serious()).toEqual([])
    })
  }
})
