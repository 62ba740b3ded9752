import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import type { Block } from '../src/blocks/index.ts'
import { expect, onSecondDevice, testOnKeptServer as test } from './fixtures.ts'
import {
  ask,
  body,
  call,
  makePage,
  newPage,
  pageOption,
  row,
  saveState,
  toast,
  violations,
} from './screen.ts'

async function openIn(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(path)
  await expect(body(page)).toBeVisible()
  return page
}

async function typeAtEnd(page: Page, text: string): Promise<void> {
  await body(page).focus()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type(text)
}

test('what was typed offline is counted, survives closing the tab, and arrives later', async ({
  page,
  signUp,
}) => {
  await signUp(page)
  const path = await newPage(page)
  await typeAtEnd(page, 'Before. ')
  await expect(saveState(page)).toHaveText('Saved')
  const context = page.context()
  await context.setOffline(true)
  await expect(saveState(page)).toHaveText(/Offline — \d+ unsent/)
  await typeAtEnd(page, 'Offline words.')
  await expect(saveState(page)).toHaveText(/Offline — [1-9]\d* unsent/)
  const other = await context.newPage()
  await page.close()
  await context.setOffline(false)
  await other.goto(path)
  await expect(body(other)).toContainText('Before. Offline words.')
  await expect(saveState(other)).toHaveText('Saved')
})

test('what was typed offline arrives when the application is opened, without opening the page', async ({
  page,
  signUp,
}) => {
  await signUp(page)
  const path = await newPage(page)
  const id = path.slice(1)
  const context = page.context()
  const stored = async () => {
    const input = encodeURIComponent(JSON.stringify({ id }))
    const answer = await context.request.get(`/api/trpc/document.document?input=${input}`)
    return answer.text()
  }
  await typeAtEnd(page, 'Before. ')
  await expect.poll(stored).toContain('Before.')
  await context.setOffline(true)
  await expect(saveState(page)).toHaveText(/Offline — \d+ unsent/)
  await typeAtEnd(page, 'Offline words.')
  await expect(saveState(page)).toHaveText(/Offline — [1-9]\d* unsent/)
  const other = await context.newPage()
  await page.close()
  await context.setOffline(false)
  expect(await stored()).not.toContain('Offline words.')
  await other.goto('/')
  await expect.poll(stored).toContain('Before. Offline words.')
  await expect(body(other)).toHaveCount(0)
})

test('what was typed just before the page is left is with the others at once', async ({ page, signUp }) => {
  await signUp(page)
  const path = await newPage(page)
  const other = await openIn(page.context(), path)
  await expect(saveState(other)).toHaveText('Saved')
  await body(page).focus()
  for (const word of ['One ', 'two ', 'three.']) await page.keyboard.type(word)
  await page.goto('about:blank')
  await expect(body(other)).toContainText('One two three.')
})

test('two tabs of one browser that typed offline both end up with everything once', async ({
  page,
  signUp,
}) => {
  await signUp(page)
  const path = await newPage(page)
  await typeAtEnd(page, 'Start.')
  await page.keyboard.press('Enter')
  await expect(saveState(page)).toHaveText('Saved')
  const context = page.context()
  const second = await openIn(context, path)
  await expect(body(second)).toContainText('Start.')
  await expect(saveState(second)).toHaveText('Saved')
  await context.setOffline(true)
  for (const tab of [page, second]) await expect(saveState(tab)).toHaveText(/Offline/)
  await typeAtEnd(page, 'from the first ')
  // At another place: the tabs share their copy while they are offline, so that words at one place would mingle.
  await body(second).focus()
  await second.keyboard.press('ControlOrMeta+Home')
  await second.keyboard.type('from the second ')
  await context.setOffline(false)
  for (const tab of [page, second]) {
    await expect(saveState(tab)).toHaveText('Saved')
    await expect
      .poll(async () => (await body(tab).innerText()).match(/from the (first|second)/g)?.sort())
      .toEqual(['from the first', 'from the second'])
  }
})

