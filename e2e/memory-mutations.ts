import { expect, type Page } from '@playwright/test'
import type { Call, Way } from './mutations.ts'

const confirm = (page: Page, name: string) =>
  page.getByRole('alertdialog').getByRole('button', { name }).click()

/** One entry and no other, called as the test. */
async function one(call: Call, kind: 'memory' | 'prompt', title: string): Promise<string> {
  const before = await call<{ id: string }[]>(`${kind}.getAll`, { query: null })
  if (before.length > 0) await call(`${kind}.bulkDelete`, { ids: before.map(({ id }) => id) })
  const fields = kind === 'memory' ? { memory: title } : { title, prompt: `About ${title}`, display: 'chat' }
  await call(`${kind}.create`, fields)
  return kind === 'memory' ? '/memory' : '/prompts'
}

/** The boxes that are ticked stay so when it fails. */
async function unselect(page: Page) {
  const ticked = page.getByRole('checkbox', { name: 'Select all', checked: true })
  // The list may be gone any moment, when what was asked has been done after all.
  await expect(async () => {
    if ((await ticked.count()) > 0) await ticked.first().uncheck({ timeout: 500 })
    await expect(ticked).toHaveCount(0, { timeout: 500 })
  }).toPass()
}

async function toEdited(page: Page, title: string) {
  await page.getByRole('button', { name: `Edit ${title}` }).click()
  const field = page.getByRole('textbox', { name: `Edit ${title}` })
  await field.fill(`Other ${title}`)
  await field.press('Control+Enter')
}
/** What is edited stays open when it could not be saved. */
async function cancelEdit(page: Page) {
  for (const button of await page.getByRole('button', { name: 'Cancel', exact: true }).all())
    await button.click()
}

const several = (kind: 'memory' | 'prompt', words: string) => ({
  update: [
    {
      at: (call, title) => one(call, kind, title),
      async act(page) {
        await page.getByLabel('Select all').check()
        await page.getByRole('button', { name: 'Deactivate' }).click()
      },
      reset: unselect,
      says: `Failed to update ${words}`,
    },
  ] satisfies Way[],
  remove: [
    {
      at: (call, title) => one(call, kind, title),
      async act(page) {
        await page.getByLabel('Select all').check()
        await page.getByRole('button', { name: 'Delete', exact: true }).click()
        await confirm(page, 'Delete')
      },
      async reset(page) {
        await page.keyboard.press('Escape')
        await unselect(page)
      },
      says: `Failed to delete ${words}`,
    },
  ] satisfies Way[],
})

const single = (kind: 'memory' | 'prompt') => ({
  update: [
    {
      at: (call, title) => one(call, kind, title),
      act: (page, title) => page.getByRole('switch', { name: `Active: ${title}` }).click(),
      says: `Failed to update ${kind}`,
    },
    {
      at: (call, title) => one(call, kind, title),
      act: toEdited,
      reset: cancelEdit,
      says: `Failed to update ${kind}`,
    },
  ] satisfies Way[],
  remove: [
    {
      at: (call, title) => one(call, kind, title),
      async act(page, title) {
        await page.getByRole('button', { name: `Delete ${title}` }).click()
        await confirm(page, 'Delete')
      },
      says: `Failed to delete ${kind}`,
    },
  ] satisfies Way[],
})

/** The ways in which the screens change memories and prompts. */
export const memoryMutations = {
  'memory.create': [
    {
      at: (call, title) => one(call, 'memory', title),
      async act(page, title) {
        await page.getByLabel('New memory').fill(`Another ${title}`)
        await page.getByRole('button', { name: 'Add memory' }).click()
      },
      reset: (page) => page.getByLabel('New memory').fill(''),
      says: 'Failed to create memory',
    },
  ],
  'memory.update': single('memory').update,
  'memory.delete': single('memory').remove,
  'memory.bulkUpdateStatus': several('memory', 'memories').update,
  'memory.bulkDelete': several('memory', 'memories').remove,
  'prompt.create': [
    {
      at: (call, title) => one(call, 'prompt', title),
      async act(page, title) {
        await page.getByLabel('Title', { exact: true }).fill(`Another ${title}`)
        await page.getByLabel('New prompt').fill('Be brief.')
        await page.getByRole('button', { name: 'Add prompt' }).click()
      },
      async reset(page) {
        await page.getByLabel('Title', { exact: true }).fill('')
        await page.getByLabel('New prompt').fill('')
      },
      says: 'Failed to create prompt',
    },
  ],
  'prompt.update': single('prompt').update,
  'prompt.delete': single('prompt').remove,
  'prompt.bulkUpdateStatus': several('prompt', 'prompts').update,
  'prompt.bulkDelete': several('prompt', 'prompts').remove,
} satisfies Record<string, readonly Way[]>
