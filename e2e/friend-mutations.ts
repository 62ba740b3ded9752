import { expect, type Page } from '@playwright/test'
import type { Call, Others, Way } from './mutations.ts'

const confirm = (page: Page, name: string) =>
  page.getByRole('alertdialog').getByRole('button', { name }).click()

const SECTION = '/settings/friends'
type Person = { id: string; username: string }
type Request = { id: string; sender: Person }

/** Leaves nobody with whom there is anything: each way begins with that. */
async function alone(call: Call): Promise<void> {
  const list = <T>(name: string) => call<T[]>(name, { query: null })
  for (const { id } of await list<Person>('friends.getBlocked')) await call('friends.unblock', { userId: id })
  for (const { id } of await list<Request>('friends.getSentRequests'))
    await call('friends.cancelFriendRequest', { friendshipId: id })
  // Refusing them would count against those who ask.
  for (const { id } of await list<Request>('friends.getPendingRequests'))
    await call('friends.acceptFriendRequest', { friendshipId: id })
  for (const { id } of await list<Person>('friends.getFriends'))
    await call('friends.removeFriend', { friendId: id })
}

const seeRequests = async (page: Page) => {
  await page.getByRole('tab', { name: /^Requests/ }).click()
  await expect(page.getByRole('region', { name: 'Sent' })).toBeVisible()
}
const more = async (page: Page, entry: string) => {
  await page
    .getByRole('list', { name: 'Friends' })
    .getByRole('button', { name: /^More for/ })
    .click()
  await page.getByRole('menuitem', { name: entry }).click()
}

/** The ways in which the screens change who knows whom. */
export function friendMutations({ stranger, befriends }: Pick<Others, 'stranger' | 'befriends'>) {
  const asked = async (call: Call) => {
    await alone(call)
    await befriends(call)
    return SECTION
  }
  const friends = async (call: Call) => {
    await asked(call)
    const [request] = await call<Request[]>('friends.getPendingRequests', { query: null })
    await call('friends.acceptFriendRequest', { friendshipId: request!.id })
    return SECTION
  }
  const strangerId = async (call: Call) => {
    const found = await call<Person[]>('friends.searchUsers', { query: { query: stranger } })
    return found.find(({ username }) => username === stranger)!.id
  }
  return {
    'friends.sendFriendRequest': [
      {
        async at(call) {
          await alone(call)
          return SECTION
        },
        async look(page) {
          await page.getByRole('tab', { name: 'Find Friends' }).click()
          await page.getByLabel('Find people').fill(stranger)
          const found = page.getByRole('list', { name: 'People found' })
          await expect(found.or(page.getByText('No users found'))).toBeVisible()
        },
        act: (page) =>
          page
            .getByRole('listitem')
            .filter({ has: page.getByText(`@${stranger}`, { exact: true }) })
            .getByRole('button', { name: /^Add/ })
            .click(),
        says: 'Failed to send friend request',
      },
    ],
    'friends.cancelFriendRequest': [
      {
        async at(call) {
          await alone(call)
          await call('friends.sendFriendRequest', { receiverId: await strangerId(call) })
          return SECTION
        },
        look: seeRequests,
        act: (page) => page.getByRole('button', { name: /^Cancel the request to/ }).click(),
        says: 'Failed to cancel friend request',
      },
    ],
    'friends.acceptFriendRequest': [
      {
        at: asked,
        look: seeRequests,
        act: (page) => page.getByRole('button', { name: /^Accept the request of/ }).click(),
        says: 'Failed to accept friend request',
      },
    ],
    'friends.removeFriend': [
      {
        at: friends,
        async act(page) {
          await more(page, 'Remove friend')
          await confirm(page, 'Remove friend')
        },
        says: 'Failed to remove friend',
      },
      {
        at: asked,
        look: seeRequests,
        act: (page) => page.getByRole('button', { name: /^Decline the request of/ }).click(),
        says: 'Failed to decline friend request',
      },
    ],
    'friends.block': [
      {
        at: friends,
        async act(page) {
          await more(page, 'Block')
          await confirm(page, 'Block')
        },
        says: 'Failed to block this person',
      },
    ],
    'friends.unblock': [
      {
        async at(call) {
          await alone(call)
          await call('friends.block', { userId: await strangerId(call) })
          return SECTION
        },
        act: (page) => page.getByRole('button', { name: /^Unblock/ }).click(),
        says: 'Failed to unblock this person',
      },
    ],
  } satisfies Record<string, readonly Way[]>
}