test('U6 a page that is opened offline says that it is offline, and never stays at “Saving…”', async ({
  page,
  signUp,
}) => {
  await signUp(page)
  const garden = await makePage(page, 'Garden', ['Roses.'])
  await makePage(page, 'Cellar', ['Apples.'])
  await page.goto(`/${garden}`)
  await expect(saveState(page)).toHaveText('Saved')
  await row(page, 'Cellar').click()
  await expect(body(page)).toContainText('Apples.')
  await expect(saveState(page)).toHaveText('Saved')
  await page.context().setOffline(true)
  await expect(saveState(page)).toHaveText(/^Offline/)
  await row(page, 'Garden').click()
  await expect(body(page)).toContainText('Roses.')
  await expect(saveState(page)).toHaveText(/^Offline/)
  await typeAtEnd(page, ' Tulips.')
  await expect(saveState(page)).toHaveText(/^Offline — [1-9]\d* unsent/)
  await page.context().setOffline(false)
  await expect(saveState(page)).toHaveText('Saved')
})

test('offline is said at once, also when the goodbye to the server is never answered', async ({
  page,
  server,
  signUp,
}) => {
  await signUp(page)
  await newPage(page)
  await typeAtEnd(page, 'One.')
  await expect(saveState(page)).toHaveText('Saved')
  server.signal('SIGSTOP')
  try {
    await page.context().setOffline(true)
    await expect(saveState(page)).toHaveText('Offline — 0 unsent')
    await typeAtEnd(page, ' Two.')
    await expect(saveState(page)).toHaveText(/Offline — [1-9]\d* unsent/)
  } finally {
    server.signal('SIGCONT')
  }
  await page.context().setOffline(false)
  await expect(saveState(page)).toHaveText('Saved')
  await page.reload()
  // To the server the first connection may stand, with a caret among the words: one that says nothing counts as gone after 30 s.
  await expect(body(page)).toContainText('One. Two.', { timeout: 45_000 })
})

test('what the server does with a page it does with what was just written, once that has come: a copy, a version, a file', async ({
  page,
  signUp,
}) => {
  let held: (() => void)[] | null = null
  await page.routeWebSocket(/\/collab/, (socket) => {
    const server = socket.connectToServer()
    socket.onMessage((message) => {
      if (held) held.push(() => server.send(message))
      else server.send(message)
    })
  })
  const release = () => {
    const late = held ?? []
    held = null
    for (const send of late) send()
  }
  await signUp(page)
  const id = await makePage(page, 'Harvest', ['Apples first.'])
  await page.goto(`/${id}`)
  await expect(saveState(page)).toHaveText('Saved')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const isAsked = (path: string) => asked.some((one) => one.includes(path))

  held = []
  await typeAtEnd(page, ' Then pears.')
  await pageOption(page, 'Duplicate')
  await expect(toast(page, 'Duplicating document...')).toBeVisible()
  expect(isAsked('document.duplicate')).toBe(false)
  release()
  await expect(toast(page, 'Document duplicated.')).toBeVisible()
  await row(page, 'Harvest (copy)').click()
  await expect(body(page)).toContainText('Apples first. Then pears.')

  await page.goto(`/${id}`)
  await expect(saveState(page)).toHaveText('Saved')
  held = []
  await typeAtEnd(page, ' Then plums.')
  await pageOption(page, 'Export')
  const window = page.getByRole('dialog', { name: 'Export' })
  await window.getByRole('button', { name: 'Export' }).click()
  await expect(window.getByRole('button', { name: 'Export' })).toBeDisabled()
  expect(isAsked('/api/export/')).toBe(false)
  const download = page.waitForEvent('download')
  release()
  expect(readFileSync(await (await download).path(), 'utf8')).toContain('Then plums.')

  await pageOption(page, 'Version history')
  // It takes the focus once it has come.
  await expect(page.locator('#right-panel')).toBeFocused()
  held = []
  await typeAtEnd(page, ' Then quinces.')
  await page.getByRole('button', { name: 'Save a version' }).first().click()
  await expect(body(page)).toContainText('Then quinces.')
  expect(isAsked('version.createVersion')).toBe(false)
  release()
  await expect(toast(page, 'Version saved')).toBeVisible()
  const { versions } = await ask<{ versions: { id: string }[] }>(page, 'version.documentVersions', {
    documentId: id,
  })
  const kept = await ask<unknown>(page, 'version.version', { versionId: versions[0]!.id })
  expect(JSON.stringify(kept)).toContain('Then quinces.')
})

