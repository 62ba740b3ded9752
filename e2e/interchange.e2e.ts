import { readFile } from 'node:fs/promises'
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, testOnKeptServer as test } from './fixtures.ts'

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
  test('5.3 9.5 a file becomes a page with a receipt, and the page a file that says the same', async ({
    page,
    signUp,
  }) => {
    await signUp(page)
    const dialog = await openImport(page)
    await dialog
      .getByLabel('File to import')
      .setInputFiles(file('guide.md', `${SOURCE}${TABLE}\nSee[^1]\n\n[^1]: there\n`))
    await expect(dialog.getByRole('status')).toContainText('1 page imported: Guide')
    await expect(dialog).toContainText('Table1')
    await expect(dialog).toContainText('Footnote → text')
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
    const download = page.waitForEvent('download')
    await window.getByRole('button', { name: 'Export' }).click()
    const saved = await download
    expect(saved.suggestedFilename()).toBe('Guide.md')
    const text = await readFile(await saved.path(), 'utf8')
    const wanted = SOURCE.replace('- [ ] open', '- [x] open') + TABLE
    expect(text.slice(0, wanted.length)).toBe(wanted)
  })

  test('5.3 one file only, and files that can not be imported, are refused in words', async ({
    page,
    signUp,
  }) => {
    await signUp(page)
    const dialog = await openImport(page)
    const chooser = dialog.getByLabel('File to import')
    // A drop can bring several files where the picker lets one be chosen.
    await chooser.evaluate((input: HTMLInputElement) => {
      input.multiple = true
    })
    await chooser.setInputFiles([file('a.md', 'a'), file('b.md', 'b')])
    await expect(dialog.getByRole('alert')).toHaveText('Import one file at a time.')
    await chooser.setInputFiles([file('a.md', Buffer.from([0x89, 0x50, 0, 1, 2]))])
    await expect(dialog.getByRole('alert')).toContainText('This file is not text.')
    await chooser.setInputFiles([file('a.md', ' ')])
    await expect(dialog.getByRole('alert')).toContainText('0 pages imported')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })

  for (const theme of ['light', 'dark'] as const) {
    test(`the windows have no serious accessibility violation (${theme})`, async ({ page, signUp }) => {
      await page.emulateMedia({ colorScheme: theme })
      await signUp(page)
      const serious = async () => {
        const { violations } = await new AxeBuilder({ page }).include('[role=dialog]').analyze()
        return violations
          .filter(({ impact }) => impact === 'serious' || impact === 'critical')
          .map(({ id }) => id)
      }
      const dialog = await openImport(page)
      await expect(dialog.getByRole('button', { name: 'Choose a file' })).toBeVisible()
      expect(await serious()).toEqual([])
      await dialog
        .getByLabel('File to import')
        .setInputFiles(file('guide.md', `${SOURCE}\n<!-- x -->\n\n| a |\n|---|\n`))
      await expect(dialog.getByRole('button', { name: 'Open page' })).toBeVisible()
      expect(await serious()).toEqual([])
    })
  }
})
