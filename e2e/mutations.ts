import { expect, type Page } from '@playwright/test'
import type { AppRouter } from '../src/server/router.ts'
import { chatMutations } from './chat-mutations.ts'
import { friendMutations } from './friend-mutations.ts'
import { memoryMutations } from './memory-mutations.ts'
import { notificationMutations } from './notification-mutations.ts'
import { recordingMutations } from './recording-mutations.ts'
import { body, pageOption, paragraph, row, runInPalette, sidebar } from './screen.ts'

type Procedures = AppRouter['_def']['record']
type MutationsIn<Area extends keyof Procedures & string> = {
  [Call in keyof Procedures[Area] & string]: Procedures[Area][Call] extends { _def: { type: 'mutation' } }
    ? `${Area}.${Call}`
    : never
}[keyof Procedures[Area] & string]
/** The name of everything that changes something, as the router has it. */
export type Mutation = { [Area in keyof Procedures & string]: MutationsIn<Area> }[keyof Procedures & string]

/** Calls the server as the person whose page this is. */
export type Call = <T = { id: string }>(name: string, input?: object) => Promise<T>

/** One way in which a person sets a mutation off. */
export interface Way {
  /** Makes what it is about, and answers the address at which it is done. */
  at(call: Call, title: string): Promise<string>
  /** Brings what it changes onto the screen, when that is not there by itself. Can be done again and again. */
  look?(page: Page): Promise<void>
  act(page: Page, title: string): Promise<void>
  /** Puts away what was typed, which stays when it could not be saved. */
  reset?(page: Page): Promise<void>
  /** Something else is changed on the way, so the screen is not what it was before. */
  isSecond?: boolean
  /** What is said when the server refuses. */
  says: string
  /** It is asked again by itself when its answer was lost: nothing is said, or for a moment. */
  healsWhenLost?: boolean
}

const aPage = async (call: Call, title: string, fields: object = {}) =>
  `/${(await call('document.create', { title, ...fields })).id}`

const confirm = (page: Page, name: string) =>
  page.getByRole('alertdialog').getByRole('button', { name }).click()