test('a page whose words do not come, where nothing lets a WebSocket through, is not shown as an empty one', async ({
  page,
  signUp,
}) => {
  await signUp(page)
  const id = await makePage(page, 'Harvest', ['Apples first.'])
  let isLetThrough = false
  await page.routeWebSocket(/\/collab/, (socket) => {
    if (isLetThrough) socket.connectToServer()
    else void socket.close()
  })
  await page.goto(`/${id}`)
  await expect(page.getByRole('heading', { name: 'The page has not come' })).toBeVisible()
  await expect(body(page)).toHaveCount(0)
  expect(await violations(page)).toEqual([])
  isLetThrough = true
  await expect(body(page)).toContainText('Apples first.')
})

test('R67 a page that the server does not open says so, and comes by itself when it does', async ({
  page,
  server,
  signUp,
}) => {
  await signUp(page)
  const id = await makePage(page, 'Harvest', ['Apples first.'])
  const reads = (deaths: Record<string, number>) =>
    writeFileSync(join(server.dataDir, 'reading.json'), JSON.stringify({ reading: {}, deaths }))
  await server.kill()
  // As if three servers had ended over it.
  reads({ [id]: 3 })
  await server.start()
  await page.goto(`/${id}`)
  const screen = page.getByRole('heading', { name: 'The page has not come' })
  await expect(screen).toBeVisible()
  await expect(
    page.getByText('The server could not read the page. It is tried again by itself.'),
  ).toBeVisible()
  await expect(body(page)).toHaveCount(0)
  expect(await violations(page)).toEqual([])
  await server.kill()
  reads({})
  await server.start()
  await expect(body(page)).toContainText('Apples first.', { timeout: 20_000 })
})

test('a colleague’s caret shows a name, and goes with the tab', async ({ page, signUp }) => {
  await signUp(page)
  const path = await newPage(page)
  await typeAtEnd(page, 'Some words to stand in.')
  const second = await openIn(page.context(), path)
  await expect(body(second)).toContainText('Some words')
  await typeAtEnd(second, ' More.')
  const caret = body(page).locator('.remote-caret')
  await expect(caret).toHaveCount(1)
  await expect(caret.locator('.remote-caret-name')).not.toBeEmpty()
  await second.close()
  await expect(caret).toHaveCount(0)
})

