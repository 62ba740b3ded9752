import { expect, type Page } from '@playwright/test'
import { type ProviderPlan, type ProviderRequest, toldTo } from '../test/ai-provider.ts'
import type { Call, Way } from './mutations.ts'

/** What the model of these chats answers: by what it is asked, it goes on without end, or wants to make a page. */
export function planOfChats(request: ProviderRequest): ProviderPlan {
  const told = toldTo(request)
  if (told.includes('without end')) return { text: ['Begun'], stalls: true }
  if (told.includes('Make a page') && !told.includes('being asked'))
    return { tool: { name: 'create_page', input: '{"title":"Made","content":"Words"}' } }
  return { text: 'Hello' }
}

type Messages = { messages: { status: string; content: string }[] }
const statesOf = async (call: Call, id: string) =>
  (await call<Messages>('chat.get', { query: { id } })).messages.map(({ status, content }) => [
    status,
    content,
  ])

/** A chat with one question, called as the test, and its answer. */
async function asked(call: Call, title: string, fields: object = {}): Promise<string> {
  const { chatId: id } = await call<{ chatId: string }>('chat.createMessage', { content: title, ...fields })
  await expect
    .poll(async () => (await statesOf(call, id)).map(([status]) => status))
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

const wantsPage = (call: Call, title: string) => asked(call, `Make a page for ${title}`)

/** The ways in which the screens change chats. */
export const chatMutations = {
  'chat.acceptAction': [
    {
      at: wantsPage,
      act: (page) => page.getByRole('button', { name: 'Create', exact: true }).click(),
      says: 'Failed to create the page',
    },
  ],
  'chat.declineAction': [
    {
      at: wantsPage,
      act: (page) => page.getByRole('button', { name: 'Don’t create' }).click(),
      says: 'Failed to decline',
    },
  ],
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
  // It takes a voice to talk with: its failure is looked at in voice.e2e.ts.
  'chat.keepTalk': null,
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
  'chat.stop': [
    {
      async at(call, title) {
        const content = `${title} without end`
        const { chatId: id } = await call<{ chatId: string }>('chat.createMessage', { content })
        await expect
          .poll(() => statesOf(call, id))
          .toEqual([
            ['done', content],
            ['answering', 'Begun'],
          ])
        return `/chat/${id}`
      },
      // The words come apart from what is asked of the server.
      look: (page) => expect(page.getByRole('article', { name: 'Answer' })).toContainText('Begun'),
      act: (page) => page.getByRole('button', { name: 'Stop', exact: true }).click(),
      says: 'Failed to stop the response',
    },
  ],
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