const trashed = async (call: Call, title: string) => {
  const { id } = await call('document.create', { title })
  await call('document.archive', { id })
  return `/${id}`
}
const seeTrash = async (page: Page) => {
  await page.getByRole('button', { name: 'Trash', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Trash' }).getByRole('listitem')).not.toHaveCount(0)
}
const inTrash = async (page: Page, button: string, title: string) => {
  const panel = page.getByRole('dialog', { name: 'Trash' })
  await panel.getByRole('listitem').filter({ hasText: title }).hover()
  await panel.getByRole('button', { name: button }).click()
}

/** Ticks the page in select mode. */
async function select(page: Page, title: string) {
  await sidebar(page).getByRole('button', { name: 'Select pages' }).click()
  await sidebar(page).getByRole('treeitem', { name: title, exact: true }).click()
  return page.getByRole('region', { name: 'Selected pages' })
}

const published = async (call: Call, title: string) => {
  const { id } = await call('document.create', { title })
  await call('document.publish', { id, isPublished: true })
  return `/${id}`
}
async function publishPanel(page: Page) {
  await page.getByRole('button', { name: /^Publish(ed)?$/ }).click()
  return page.getByRole('dialog', { name: 'Publish' })
}

const template = async (call: Call, title: string) => {
  const { id } = await call('document.create', { title })
  return `/${(await call('template.save', { id })).id}`
}

const versions = (page: Page) =>
  page.getByRole('complementary', { name: 'Version history' }).getByRole('list', { name: 'Versions' })
/** A page with two versions, the older of which is called as the page. */
const versioned = async (call: Call, title: string) => {
  const { id } = await call('document.create', { title, contentRich: [paragraph('a', 'As it was')] })
  await call('version.createVersion', { documentId: id, name: `First ${title}` })
  await call('document.update', { id, contentRich: [paragraph('a', 'As it is')] })
  await call('version.createVersion', { documentId: id, name: `Second ${title}` })
  return `/${id}`
}
async function seeHistory(page: Page) {
  await expect(body(page)).not.toBeEmpty()
  if (!(await versions(page).isVisible())) await pageOption(page, 'Version history')
  await expect(versions(page)).toBeVisible()
}
async function versionAction(page: Page, name: string, action: string) {
  const version = versions(page).getByRole('listitem').filter({ hasText: name })
  await version.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

const stash = (page: Page) => page.getByRole('complementary', { name: 'Stash' })
const stashed = async (call: Call, title: string) => {
  const { id } = await call('document.create', { title, contentRich: [paragraph('a', `On ${title}`)] })
  await call('stash.add', {
    blocks: [paragraph('s', `Stashed ${title}`)],
    fromPath: `/${id}`,
    fromTitle: title,
  })
  return `/${id}`
}
async function seeStash(page: Page) {
  await expect(body(page)).not.toBeEmpty()
  if (!(await stash(page).isVisible())) await runInPalette(page, 'stash', 'Show or hide the stash')
  await expect(stash(page).getByRole('article').first()).toBeVisible()
}
async function blockAction(page: Page, typed: string, action: string) {
  await body(page).getByText(/./).first().click()
  await page.keyboard.press('End')
  await page.keyboard.press('ControlOrMeta+/')
  await page.getByPlaceholder('Search actions...').fill(typed)
  await page.getByRole('option', { name: action }).click()
}

/** A pod of its own with a page in it. */
const pod = async (call: Call, title: string, joins?: Others['joins']) => {
  const { id } = await call('pod.create', { name: `Pod ${title}` })
  await joins?.(call, id)
  return aPage(call, title, { podId: id })
}
async function podAction(page: Page, title: string, action: string) {
  await page.getByRole('button', { name: `Pod: Pod ${title}` }).click()
  await page.getByRole('menu', { name: 'Pods' }).getByRole('menuitem', { name: action }).click()
}
const people = (page: Page) => page.getByRole('dialog', { name: /^People in/ })
const seePeople = async (page: Page) => {
  await page.getByRole('button', { name: /^Pod: Pod / }).click()
  await page.getByRole('menuitem', { name: 'People…' }).click()
  await expect(people(page).getByRole('listitem')).not.toHaveCount(0)
}

const COMMENT_FAILED = 'The comment could not be sent.'
/** What a comment says that is nothing but these words. */
const saying = (text: string) => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
})
const longId = (name: string, title: string) => `${name}-${title}`.replace(/\W/g, '-').padEnd(16, '-')
/** A page with a discussion about all of it; its address opens that. */
const discussed = async (call: Call, title: string) => {
  const { id } = await call('document.create', { title, contentRich: [paragraph('a', `On ${title}`)] })
  const [discussion, comment] = [longId('thread', title), longId('comment', title)]
  await call('comment.createDiscussion', {
    id: discussion,
    documentId: id,
    kind: 'page',
    commentId: comment,
    contentRich: saying(`About ${title}`),
  })
  return `/${id}#comment-${comment}`
}
const discussion = (page: Page) => page.getByRole('article', { name: /^Comment of/ }).first()
const resolved = async (call: Call, title: string) => {
  const path = await discussed(call, title)
  await call('comment.resolveDiscussion', { discussionId: longId('thread', title) })
  return path
}
/** Gives up what the server refused. What only its answer was lost of is sent again by itself, and is stored then. */
async function discardComment(page: Page) {
  const discard = discussion(page).getByRole('button', { name: 'Discard' })
  const sent = page.getByText(/Waiting to be sent|Sending/)
  await expect(async () => {
    if (await discard.isVisible()) await discard.click({ timeout: 1000 })
    await expect(discard.or(sent)).toHaveCount(0, { timeout: 1000 })
  }).toPass()
}
const commentsPanel = (page: Page) => page.getByRole('complementary', { name: 'Comments' })
/** The list of all discussions of the page. */
async function seeDiscussions(page: Page) {
  await expect(body(page)).not.toBeEmpty()
  if (!(await commentsPanel(page).isVisible()))
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^Comments/ })
      .click()
  const back = commentsPanel(page).getByRole('button', { name: 'All comments' })
  const list = commentsPanel(page).getByRole('combobox', { name: 'Which comments are shown' })
  await expect(back.or(list)).toBeVisible()
  // A thread that goes meanwhile takes its way back with it, and the list comes by itself.
  await expect(async () => {
    if (await back.isVisible()) await back.click({ timeout: 1000 })
    await expect(list).toBeVisible({ timeout: 1000 })
  }).toPass()
}
/** Opens the one discussion of the page from that list. */
async function openDiscussion(page: Page) {
  await seeDiscussions(page)
  await commentsPanel(page).getByRole('listitem').first().getByRole('button').click()
  await seeDiscussion(page)
}
/** The same page, with its address alone. */
const withoutHash =
  (at: Way['at']): Way['at'] =>
  async (call, title) =>
    (await at(call, title)).split('#')[0]!
