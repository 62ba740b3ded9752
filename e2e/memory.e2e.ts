import type { Page } from '@playwright/test'
import { expect, testOnKeptServer as test } from './fixtures.ts'
import { ask, toast, violations } from './screen.ts'

/** `SHOTS=folder` keeps what the screens look like. */
async function shots(page: Page, name: string) {
  if (!process.env.SHOTS) return
  for (const colorScheme of ['light', 'dark'] as const)
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
    ] as const) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height })
      await page.screenshot({ path: `${process.env.SHOTS}/${name}-${width}-${colorScheme}.png` })
    }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1280, height: 720 })
}

const listed = (page: Page, list: string) => page.getByRole('list', { name: list }).getByRole('listitem')

test('3.11 4.16 5.11 8.9 memories are written, edited in place, switched and deleted, one by one and together', async ({
  page,
  signUp,
}) => {
  test.slow()
  await signUp(page)
  await page.goto('/memory')
  await expect(page.getByText('No memories found.')).toBeVisible()
  const field = page.getByLabel('New memory')
  const add = page.getByRole('button', { name: 'Add memory' })
  await field.fill('   ')
  await expect(add).toBeDisabled()
  await field.fill('I teach chemistry.')
  await add.click()
  await expect(toast(page, 'Memory created successfully')).toBeVisible()
  await field.fill('I write in British English.')
  await field.press('Control+Enter')
  await expect(listed(page, 'Memories')).toHaveCount(2)
  await expect(field).toHaveValue('')
  // What is being written stays when another section is opened.
  await field.fill('A draft')
  await page.getByRole('tab', { name: 'Prompts' }).click()
  await expect(page.getByText('No prompts found.')).toBeVisible()
  await page.getByRole('tab', { name: 'Memory' }).click()
  await expect(field).toHaveValue('A draft')
  await field.fill('')
  await shots(page, 'memories')
  expect(await violations(page)).toEqual([])

  const edit = page.getByRole('button', { name: 'Edit I teach chemistry.' })
  await edit.click()
  const edited = page.getByRole('textbox', { name: 'Edit I teach chemistry.' })
  await edited.fill('I teach physics.')
  await edited.press('Escape')
  await expect(page.getByText('I teach chemistry.', { exact: true })).toBeVisible()
  await edit.click()
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
  await edited.fill('  ')
  await edited.press('Control+Enter')
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
  await edited.fill('I teach physics.')
  await edited.press('Control+Enter')
  await expect(toast(page, 'Memory updated successfully')).toBeVisible()
  await expect(page.getByText('I teach physics.', { exact: true })).toBeVisible()

  await page.getByRole('switch', { name: 'Active: I teach physics.' }).click()
  await expect(page.getByRole('switch', { name: 'Active: I teach physics.' })).not.toBeChecked()
  await page.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'Inactive' }).click()
  await expect(listed(page, 'Memories')).toHaveCount(1)
  await page.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'All' }).click()

  await page.getByLabel('Select all').check()
  await expect(page.getByText('2 selected')).toBeVisible()
  await shots(page, 'memories-selected')
  await page.getByRole('button', { name: 'Deactivate' }).click()
  await expect(toast(page, 'Memories updated successfully')).toBeVisible()
  const all = await ask<{ status: string }[]>(page, 'memory.getAll')
  expect(all.map(({ status }) => status)).toEqual(['inactive', 'inactive'])
  await page.getByRole('button', { name: 'Delete I teach physics.' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, 'Memory deleted successfully')).toBeVisible()
  await page.getByLabel('Select all').check()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, 'Memories deleted successfully')).toBeVisible()
  await expect(page.getByText('No memories found.')).toBeVisible()
})

test('3.12 5.11 8.9 a prompt has a title, one of eight icons and a purpose; Escape in it leaves the window open', async ({
  page,
  signUp,
}) => {
  test.slow()
  await signUp(page)
  await page.goto('/prompts')
  await expect(page.getByText('No prompts found.')).toBeVisible()
  await expect(page.getByRole('radio')).toHaveCount(8)
  await expect(page.getByRole('radio', { name: '💡' })).toBeChecked()
  const add = page.getByRole('button', { name: 'Add prompt' })
  await page.getByLabel('Title', { exact: true }).fill('Plain words')
  await expect(add).toBeDisabled()
  await page.getByLabel('New prompt').fill('Use short sentences and no jargon.')
  await page.getByText('🎯').click()
  await page.getByRole('combobox', { name: 'Used for' }).click()
  await page.getByRole('option', { name: 'Chat' }).click()
  await add.click()
  await expect(toast(page, 'Prompt created successfully')).toBeVisible()
  expect(await ask<object[]>(page, 'prompt.getAll')).toMatchObject([
    { title: 'Plain words', icon: '🎯', display: 'chat', status: 'active' },
  ])
  await shots(page, 'prompts')
  expect(await violations(page)).toEqual([])

  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+p')
  await page.getByRole('combobox', { name: 'Command palette' }).fill('settings')
  await page
    .getByRole('option', { name: /^(Open )?[Ss]ettings$/ })
    .first()
    .click()
  const settings = page.getByRole('dialog', { name: 'Settings' })
  await settings.getByRole('tab', { name: 'Prompts' }).click()
  await settings.getByRole('button', { name: 'Edit Plain words' }).click()
  const edited = settings.getByRole('textbox', { name: 'Edit Plain words' })
  await edited.press('Escape')
  await expect(edited).toHaveCount(0)
  await expect(settings).toBeVisible()
  await settings.getByRole('button', { name: 'Edit Plain words' }).click()
  await edited.fill('Be brief.')
  await edited.press('Control+Enter')
  await expect(toast(page, 'Prompt updated successfully')).toBeVisible()
  await expect(settings.getByText('Be brief.')).toBeVisible()
})