test('3.15 9.10 everybody who is here stands in a list with their picture, oneself as "You", and doubles are numbered', async ({
  page,
  signUp,
  browser,
  baseURL,
}) => {
  test.slow()
  await signUp(page)
  await call(page, 'user.updateSettings', { name: 'Cleo' })
  const id = await makePage(page, 'Together', ['Some words to stand in.'])
  const { link } = await call<{ link: { url: string } }>(page, 'share.setLink', { id, level: 'edit' })
  await page.goto(`/${id}`)
  await expect(body(page)).toContainText('Some words')
  await expect(page.getByRole('button', { name: /^Also here/ })).toHaveCount(0)
  const guests: Page[] = []
  for (const avatarSeed of ['Wren', 'Maple']) {
    const guest = await browser.newPage({ baseURL })
    await signUp(guest)
    await call(guest, 'user.updateSettings', { name: 'Ada Lovelace', avatarSeed })
    await guest.goto(new URL(link.url).pathname)
    await expect(body(guest)).toContainText('Some words')
    guests.push(guest)
  }
  const faces = page.getByRole('button', { name: 'Also here: Ada Lovelace, Ada Lovelace 2' })
  await faces.focus()
  await page.keyboard.press('Enter')
  const list = page.getByRole('dialog', { name: 'Active Users' }).getByRole('list', { name: 'Active Users' })
  await expect(list.getByRole('listitem')).toHaveText([
    /You$/,
    /Ada Lovelace\s*Active now/,
    /Ada Lovelace 2\s*Active now/,
  ])
  const pictures = list.locator('img')
  await expect(pictures).toHaveCount(3)
  const addresses = await pictures.evaluateAll((all) => all.map((one) => one.getAttribute('src')))
  expect(addresses.slice(1).join()).toMatch(/Wren/)
  expect(addresses.slice(1).join()).toMatch(/Maple/)
  expect(await violations(page, { part: '[role=dialog]' })).toEqual([])
  if (process.env.SHOTS) {
    for (const [width, colorScheme] of [
      [1440, 'light'],
      [390, 'dark'],
    ] as const) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 844 })
      await page.screenshot({ path: `${process.env.SHOTS}/active-users-${width}-${colorScheme}.png` })
    }
  }
  await guests[0]!.close()
  await expect(list.getByRole('listitem')).toHaveText([/You$/, /Ada Lovelace\s*Active now/])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Also here: Ada Lovelace', exact: true })).toBeFocused()
  await guests[1]!.close()
})

test('the save state says "Saving…" until the server has it, and offline when the server is gone', async ({
  page,
  server,
  signUp,
}) => {
  await signUp(page)
  await newPage(page)
  await typeAtEnd(page, 'One.')
  await expect(saveState(page)).toHaveText('Saved')
  await server.kill()
  await typeAtEnd(page, ' Two.')
  await expect(saveState(page)).toHaveText(/Offline — [1-9]\d* unsent/)
  await server.start()
  await expect(saveState(page)).toHaveText('Saved')
  await page.reload()
  await expect(body(page)).toContainText('One. Two.')
})

test('R57 what was typed while the server was away is sent also when its page was left before it came back', async ({
  page,
  server,
  signUp,
}) => {
  await signUp(page)
  const [left, next] = [await makePage(page, 'Left', ['One.']), await makePage(page, 'Next', ['Other.'])]
  // The tab has seen both.
  await page.goto(`/${next}`)
  await expect(saveState(page)).toHaveText('Saved')
  await row(page, 'Left').click()
  await expect(body(page)).toContainText('One.')
  await expect(saveState(page)).toHaveText('Saved')
  await server.kill()
  await typeAtEnd(page, ' Two.')
  await expect(saveState(page)).toHaveText(/Offline — [1-9]\d* unsent/)
  await row(page, 'Next').click()
  await expect(body(page)).toContainText('Other.')
  // Longer than a page that was left is kept open.
  await expect
    .poll(() => page.evaluate(() => performance.now()))
    .toBeGreaterThan((await page.evaluate(() => performance.now())) + 2_500)
  await server.start()
  await expect(saveState(page)).toHaveText('Saved')
  const stored = async () =>
    JSON.stringify((await ask<{ contentRich: unknown }>(page, 'document.document', { id: left })).contentRich)
  await expect.poll(stored, { timeout: 20_000 }).toContain('One. Two.')
})

