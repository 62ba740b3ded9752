import { expect, type Page } from '@playwright/test'
import type { Call, Way } from './mutations.ts'

/** A chat with one question, called as the test, and its answer. */
async function asked(call: Call, title: string, fields: object = {}): Promise<string> {
  const { chatId: id } = await call<{ chatId: string }>('chat.createMessage', { content: title, ...fields })
  type Chat = { messages: { status: string }[] }
  await expect
    .poll(async () => (await call<Chat>('chat.get', { query: { id } })).messages.map(({ status }) => status))
    .toEqual(['done', 'done'])
  return `/chat/${id}`
}
const listed = async (call: Call, title: string, fields: object = {}) => {
  await asked(call, title, fields)
  return '/chat'
}

async function action(page: Page, title: string, name: string) {
  await page.getByRole('button', { name: `Actions for ${title}`, exact: true }).click()
  await page.getByRole('menuitem', { name }).click()
}
const confirm = (page: Page, name: string) =>
  page.getByRole('alertdialog').getByRole('button', { name }).click()

/** What is being written stays when it could not be saved. It may go any moment, when what was asked has been done after all. */
async function cancel(page: Page) {
  const buttons = page.getByRole('main').getByRole('button', { name: 'Cancel', exact: true })
  await expect(async () => {
    if ((await buttons.count()) > 0) await buttons.first().click({ timeout: 500 })
    await expect(buttons).toHaveCount(0, { timeout: 500 })
  }).toPass()
}

/** The ways in which the screens change chats. */
export const chatMutations = {
  'chat.createMessage': [
    {
      at: async () => '/chat',
      async act(page, title) {
        await page.getByRole('textbox', { name: 'Message', exact: true }).fill(`About ${title}`)
        await page.keyboard.press('Enter')
      },
      reset: (page) => page.getByRole('textbox', { name: 'Message', exact: true }).fill(''),
      says: 'Failed to send message',
    },
  ],
  'chat.delete': [
    {
      at: listed,
      async act(page, title) {
        await action(page, title, 'Delete chat')
        await confirm(page, 'Delete chat')
      },
      says: 'Failed to delete chat',
    },
  ],
  'chat.editMessage': [
    {
      at: asked,
      async act(page, title) {
        await page.getByRole('button', { name: 'Edit message' }).click()
        await page.getByRole('textbox', { name: 'Edit message' }).fill(`Not ${title}`)
        await page.keyboard.press('Control+Enter')
      },
      reset: cancel,
      says: 'Failed to update message',
    },
  ],
  'chat.regenerate': [
    {
      at: asked,
      act: (page) => page.getByRole('button', { name: 'Regenerate', exact: true }).click(),
      says: 'Failed to regenerate response',
    },
  ],
  'chat.rename': [
    {
      at: listed,
      async act(page, title) {
        await action(page, title, 'Rename')
        await page.getByRole('textbox', { name: 'Name of the chat' }).fill(`Not ${title}`)
        await page.keyboard.press('Enter')
      },
      reset: cancel,
      says: 'Failed to rename chat',
    },
  ],
  'chat.share': [
    {
      async at(call, title) {
        const { id } = await call('document.create', { title: `Page of ${title}` })
        return listed(call, title, { documentId: id })
      },
      async act(page, title) {
        await action(page, title, 'Share with the people of its page')
        await confirm(page, 'Share')
      },
      says: 'Failed to share chat',
    },
  ],
  // No model is set up here whose answer would last: `chat.e2e` stops one.
  'chat.stop': null,
  'chat.updateMessageBookmark': [
    {
      at: asked,
      act: (page) => page.getByRole('button', { name: 'Bookmark', exact: true }).click(),
      says: 'Failed to update the bookmark',
    },
  ],
  'chat.updateMessageFeedback': [
    {
      at: asked,
      act: (page) => page.getByRole('button', { name: 'Helpful', exact: true }).click(),
      says: 'Failed to update feedback',
    },
  ],
} satisfies Record<string, readonly Way[] | null>