const seeDiscussion = async (page: Page) => expect(discussion(page)).toBeVisible()
async function commentAction(page: Page, action: string) {
  await discussion(page)
    .getByRole('button', { name: /^Actions for the comment/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

async function deleteComment(page: Page) {
  await commentAction(page, 'Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
}

const settings = async () => '/settings'
const seeSessions = async (page: Page) => {
  await page.getByRole('tab', { name: 'Security' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'This browser' })).toBeVisible()
  await expect(page.getByRole('tabpanel')).toHaveCount(1)
}

/** Leaves select mode. */
const done = async (page: Page) => {
  for (const button of await page.getByRole('button', { name: 'Done' }).all()) await button.click()
}
/** Puts back what was typed, once what was asked with it is over. */
async function reset(page: Page) {
  await expect(page.locator('form[aria-busy=true]')).toHaveCount(0)
  for (const button of await page.getByRole('button', { name: 'Reset' }).all())
    if (await button.isEnabled()) await button.click()
}

const NOT_DONE = 'That did not work. Please try again.'
const NO_STASH = 'The stash did not answer. Try again.'
const NO_HISTORY = 'The history did not answer. Try again.'

/** What a test of the pods needs besides: somebody to invite, and somebody who comes when they are invited, and invites. */
export interface Others {
  stranger: string
  member: string
  /** Brings the member into a pod. */
  joins(call: Call, podId: string): Promise<void>
  /** Invites the person into a pod of the member's that is called so. */
  invites(call: Call, name: string): Promise<void>
  /** Invites the person to a page of the member's. */
  shares(call: Call): Promise<void>
  /** The member asks the person to be friends. */
  befriends(call: Call): Promise<void>
  /** The member gets this page of the person's, and comments on it. */
  comments(call: Call, documentId: string, title: string): Promise<void>
  /** The member asks for this page. */
  asks(documentId: string): Promise<void>
  /** Puts a picture into the person's library that is called so. */
  records(title: string): Promise<void>
  /** Leaves a recording that is called so on the server, as a browser does that was closed half an hour ago. */
  leaves(title: string): Promise<void>
}

const sharing = (page: Page) => page.getByRole('dialog', { name: 'Share' })
const seeSharing = async (page: Page) => {
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(sharing(page).getByRole('combobox', { name: 'Who else has it' })).toBeVisible()
}
/** Chooses in one of the selects of sharing. */
async function choose(page: Page, select: string | RegExp, option: string) {
  await sharing(page).getByRole('combobox', { name: select }).click()
  await page.getByRole('option', { name: option }).click()
}
/** A page in a pod with the member, who also has the page by name. */
async function sharedInPod(call: Call, title: string, { joins, member }: Pick<Others, 'joins' | 'member'>) {
  const path = await pod(call, title, joins)
  await call('share.invite', { id: path.slice(1), username: member, level: 'view' })
  return path
}
const linked = async (call: Call, title: string) => {
  const path = await aPage(call, title)
  await call('share.setLink', { id: path.slice(1), level: 'view' })
  return path
}

/** Seen on the screen, and not made to fail there yet. */
const UNTRIED = null

/**
 * Every mutation of the product with each way in which the screens set it off (R50). A mutation that is not here is an
 * error of the types. `null`: nothing that anybody can see depends on it.
 */
export const mutations = ({
  stranger,
  member,
  joins,
  invites,
  shares,
  befriends,
  comments,
  asks,
  records,
  leaves,
}: Others): Record<Mutation, readonly Way[] | null> => ({
  // Takes the answer of a model: `ai-menu.e2e.ts` looks at what is on record.
  'ai.accept': null,
  'ai.takeBack': null,
  'comment.assignDiscussion': [
    {
      at: discussed,
      look: seeDiscussion,
      async act(page) {
        await commentAction(page, 'Assign')
        await page.getByRole('list', { name: 'People' }).getByRole('button').first().click()
      },
      says: NOT_DONE,
    },
  ],
  'comment.createComment': [
    {
      at: discussed,
      look: seeDiscussion,
      async act(page) {
        await discussion(page).getByRole('textbox', { name: 'Reply' }).fill('An answer')
        await page.keyboard.press('Enter')
      },
      reset: discardComment,
      says: COMMENT_FAILED,
      healsWhenLost: true,
    },
  ],
  'comment.createDiscussion': [
    {
      at: (call, title) => aPage(call, title, { contentRich: [paragraph('a', `On ${title}`)] }),
      look: seeDiscussions,
      async act(page) {
        await commentsPanel(page).getByRole('button', { name: 'Comment on the page' }).first().click()
        await page.getByRole('textbox', { name: 'New comment' }).fill('Is that so?')
        await page.keyboard.press('Enter')
      },
      reset: discardComment,
      says: COMMENT_FAILED,
      healsWhenLost: true,
    },
  ],
  'comment.deleteDiscussion': [
    {
      async at(call, title) {
        const path = await withoutHash(discussed)(call, title)
        await call('comment.createComment', {
          ...{ id: longId('reply', title), discussionId: longId('thread', title) },
          contentRich: saying(`Again ${title}`),
        })
        return path
      },
      look: seeDiscussions,
      async act(page) {
        await openDiscussion(page)
        await commentAction(page, 'Delete the discussion')
        await page.getByRole('alertdialog').getByRole('button', { name: 'Delete the discussion' }).click()
      },
      says: NOT_DONE,
    },
  ],
  'comment.deleteComment': [
    {
      at: withoutHash(discussed),
      look: seeDiscussions,
      async act(page) {
        await openDiscussion(page)
        await deleteComment(page)
      },
      says: NOT_DONE,
    },
    // One of several: the others stay.
    {
      async at(call, title) {
        const path = await withoutHash(discussed)(call, title)
        await call('comment.createComment', {
          ...{ id: longId('reply', title), discussionId: longId('thread', title) },
          contentRich: saying(`Again ${title}`),
        })
        return path
      },
      look: openDiscussion,
      act: (page) => deleteComment(page),
      says: NOT_DONE,
    },
  ],
  'comment.follow': [
    {
      at: withoutHash(discussed),
      look: openDiscussion,
      async act(page) {
        await commentAction(page, 'Mute')
      },
      says: NOT_DONE,
    },
  ],
  'comment.markRead': [
    {
      async at(call, title) {
        const path = await aPage(call, title, { contentRich: [paragraph('a', `On ${title}`)] })
        await comments(call, path.slice(1), title)
        return path
      },
      look: seeDiscussions,
      act: openDiscussion,
      says: NOT_DONE,
    },
  ],
  'comment.reanchorDiscussion': [
    {
      at: (call, title) =>
        aPage(call, title, {
          contentRich: [paragraph('a', `On ${title}`), paragraph('b', 'Instead of that')],
        }),
      look: seeDiscussions,
      async act(page, title) {
        const select = async (words: string) => {
          await body(page).getByText(words).click()
          await page.keyboard.press('Home')
          await page.keyboard.press('Shift+End')
        }
        await select(`On ${title}`)
        await page.keyboard.press('ControlOrMeta+Shift+m')
        await page.getByRole('textbox', { name: 'New comment' }).fill('Is that so?')
        await page.keyboard.press('Enter')
        await expect(discussion(page)).toContainText('Is that so?')
        await expect(page.getByText(/Waiting to be sent|Sending/)).toHaveCount(0)
        await select(`On ${title}`)
        await page.keyboard.press('Delete')
        await select('Instead of that')
        await openDiscussion(page)
        await discussion(page).getByRole('button', { name: 'Attach to the selected text' }).click()
      },
      isSecond: true,
      says: NOT_DONE,
    },
  ],
  'comment.reopenDiscussion': [
    {
      at: resolved,
      look: seeDiscussion,
      act: (page) => commentAction(page, 'Reopen'),
      says: NOT_DONE,
    },
  ],
  'comment.resolveDiscussion': [
    {
      at: withoutHash(discussed),
      look: seeDiscussions,
      async act(page) {
        await openDiscussion(page)
        await discussion(page).getByRole('button', { name: 'Resolve', exact: true }).click()
      },
      says: NOT_DONE,
    },
  ],
  'comment.toggleReaction': [
    {
      at: discussed,
      look: seeDiscussion,
      async act(page) {
        await discussion(page).getByRole('button', { name: 'Add a reaction' }).first().click()
        await page.getByRole('searchbox', { name: 'Search emoji' }).fill('thumbs up')
        await page.keyboard.press('Enter')
      },
      says: NOT_DONE,
    },
  ],
  'comment.updateComment': [
    {
      at: discussed,
      look: seeDiscussion,
      async act(page) {
        await commentAction(page, 'Edit')
        await page.getByRole('textbox', { name: 'Edit the comment' }).fill('Something else')
        await page.keyboard.press('Enter')
      },
      says: NOT_DONE,
      // What was not taken stands there to be sent again, until it is given up.
      async reset(page) {
        await expect(page.getByRole('textbox', { name: 'Edit the comment' })).toHaveText('Something else')
        await page.getByRole('button', { name: 'Cancel' }).click()
      },
    },
  ],
  'cover.validateUrl': [
    {
      async at(call, title) {
        const path = await aPage(call, title)
        await call('document.update', { id: path.slice(1), coverImage: 'misty' })
        return path
      },
      async act(page) {
        await page.locator('[data-page-cover]').hover()
        await page.getByRole('button', { name: 'Change cover' }).click()
        await page.getByRole('tab', { name: 'Link' }).click()
        await page.getByRole('textbox', { name: 'Link to a picture' }).fill('https://pictures.example/a.png')
        await page.getByRole('button', { name: 'Use this link' }).click()
      },
      says: 'Failed to validate URL',
    },
  ],
  'document.create': [
    {
      at: (call, title) => aPage(call, title),
      act: (page) => page.getByRole('button', { name: 'New page' }).first().click(),
      says: 'Failed to create a new note!',
    },
  ],
  'document.move': [
    {
      async at(call, title) {
        const { id } = await call('document.create', { title: `Around ${title}` })
        return aPage(call, title, { parentDocumentId: id })
      },
      async act(page) {
        await pageOption(page, 'Move to…')
        await page.getByRole('option', { name: 'Top level' }).click()
      },
      says: 'Failed to move document',
    },
    {
      async at(call, title) {
        await call('document.create', { title: `Goal of ${title}` })
        return aPage(call, title)
      },
      async act(page, title) {
        await (await select(page, title)).getByRole('button', { name: 'Move to…' }).click()
        await page.getByRole('option', { name: `Goal of ${title}` }).click()
      },
      reset: done,
      says: 'Failed to move document',
    },
    {
      async at(call, title) {
        await call('document.create', { title: `Before ${title}` })
        return aPage(call, title)
      },
      async act(page, title) {
        await row(page, title).focus()
        await page.keyboard.press('Alt+ArrowUp')
      },
      says: 'Failed to move document',
    },
  ],
  'document.update': [
    {
      at: (call, title) => aPage(call, title),
      async act(page) {
        await page.getByRole('textbox', { name: 'Page title' }).hover()
        await page.getByRole('button', { name: 'Add status' }).click()
        await page.getByRole('menuitemradio', { name: 'Blocked' }).click()
      },
      says: 'Failed to update status',
    },
    {
      at: (call, title) => aPage(call, title),
      act: (page) => page.getByRole('button', { name: 'Add to favorites' }).click(),
      says: 'Failed to update favorite status',
    },
    {
      at: (call, title) => aPage(call, title),
      async act(page) {
        await page.getByRole('textbox', { name: 'Page title' }).hover()
        await page.getByRole('button', { name: 'Add cover' }).click()
      },
      says: 'Failed to update document',
    },
    {
      at: (call, title) => aPage(call, title),
      async act(page, title) {
        await (await select(page, title)).getByRole('button', { name: 'Status' }).click()
        await page.getByRole('menuitemradio', { name: 'Completed' }).click()
      },
      reset: done,
      says: 'Failed to update document',
    },
    {
      at: (call, title) => aPage(call, title),
      async act(page, title) {
        await row(page, title).focus()
        await page.keyboard.press('F2')
        await page.keyboard.type('Called otherwise')
        await page.keyboard.press('Enter')
      },
      says: 'Failed to update document',
    },
    {
      at: (call, title) => aPage(call, title),
      async act(page) {
        await page.getByRole('textbox', { name: 'Page title' }).hover()
        await page.getByRole('button', { name: 'Add icon' }).click()
        await page.getByRole('gridcell').first().click()
      },
      says: 'Failed to update document',
    },
  ],
  'document.duplicate': [
    {
      at: (call, title) => aPage(call, title),
      act: (page) => pageOption(page, 'Duplicate'),
      says: 'Failed to duplicate document',
    },
    {
      at: (call, title) => aPage(call, title),
      act: async (page, title) =>
        (await select(page, title)).getByRole('button', { name: 'Duplicate' }).click(),
      reset: done,
      says: 'Failed to duplicate document',
    },
  ],
  'document.appendBlocks': [
    {
      async at(call, title) {
        await call('document.create', { title: `Goal of ${title}` })
        return aPage(call, title, { contentRich: [paragraph('a', 'Stays here')] })
      },
      async act(page, title) {
        await blockAction(page, 'another page', 'Move to…')
        await page.getByRole('option', { name: `Goal of ${title}` }).click()
      },
      says: 'The blocks could not be moved. Try again.',
    },
  ],
  'document.archive': [
    {
      at: (call, title) => aPage(call, title),
      act: (page) => pageOption(page, 'Move to trash'),
      says: 'Failed to archive note!',
    },
    {
      at: (call, title) => aPage(call, title),
      act: async (page, title) => (await select(page, title)).getByRole('button', { name: 'Trash' }).click(),
      reset: done,
      says: 'Failed to archive note!',
    },
    {
      at: (call, title) => aPage(call, title),
      async act(page, title) {
        await row(page, title).hover()
        await row(page, title)
          .getByRole('button', { name: `More for ${title}` })
          .click()
        await page.getByRole('menu').getByRole('menuitem', { name: 'Move to trash' }).click()
      },
      says: 'Failed to archive note!',
    },
  ],
  'document.restore': [
    {
      at: trashed,
      act: (page) => page.getByRole('button', { name: 'Restore', exact: true }).click(),
      says: 'Failed to restore Note!',
    },
    {
      at: trashed,
      look: seeTrash,
      act: (page, title) => inTrash(page, `Restore ${title}`, title),
      says: 'Failed to restore note!',
    },
  ],
  'document.delete': [
    {
      at: trashed,
      async act(page) {
        await page.getByRole('button', { name: 'Delete permanently' }).click()
        await confirm(page, 'Delete permanently')
      },
      says: 'Failed to remove Note!',
    },
    {
      async at(call, title) {
        await trashed(call, title)
        return aPage(call, `Beside ${title}`)
      },
      look: seeTrash,
      async act(page, title) {
        await inTrash(page, `Delete ${title} permanently`, title)
        await confirm(page, 'Delete permanently')
      },
      says: 'Failed to delete note!',
    },
  ],
  'document.emptyTrash': [
    {
      async at(call, title) {
        await trashed(call, title)
        return aPage(call, `Beside ${title}`)
      },
      async act(page) {
        await seeTrash(page)
        await page.getByRole('button', { name: 'Empty trash' }).click()
        await confirm(page, 'Empty trash')
      },
      says: 'Failed to empty the trash!',
    },
  ],
  // A line in "recents", and no action of the person's.
  'document.visit': null,
  'share.invite': [
    {
      at: (call, title) => aPage(call, title),
      look: seeSharing,
      async act(page) {
        await sharing(page).getByLabel('Invite somebody').fill(stranger)
        await sharing(page).getByRole('button', { name: 'Invite', exact: true }).click()
      },
      says: NOT_DONE,
    },
  ],
  'share.setLink': [
    {
      at: (call, title) => aPage(call, title),
      look: seeSharing,
      act: (page) => choose(page, 'What the link gives', 'Anyone with the link: Viewer'),
      says: NOT_DONE,
    },
    {
      at: (call, title) => linked(call, title),
      look: seeSharing,
      act: (page) => choose(page, 'When the link ends', 'Expires in a week'),
      says: NOT_DONE,
    },
  ],
  'share.rotateLink': [
    {
      at: (call, title) => linked(call, title),
      look: seeSharing,
      act: (page) =>
        sharing(page)
          .getByRole('button', { name: /^Replace the link/ })
          .click(),
      says: NOT_DONE,
    },
  ],
  'share.setInheritance': [
    {
      at: (call, title) => aPage(call, title),
      look: seeSharing,
      act: (page) => choose(page, 'Who else has it', 'Only invited people'),
      says: NOT_DONE,
    },
  ],
  'share.setRole': [
    {
      at: (call, title) => sharedInPod(call, title, { joins, member }),
      look: seeSharing,
      act: (page) => choose(page, /^Role of (?!the invited)/, 'Commenter'),
      says: NOT_DONE,
    },
  ],
  'share.remove': [
    {
      at: (call, title) => sharedInPod(call, title, { joins, member }),
      look: seeSharing,
      act: (page) =>
        sharing(page)
          .getByRole('button', { name: /off this page$/ })
          .click(),
      says: NOT_DONE,
    },
  ],
  'share.revokeInvite': [
    {
      async at(call, title) {
        const path = await aPage(call, title)
        await call('share.invite', { id: path.slice(1), username: stranger, level: 'view' })
        return path
      },
      look: seeSharing,
      act: (page) =>
        sharing(page)
          .getByRole('button', { name: /^Take back the invitation/ })
          .click(),
      says: NOT_DONE,
    },
  ],
  'share.acceptInvite': [
    {
      async at(call) {
        await shares(call)
        return '/'
      },
      act: (page) =>
        page
          .getByRole('button', { name: /^Accept the page of/ })
          .first()
          .click(),
      says: NOT_DONE,
    },
  ],
  'share.declineInvite': [
    {
      async at(call) {
        await shares(call)
        return '/'
      },
      act: (page) =>
        page
          .getByRole('button', { name: /^Decline the page of/ })
          .first()
          .click(),
      says: NOT_DONE,
    },
  ],
  'share.requestAccess': [
    {
      // A page that is not there looks the same as one that is not theirs.
      at: async (_call, title) => `/${title.replaceAll(/\W/g, '-')}-that-is-not-there`,
      act: (page) => page.getByRole('button', { name: 'Ask for access' }).click(),
      // What was said stays until it is tried again.
      reset: async (page) => void (await page.reload()),
      says: NOT_DONE,
    },
  ],
  'share.answerRequest': [
    {
      async at(call, title) {
        const path = await aPage(call, title)
        await asks(path.slice(1))
        return path
      },
      look: seeSharing,
      act: (page) =>
        sharing(page)
          .getByRole('button', { name: /^Let .* in$/ })
          .click(),
      says: NOT_DONE,
    },
  ],
  // Done by coming to an address, before anything is on the screen; that a link which is over says so is tried in `sharing.e2e.ts`.
  'share.openLink': null,
  // For programs; screens decide in the page itself, and are told by it.
  'suggestion.accept': null,
  'suggestion.reject': null,
  'suggestion.takeBack': null,
  'suggestion.decided': null,
  'suggestion.hideReview': [
    {
      at: (call, title) => aPage(call, title),
      look: seeSharing,
      act: (page) =>
        page
          .getByRole('checkbox', { name: 'Hide suggestions and comments from viewers' })
          .check({ force: true }),
      says: NOT_DONE,
    },
  ],
  'document.publish': [
    {
      at: (call, title) => aPage(call, title),
      act: async (page) => (await publishPanel(page)).getByRole('button', { name: 'Publish' }).click(),
      says: 'Failed to publish note!',
    },
    {
      at: published,
      act: async (page) => (await publishPanel(page)).getByRole('button', { name: 'Unpublish' }).click(),
      says: 'Failed to unpublish note!',
    },
  ],
  'publish.update': [
    {
      at: published,
      async act(page, title) {
        const panel = await publishPanel(page)
        await panel.getByLabel('Address').fill(title.toLowerCase().replaceAll(' ', '-'))
        await panel.getByRole('button', { name: 'Save' }).click()
      },
      reset,
      says: 'Your changes could not be saved',
    },
  ],
  'template.save': [
    {
      at: (call, title) => aPage(call, title),
      act: (page) => pageOption(page, 'Save as template'),
      says: 'Failed to save template',
    },
  ],
  'template.use': [
    {
      at: template,
      act: (page) => page.getByRole('main').getByRole('button', { name: 'Use template' }).click(),
      says: 'Failed to create a new note!',
    },
    {
      at: template,
      async act(page, title) {
        await runInPalette(page, 'from template', 'New from template')
        const gallery = page.getByRole('dialog', { name: 'Templates' })
        await gallery.getByRole('option', { name: title }).click()
        await gallery.getByRole('button', { name: 'Use this template' }).click()
      },
      says: 'Failed to create a new note!',
    },
  ],
  'template.turnIntoPage': [
    {
      at: template,
      act: (page) => page.getByRole('button', { name: 'Turn into a page' }).click(),
      says: 'Failed to update document',
    },
  ],
  'pod.create': [
    {
      at: (call, title) => pod(call, title),
      async act(page, title) {
        await podAction(page, title, 'New pod…')
        await page.getByRole('dialog', { name: 'New pod' }).getByLabel('Name').fill(`Another ${title}`)
        await page.getByRole('button', { name: 'Create pod' }).click()
      },
      says: 'The pod could not be saved.',
    },
  ],
  'pod.rename': [
    {
      at: (call, title) => pod(call, title),
      async act(page, title) {
        await podAction(page, title, 'Name and icon…')
        await page.getByRole('dialog', { name: 'Name and icon' }).getByLabel('Name').fill(`Other ${title}`)
        await page.getByRole('button', { name: 'Save' }).click()
      },
      says: 'The pod could not be saved.',
    },
  ],
  'pod.delete': [
    {
      at: (call, title) => pod(call, title),
      async act(page, title) {
        await podAction(page, title, 'Delete pod…')
        await confirm(page, 'Delete pod')
      },
      says: 'The pod could not be deleted.',
    },
  ],
  'pod.leave': [
    {
      async at(call, title) {
        const { id } = await call('pod.create', { name: `Pod ${title}` })
        await joins(call, id)
        const { members } = await call<{ members: { id: string; username: string }[] }>('pod.members', {
          query: { podId: id },
        })
        const userId = members.find(({ username }) => username === member)!.id
        await call('pod.changeRole', { podId: id, userId, role: 'owner' })
        return aPage(call, title, { podId: id })
      },
      async act(page, title) {
        await podAction(page, title, 'Leave pod…')
        await confirm(page, 'Leave pod')
      },
      says: 'The pod could not be left.',
    },
  ],
  'pod.addMember': [
    {
      at: (call, title) => pod(call, title),
      look: seePeople,
      async act(page) {
        await people(page).getByLabel('Invite somebody').fill(stranger)
        await people(page).getByRole('button', { name: 'Invite', exact: true }).click()
      },
      says: NOT_DONE,
    },
  ],
  'pod.withdrawInvitation': [
    {
      async at(call, title) {
        const { id } = await call('pod.create', { name: `Pod ${title}` })
        await call('pod.addMember', { podId: id, username: stranger })
        return aPage(call, title, { podId: id })
      },
      look: seePeople,
      act: (page) =>
        people(page)
          .getByRole('button', { name: /^Withdraw/ })
          .click(),
      says: NOT_DONE,
    },
  ],
  'pod.acceptInvitation': [
    {
      async at(call, title) {
        await invites(call, title)
        return '/'
      },
      act: (page, title) => page.getByRole('button', { name: `Accept the invitation to ${title}` }).click(),
      says: 'The invitation could not be accepted.',
    },
  ],
  'pod.declineInvitation': [
    {
      async at(call, title) {
        await invites(call, title)
        return '/'
      },
      act: (page, title) => page.getByRole('button', { name: `Decline the invitation to ${title}` }).click(),
      says: 'The invitation could not be declined.',
    },
  ],
  'pod.changeRole': [
    {
      at: (call, title) => pod(call, title, joins),
      look: seePeople,
      async act(page) {
        await people(page)
          .getByRole('listitem')
          .filter({ hasText: `@${member}` })
          .getByRole('combobox')
          .click()
        await page.getByRole('option', { name: 'Owner' }).click()
      },
      says: NOT_DONE,
    },
  ],
  'pod.removeMember': [
    {
      at: (call, title) => pod(call, title, joins),
      look: seePeople,
      act: (page) =>
        people(page)
          .getByRole('button', { name: /out of the pod$/ })
          .click(),
      says: NOT_DONE,
    },
  ],
  'pod.refreshIndex': [
    {
      at: (call, title) => pod(call, title),
      act: (page, title) => podAction(page, title, 'Refresh pod index'),
      says: 'Failed to update pod index',
    },
  ],
  ...friendMutations({ stranger, befriends }),
  ...chatMutations,
  ...memoryMutations,
  ...notificationMutations({ comments }),
  ...recordingMutations({ records, leaves }),
  'stash.add': [
    {
      at: stashed,
      look: seeStash,
      act: (page) => blockAction(page, 'stash', 'Move to stash'),
      says: NO_STASH,
    },
  ],
  'stash.delete': [
    {
      at: stashed,
      look: seeStash,
      act: (page, title) =>
        stash(page)
          .getByRole('button', { name: `Delete “Stashed ${title}”` })
          .click(),
      says: NO_STASH,
    },
  ],
  'stash.restore': [
    {
      // Another one stays, so that there is a list to look at.
      async at(call, title) {
        await stashed(call, `Kept ${title}`)
        return stashed(call, title)
      },
      look: seeStash,
      async act(page, title) {
        await stash(page)
          .getByRole('button', { name: `Delete “Stashed ${title}”` })
          .click()
        await page.locator('[data-sonner-toast]').getByRole('button', { name: 'Undo' }).press('Enter')
      },
      isSecond: true,
      says: NO_STASH,
    },
  ],
  // Its failure is looked at in the story of an account that is deleted (accounts.e2e.ts): the other stories need the account.
  'user.deleteAccount': UNTRIED,
  // A browser is asked for its leave: what fails then is looked at in push.e2e.ts.
  'notifications.addPushDevice': UNTRIED,
  // A passkey takes an authenticator: its failure is looked at where there is one (security.e2e.ts).
  'user.removePasskey': UNTRIED,
  'user.renamePasskey': UNTRIED,
  // It takes a browser that is trusted: looked at in security.e2e.ts.
  'user.forgetTrustedBrowsers': UNTRIED,
  'user.updateSettings': [
    {
      at: settings,
      async act(page, title) {
        await page.getByLabel('Name', { exact: true }).fill(`Renamed ${title}`)
        await page.getByRole('button', { name: 'Save', exact: true }).click()
      },
      reset,
      says: 'Failed to update profile',
    },
    {
      async at(call) {
        await call('user.updateSettings', { timeZone: null, dateFormat: null, hourFormat: null })
        return '/settings/preferences'
      },
      async act(page) {
        await page.getByRole('combobox', { name: 'Hour format' }).click()
        await page.getByRole('option', { name: '24 hours' }).click()
      },
      says: 'Failed to update setting',
    },
  ],
  'user.revokeSession': [
    {
      at: settings,
      look: seeSessions,
      act: (page) =>
        page
          .getByRole('button', { name: /^Sign out .+ on/ })
          .first()
          .click(),
      says: 'Failed to sign out there',
    },
  ],
  'user.revokeOtherSessions': [
    {
      at: settings,
      look: seeSessions,
      async act(page) {
        await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
        await confirm(page, 'Sign out')
      },
      says: 'Failed to sign out everywhere else',
    },
  ],
  // There is no provider in these tests for an account to be linked to.
  'user.unlinkAccount': UNTRIED,
  'version.createVersion': [
    {
      at: versioned,
      look: seeHistory,
      act: (page) => page.getByRole('button', { name: 'Save a version' }).click(),
      says: NO_HISTORY,
    },
  ],
  'version.rename': [
    {
      at: versioned,
      look: seeHistory,
      async act(page, title) {
        await versionAction(page, `First ${title}`, 'Rename')
        await page.getByRole('dialog', { name: 'Name this version' }).getByLabel('Name').fill(`Mine ${title}`)
        await page.getByRole('button', { name: 'Save name' }).click()
      },
      says: NO_HISTORY,
    },
  ],
  'version.restoreVersion': [
    {
      at: versioned,
      look: seeHistory,
      act: (page, title) => versionAction(page, `First ${title}`, 'Restore this version'),
      says: NO_HISTORY,
    },
  ],
  'version.restoreBlock': [
    {
      at: versioned,
      look: seeHistory,
      async act(page, title) {
        await versionAction(page, `First ${title}`, 'Show changes')
        await page.getByRole('button', { name: 'Restore block' }).first().click()
      },
      says: NO_HISTORY,
    },
  ],
  'version.undoRestore': [
    {
      at: versioned,
      look: seeHistory,
      async act(page, title) {
        await versionAction(page, `First ${title}`, 'Restore this version')
        await page.locator('[data-sonner-toast]').getByRole('button', { name: 'Undo' }).press('Enter')
      },
      isSecond: true,
      says: NO_HISTORY,
    },
  ],
  'version.delete': [
    {
      at: versioned,
      look: seeHistory,
      async act(page, title) {
        await versionAction(page, `First ${title}`, 'Delete version')
        await confirm(page, 'Delete version')
      },
      says: NO_HISTORY,
    },
  ],
})