test('signing out removes the pages from the browser, and asks first when something is unsent', async ({
  page,
  server,
  signUp,
}) => {
  await signUp(page)
  await newPage(page)
  await typeAtEnd(page, 'One.')
  await expect(saveState(page)).toHaveText('Saved')
  const copies = async () =>
    (await page.evaluate(() => indexedDB.databases())).filter(({ name }) => name?.startsWith('sheaf:pages:'))
      .length
  expect(await copies()).toBe(1)
  const signOut = async () => {
    await page.getByRole('button', { name: /Account of/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
  }
  await server.kill()
  await typeAtEnd(page, ' Two.')
  await expect(saveState(page)).toHaveText(/Offline — [1-9]\d* unsent/)
  await signOut()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('only in this browser')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await server.start()
  await expect(saveState(page)).toHaveText('Saved')
  await signOut()
  await expect(page.getByRole('navigation', { name: 'Pages' })).toBeHidden()
  await expect.poll(copies).toBe(0)
})

test('who signs out in one tab is gone from the others, and what a sign-out that was cut short has left goes at the next start', async ({
  page,
  context,
  signUp,
}) => {
  const copies = async () =>
    (await page.evaluate(() => indexedDB.databases())).filter(({ name }) => name?.startsWith('sheaf:pages:'))
      .length
  const written = async (tab: Page) => {
    const path = await newPage(tab)
    await typeAtEnd(tab, 'For my eyes.')
    await expect(saveState(tab)).toHaveText('Saved')
    return path
  }
  await signUp(page)
  const path = await written(page)
  const other = await context.newPage()
  await other.goto(path)
  await expect(body(other)).toContainText('For my eyes.')
  await expect(other.getByRole('button', { name: /Account of/ })).toBeVisible()
  await expect(saveState(other)).toHaveText('Saved')
  await page.getByRole('button', { name: /Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  for (const tab of [page, other]) {
    await expect(tab.getByRole('button', { name: 'Sign in' }).first()).toBeVisible()
    await expect(tab.getByText('For my eyes.')).toHaveCount(0)
  }
  await expect.poll(copies).toBe(0)
  await other.close()

  // The session ended, and the tab was closed before anything was removed.
  await signUp(page)
  await written(page)
  const { currentUser } = await ask<{ currentUser: { id: string } }>(page, 'layout.app')
  expect(await copies()).toBe(1)
  await page.evaluate((id) => localStorage.setItem('sheaf:signing-out', id), currentUser.id)
  await context.clearCookies()
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Sign in' }).first()).toBeVisible()
  await expect.poll(copies).toBe(0)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('sheaf:signing-out'))).toBeNull()
})

test('a browser whose database fails can still sign out, and is asked when nobody knows what is unsent', async ({
  page,
  signUp,
}) => {
  await signUp(page)
  await newPage(page)
  await page.evaluate(() => {
    IDBFactory.prototype.databases = () => Promise.reject(new DOMException('Broken', 'UnknownError'))
  })
  await page.getByRole('button', { name: /Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('could not tell')
  await question.getByRole('button', { name: 'Sign out anyway' }).click()
  await expect(page.getByRole('navigation', { name: 'Pages' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Sign in' }).first()).toBeVisible()
})

test('two devices that took a page apart offline both end up with everything once', async ({
  page,
  browser,
  signUp,
}) => {
  const person = await signUp(page)
  const path = await newPage(page)
  for (const line of ['Alpha', 'Bravo', 'Charlie', 'Delta']) {
    await typeAtEnd(page, line)
    await page.keyboard.press('Enter')
  }
  await expect(saveState(page)).toHaveText('Saved')
  const device = await onSecondDevice(browser, page, person)
  const second = await openIn(device, path)
  await expect(body(second)).toContainText('Delta')
  await expect(saveState(second)).toHaveText('Saved')
  const caretAt = async (tab: Page, text: string, key: 'Home' | 'End') => {
    await body(tab).getByText(text).click()
    await tab.keyboard.press(key)
  }
  await page.context().setOffline(true)
  await device.setOffline(true)
  for (const tab of [page, second]) await expect(saveState(tab)).toHaveText(/Offline/)
  // Here: Bravo is split inside the word, and Delta merged into Charlie.
  await caretAt(page, 'Bravo', 'End')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await page.keyboard.press('End')
  await page.keyboard.type(' one-A')
  await caretAt(page, 'Delta', 'Home')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('two-A ')
  // There: Bravo is moved down and typed into, Charlie too, and Alpha becomes a heading.
  await caretAt(second, 'Bravo', 'End')
  await second.keyboard.press('ControlOrMeta+Shift+ArrowDown')
  await second.keyboard.type(' one-B')
  await caretAt(second, 'Charlie', 'End')
  await second.keyboard.type(' two-B')
  await caretAt(second, 'Alpha', 'End')
  await second.keyboard.press('ControlOrMeta+Alt+2')
  await second.keyboard.type(' three-B')
  await page.context().setOffline(false)
  await device.setOffline(false)
  const words = (tab: Page) =>
    body(tab).evaluate((element) => {
      const shown = element.cloneNode(true) as HTMLElement
      for (const caret of shown.querySelectorAll('.remote-caret')) caret.remove()
      return (shown.textContent ?? '').replace(/[\s\u2060]+/g, '')
    })
  for (const tab of [page, second]) {
    await expect(saveState(tab)).toHaveText('Saved')
    await expect.poll(() => words(tab)).toContain('three-B')
  }
  await expect.poll(() => words(page)).toBe(await words(second))
  const all = await words(page)
  const typed = ['Alpha', 'Bravo', 'Charlie', 'Delta', 'one-A', 'one-B', 'two-A', 'two-B', 'three-B']
  // Every letter once; where exactly Bravo was split is the browser's business.
  expect([...all].sort().join('')).toBe([...typed.join('')].sort().join(''))
  for (const once of typed.filter((word) => word !== 'Bravo')) {
    expect([once, all.split(once).length - 1]).toEqual([once, 1])
  }
  await device.close()
})

test('a session that ended meanwhile: the words say so, lead to signing in, and what was typed is saved then', async ({
  page,
  browser,
  signUp,
}) => {
  const person = await signUp(page)
  const { email, password } = person
  await newPage(page)
  await typeAtEnd(page, 'Before. ')
  await expect(saveState(page)).toHaveText('Saved')
  const context = page.context()
  await context.setOffline(true)
  await expect(saveState(page)).toHaveText(/Offline/)
  await typeAtEnd(page, 'While away.')
  // Meanwhile the session ends: on another device, the person signs out everywhere else.
  const origin = new URL(page.url()).origin
  const device = await onSecondDevice(browser, page, person)
  const revoked = await device.request.post('/api/trpc/user.revokeOtherSessions', {
    data: {},
    headers: { origin },
  })
  expect(revoked.ok(), await revoked.text()).toBe(true)
  await device.close()
  await context.setOffline(false)
  await expect(saveState(page)).toHaveText('Not saved — sign in again to save')
  await expect(body(page)).toContainText('While away.')
  await saveState(page).getByRole('link', { name: 'sign in again' }).click()
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(body(page)).toContainText('Before. While away.')
  await expect(saveState(page)).toHaveText('Saved')
})

test('R11 what a newer version says of a block is said of its copies, made by key and through the clipboard', async ({
  page,
  signUp,
}) => {
  await signUp(page)
  const attributes = { level: 2, glow: { colour: 'soft' } }
  const { id } = await call(page, 'document.create', {
    title: 'Newer',
    contentRich: [{ id: 'a', kind: 'heading', attributes, text: [{ text: 'Glowing' }] }],
  })
  await page.goto(`/${id}`)
  await body(page).getByText('Glowing').click()
  for (const key of ['ControlOrMeta+d', 'Escape', 'ControlOrMeta+c']) await page.keyboard.press(key)
  await body(page).getByText('Glowing').first().click()
  for (const key of ['End', 'Enter', 'ControlOrMeta+v']) await page.keyboard.press(key)
  const stored = async () => {
    const { contentRich } = await ask<{ contentRich: Block[] }>(page, 'document.document', { id })
    return contentRich.map(({ kind, attributes }) => ({ kind, attributes }))
  }
  await expect.poll(stored).toEqual(Array.from({ length: 3 }, () => ({ kind: 'heading', attributes })))
  await expect(body(page).getByRole('heading', { name: 'Glowing' })).toHaveCount(3)
})
