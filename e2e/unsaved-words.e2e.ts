import type { Page } from '@playwright/test'
import type { Editor } from '@tiptap/core'
import { expect, onSecondDevice, testOnKeptServer as test } from './fixtures.ts'
import { ask, body, call, makePage, newPage, openId, saveState, sidebar, title } from './screen.ts'

/*
 * Words that are in danger: the editor breaks, the page is taken away, the browser keeps nothing. Errors are thrown by
 * plugins that are added to the living editor, as a fault in one of ours would throw them.
 */

const offer = (page: Page) => page.getByRole('region', { name: 'Unsaved words' })

/** From now on this part of the editor throws; `times` of it, in every editor that is opened. */
async function breakEditor(page: Page, part: 'appendTransaction' | 'view' | 'apply'): Promise<void> {
  await body(page).evaluate((element, where) => {
    const { editor } = element as HTMLElement & { editor: Editor }
    const Plugin = editor.state.plugins[0]!.constructor as typeof import('@tiptap/pm/state').Plugin
    const boom = () => {
      throw new RangeError('Maximum call stack size exceeded')
    }
    const isWanted = (changed: boolean) => (changed ? boom() : null)
    const spec = {
      appendTransaction: {
        appendTransaction: (trs: readonly { docChanged: boolean }[]) =>
          isWanted(trs.some((tr) => tr.docChanged)),
      },
      apply: { state: { init: () => null, apply: (tr: { docChanged: boolean }) => isWanted(tr.docChanged) } },
      view: {
        view: () => ({
          update: (view: { state: { doc: unknown } }, before: { doc: unknown }) =>
            void isWanted(view.state.doc !== before.doc),
        }),
      },
    }[where]
    editor.registerPlugin(new Plugin(spec as ConstructorParameters<typeof Plugin>[0]))
  }, part)
}

/** What the label says from now on, each thing once. */
async function labels(page: Page): Promise<() => Promise<string[]>> {
  await saveState(page).evaluate((label) => {
    const said: string[] = []
    Object.assign(window, { said })
    new MutationObserver(() => said.push(label.textContent ?? '')).observe(label, {
      childList: true,
      characterData: true,
      subtree: true,
    })
  })
  return () => page.evaluate(() => (window as unknown as { said: string[] }).said)
}

const stored = async (page: Page, id: string) =>
  JSON.stringify((await ask<{ contentRich: unknown }>(page, 'document.document', { id })).contentRich)

for (const part of ['appendTransaction', 'apply', 'view'] as const) {
  test(`T1 an error in the editor (${part}): "Not saved", the page opens again with what was typed, and goes on`, async ({
    page,
    signUp,
  }) => {
    await signUp(page)
    const id = (await newPage(page)).slice(1)
    await body(page).focus()
    await page.keyboard.type('Before')
    await expect(saveState(page)).toHaveText('Saved')
    const said = await labels(page)
    await breakEditor(page, part)
    await page.keyboard.type('!')
    await expect(offer(page)).toContainText('What you typed is in it.')
    expect(await said()).toContain('Not saved — something went wrong on this page; copy what you typed')
    await expect(body(page)).toHaveText('Before!')
    // The caret is where it was.
    await page.keyboard.type(' And after.')
    await expect(saveState(page)).toHaveText('Saved')
    await expect(body(page)).toHaveText('Before! And after.')
    expect(await stored(page, id)).toContain('Before! And after.')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await offer(page).getByRole('button', { name: 'Copy what was on screen' }).click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('Before!\n')
    await offer(page).getByRole('button', { name: 'Dismiss' }).click()
    await expect(offer(page)).toHaveCount(0)
    await page.reload()
    await expect(body(page)).toHaveText('Before! And after.')
  })
}

test('T1 an error under the title: "Not saved", what was typed is there to copy, and the title goes on', async ({
  page,
  signUp,
}) => {
  await signUp(page)
  const id = (await newPage(page)).slice(1)
  await title(page).fill('Harv')
  await expect(saveState(page)).toHaveText('Saved')
  // The text of the title takes nothing, as a fault in it would have it.
  const breakTitle = (isBroken: boolean) =>
    body(page).evaluate((element, broken) => {
      const { editor } = element as HTMLElement & { editor: Editor }
      const state = editor.state.plugins.map((plugin) => plugin.getState(editor.state))
      const doc = state.find((one) => one?.binding?.doc)!.binding.doc as import('yjs').Doc
      const text = doc.getText('title') as { insert?: unknown }
      if (!broken) delete text.insert
      else
        text.insert = () => {
          throw new RangeError('Maximum call stack size exceeded')
        }
    }, isBroken)
  await breakTitle(true)
  await title(page).press('End')
  await page.keyboard.type('est')
  await expect(offer(page)).toContainText('some of what you typed could not be put back')
  await expect(offer(page)).toContainText('Harvest')
  await expect(title(page)).toHaveValue('Harvest')
  await expect(saveState(page)).toHaveText(/^Not saved/)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await offer(page).getByRole('button', { name: 'Copy' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('Harvest')
  // They are there in another tab as well, until they were dealt with.
  await page.reload()
  await expect(offer(page)).toContainText('Harvest')
  await title(page).fill('Harvest 2026')
  await offer(page).getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await expect(saveState(page)).toHaveText('Saved')
  expect((await ask<{ title: string }>(page, 'document.document', { id })).title).toBe('Harvest 2026')
})

test('T1 a page that breaks again and again can be read, with every word, and is edited again after a reload', async ({
  page,
  signUp,
}) => {
  await signUp(page)
  const id = await makePage(page, 'Breaks', ['One', 'Two'])
  await page.goto(`/${id}`)
  await expect(body(page)).toContainText('Two')
  await expect(saveState(page)).toHaveText('Saved')
  for (const letter of ['a', 'b', 'c', 'd']) {
    await body(page).getByText('Two').click()
    await page.keyboard.press('End')
    await breakEditor(page, 'appendTransaction')
    await page.keyboard.type(letter)
    await expect(offer(page)).toBeVisible()
  }
  await expect(offer(page)).toContainText('it can only be read for now')
  await expect(body(page)).toHaveAttribute('contenteditable', 'false')
  await expect(body(page)).toContainText('Twoabcd')
  await expect(saveState(page)).toHaveText('Saved')
  await offer(page).getByRole('button', { name: 'Reload' }).click()
  await expect(body(page)).toHaveAttribute('contenteditable', 'true')
  await expect(body(page)).toContainText('Twoabcd')
})

test('T1 an editor that cannot be drawn at all leaves what stood there, to read and to copy', async ({
  page,
  signUp,
}) => {
  await signUp(page)
  const id = await makePage(page, 'Dark', ['One', 'Two'])
  await page.goto(`/${id}`)
  await expect(body(page)).toContainText('Two')
  await expect(saveState(page)).toHaveText('Saved')
  await body(page).getByText('Two').click()
  await page.keyboard.press('End')
  await body(page).evaluate((element) => {
    const { editor } = element as HTMLElement & { editor: Editor }
    // Of the class: the editors that follow fail as well.
    Object.getPrototypeOf(editor.view).updateState = () => {
      throw new Error('Nothing can be drawn')
    }
  })
  await page.keyboard.type('!')
  await expect(offer(page)).toContainText('it can only be read for now')
  const shown = page.locator('.page-editor')
  await expect(shown).toContainText('One')
  await expect(shown).toContainText('Two')
  await expect.poll(() => stored(page, id)).toContain('Two!')
})

test('T1, T4 a page that has settled can say all about unsent words when nothing more can be loaded', async ({
  page,
  signUp,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'indexedDB', { value: undefined })
  })
  // The parts come one after the other, behind those of the rest of the screen.
  test.slow()
  const loaded = (part: string) =>
    page.waitForResponse((answer) => answer.url().includes(`/assets/${part}-`) && answer.ok(), {
      timeout: 60_000,
    })
  const parts = ['unsaved-words', 'lock-banner', 'trash-banner', 'confirm-window'].map(loaded)
  await signUp(page)
  await newPage(page)
  await Promise.all(parts)
  await page.route('**/assets/**', (route) => route.abort())
  await page.context().setOffline(true)
  await body(page).focus()
  await page.keyboard.type('Nowhere else.')
  await expect(saveState(page)).toHaveText(/Offline — [1-9]\d* unsent/)
  await page.getByRole('link', { name: 'Home' }).first().click()
  const question = page.getByRole('alertdialog', { name: 'Discard changes?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await breakEditor(page, 'appendTransaction')
  await body(page).focus()
  await page.keyboard.type('!')
  await expect(offer(page)).toContainText('What you typed is in it.')
  await expect(body(page)).toContainText('Nowhere else.')
})

test('T3 words typed offline in a page that was deleted meanwhile are shown, also after a reload, and kept as a page of one’s own', async ({
  page,
  browser,
  signUp,
}) => {
  const person = await signUp(page)
  const path = await newPage(page)
  await title(page).fill('Plans')
  await body(page).focus()
  await page.keyboard.type('Shared words.')
  await expect(saveState(page)).toHaveText('Saved')
  await page.context().setOffline(true)
  await expect(saveState(page)).toHaveText(/Offline/)
  await page.keyboard.type(' Only here.')
  await expect(saveState(page)).toHaveText(/Offline — [1-9]\d* unsent/)
  const device = await onSecondDevice(browser, page, person)
  const origin = new URL(page.url()).origin
  for (const name of ['document.archive', 'document.delete']) {
    const data = { id: path.slice(1) }
    const answer = await device.request.post(`/api/trpc/${name}`, { data, headers: { origin } })
    expect(answer.ok(), `${name} ${await answer.text()}`).toBe(true)
  }
  await device.close()
  await page.context().setOffline(false)
  const said = 'Not saved — you can no longer open this page; copy what you typed'
  for (const again of [false, true]) {
    if (again) await page.reload()
    await expect(saveState(page)).toHaveText(said)
    await expect(body(page)).toHaveText('Shared words. Only here.')
    await expect(body(page)).toHaveAttribute('contenteditable', 'false')
    await expect(offer(page)).toContainText('You can no longer open this page.')
  }
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await offer(page).getByRole('button', { name: 'Copy' }).click()
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toContain('Shared words. Only here.')
  await offer(page).getByRole('button', { name: 'Keep as a page of my own' }).click()
  await expect(saveState(page)).toHaveText('Saved')
  expect(openId(page)).not.toBe(path.slice(1))
  await expect(title(page)).toHaveValue('Plans')
  await expect(body(page)).toHaveText('Shared words. Only here.')
  // The copy of the page that is gone went with the decision.
  await page.goto(path)
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
})

test('T3 words typed offline in a page that went to the trash are offered, and go only when that is decided', async ({
  page,
  browser,
  signUp,
}) => {
  const person = await signUp(page)
  const path = await newPage(page)
  await body(page).focus()
  await page.keyboard.type('Shared.')
  await expect(saveState(page)).toHaveText('Saved')
  await page.context().setOffline(true)
  await expect(saveState(page)).toHaveText(/Offline/)
  await page.keyboard.type(' Only here.')
  const device = await onSecondDevice(browser, page, person)
  const { origin } = new URL(page.url())
  await device.request.post('/api/trpc/document.archive', {
    data: { id: path.slice(1) },
    headers: { origin },
  })
  await device.close()
  await page.context().setOffline(false)
  await expect(saveState(page)).toHaveText('Not saved — this page can only be read now; copy what you typed')
  await expect(offer(page)).toContainText('What you typed last is only in this browser.')
  await expect(body(page)).toHaveText('Shared. Only here.')
  await offer(page).getByRole('button', { name: 'Discard' }).click()
  const question = page.getByRole('alertdialog', { name: 'Discard what you typed?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(body(page)).toHaveText('Shared. Only here.')
  await offer(page).getByRole('button', { name: 'Discard' }).click()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(body(page)).toHaveText('Shared.')
  await expect(saveState(page)).toHaveText('Saved')
  await expect(offer(page)).toHaveCount(0)
})

test('T3 what was suggested offline in a page that can only be read by then is copied, and kept, with every word', async ({
  page,
  browser,
  signUp,
}) => {
  const person = await signUp(page)
  const path = await newPage(page)
  await title(page).fill('Plans')
  await body(page).focus()
  await page.keyboard.type('Shared words.')
  await expect(saveState(page)).toHaveText('Saved')
  await page.getByRole('button', { name: /^Mode: / }).click()
  await page.getByRole('menuitemradio', { name: /^Suggesting/ }).click()
  await expect(page.getByRole('button', { name: 'Mode: Suggesting' })).toBeVisible()
  await expect(body(page)).toHaveAttribute('contenteditable', 'true')
  await body(page).press('ControlOrMeta+End')
  await page.keyboard.type(' Stored.')
  await expect(body(page)).toHaveText('Shared words. Stored.')
  await expect(saveState(page)).toHaveText('Saved')
  await page.context().setOffline(true)
  await expect(saveState(page)).toHaveText(/Offline/)
  await page.keyboard.type(' Only here.')
  await title(page).press('End')
  await page.keyboard.type(' of mine')
  await expect(saveState(page)).toHaveText(/Offline — [1-9]\d* unsent/)
  const device = await onSecondDevice(browser, page, person)
  const { origin } = new URL(page.url())
  const data = { id: path.slice(1) }
  await device.request.post('/api/trpc/document.archive', { data, headers: { origin } })
  await device.close()
  await page.context().setOffline(false)
  await expect(offer(page)).toContainText('What you typed last is only in this browser.')
  await expect(body(page)).toContainText('Stored. Only here.')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await offer(page).getByRole('button', { name: 'Copy' }).click()
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await expect.poll(copied).toContain('Shared words. Stored. Only here.')
  expect(await copied()).toContain('Plans of mine')
  await offer(page).getByRole('button', { name: 'Keep as a page of my own' }).click()
  await expect(title(page)).toHaveValue('Plans of mine')
  await expect(body(page)).toHaveText('Shared words. Stored. Only here.')
  await expect(saveState(page)).toHaveText('Saved')
})

test('T3 S4 what somebody typed is not sent by the account that somebody else signs in with in the same browser, and waits for its own', async ({
  page,
  browser,
  baseURL,
  signUp,
}) => {
  test.slow()
  const ada = await signUp(page)
  const path = await newPage(page)
  const id = path.slice(1)
  await body(page).focus()
  await page.keyboard.type('Shared words.')
  await expect(saveState(page)).toHaveText('Saved')
  const device = await browser.newContext({ baseURL })
  const theirs = await device.newPage()
  const bob = await signUp(theirs)
  const { username } = await ask<{ username: string }>(theirs, 'user.getSettings')
  await call(page, 'share.invite', { id, username, level: 'edit' })
  const { invites } = await ask<{ invites: { id: string }[] }>(theirs, 'share.invites')
  await call(theirs, 'share.acceptInvite', { id: invites[0]!.id })

  await page.context().setOffline(true)
  await expect(saveState(page)).toHaveText(/Offline/)
  await page.keyboard.type(' Of Ada.')
  await expect(saveState(page)).toHaveText(/Offline — [1-9]\d* unsent/)
  const { origin } = new URL(page.url())
  const signIn = async (data: { email: string; password: string }) => {
    const answer = await page.request.post('/api/auth/signin', { data, headers: { origin } })
    expect(answer.ok(), await answer.text()).toBe(true)
  }
  await signIn(bob)
  await page.context().setOffline(false)
  await expect(saveState(page)).toHaveText('Not saved — sign in again to save')
  await expect(body(page)).toHaveText('Shared words. Of Ada.')
  await theirs.goto(path)
  await expect(body(theirs)).toHaveText('Shared words.')
  await device.close()

  await signIn(ada)
  await page.reload()
  await expect(body(page)).toHaveText('Shared words. Of Ada.')
  await expect(saveState(page)).toHaveText('Saved')
  expect(await stored(page, id)).toContain('Shared words. Of Ada.')
})

test('S4 a tab whose browser somebody else has signed in to is signed out, and shows them nothing of its own once they sign in there', async ({
  page,
  browser,
  baseURL,
  signUp,
}) => {
  await signUp(page)
  await makePage(page, 'Plans of Ada', ['Secret.'])
  await page.goto('/')
  await expect(sidebar(page).getByRole('treeitem', { name: 'Plans of Ada' })).toBeVisible()
  const device = await browser.newContext({ baseURL })
  const bob = await signUp(await device.newPage())
  await device.close()
  const { origin } = new URL(page.url())
  const data = { email: bob.email, password: bob.password }
  expect((await page.request.post('/api/auth/signin', { data, headers: { origin } })).ok()).toBe(true)

  await sidebar(page).getByRole('treeitem', { name: 'Plans of Ada' }).click()
  const signIn = page.getByRole('button', { name: 'Sign in' }).first()
  await expect(signIn).toBeVisible()
  await expect(sidebar(page).getByText('Plans of Ada')).toHaveCount(0)
  await signIn.click()
  const dialog = page.getByRole('dialog', { name: 'Sign in' })
  await dialog.getByLabel('Email').fill(bob.email)
  await dialog.getByLabel('Password', { exact: true }).fill(bob.password)
  const loaded = page.waitForEvent('load')
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  await loaded
  await expect(page.getByRole('button', { name: /Account of/ })).toBeVisible()
  await expect(page.getByText('Plans of Ada')).toHaveCount(0)
  const mine = await newPage(page)
  await body(page).focus()
  await page.keyboard.type('Of Bob.')
  await expect(saveState(page)).toHaveText('Saved')
  expect(await stored(page, mine.slice(1))).toContain('Of Bob.')
})

test('T4 leaving with words that the browser keeps nowhere is asked about, also by signing out', async ({
  page,
  server,
  signUp,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'indexedDB', { value: undefined })
  })
  await signUp(page)
  await newPage(page)
  await body(page).focus()
  await page.keyboard.type('Saved words.')
  await expect(saveState(page)).toHaveText('Saved')
  await server.kill()
  await page.keyboard.type(' Nowhere else.')
  await expect(saveState(page)).toHaveText(/Offline — [1-9]\d* unsent/)
  await page.getByRole('link', { name: 'Home' }).first().click()
  const question = page.getByRole('alertdialog', { name: 'Discard changes?' })
  await expect(question).toContainText('You have unsaved changes. Are you sure you want to leave?')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(body(page)).toContainText('Nowhere else.')
  await page.getByRole('button', { name: /Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('alertdialog', { name: 'Sign out with unsent work?' })).toBeVisible()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  // Closing the tab: the browser asks.
  const asked = page.waitForEvent('dialog')
  const closing = page.close({ runBeforeUnload: true })
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  await closing
  await server.start()
  await expect(saveState(page)).toHaveText('Saved')
  await page.getByRole('link', { name: 'Home' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(question).toHaveCount(0)
})

test('T7 words of a closed tab are sent by the one that is open, which does not say "Saved" before', async ({
  page,
  signUp,
}) => {
  await signUp(page)
  const path = await newPage(page)
  await body(page).focus()
  await page.keyboard.type('Start. ')
  await expect(saveState(page)).toHaveText('Saved')
  const context = page.context()
  const open = await context.newPage()
  await open.goto(path)
  await expect(body(open)).toContainText('Start.')
  await expect(saveState(open)).toHaveText('Saved')
  await context.setOffline(true)
  for (const tab of [page, open]) await expect(saveState(tab)).toHaveText(/Offline/)
  await page.bringToFront()
  await body(page).focus()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type('From the tab that goes.')
  await expect(saveState(page)).toHaveText(/Offline — [1-9]\d* unsent/)
  // As a person closes it: it is given the time to write down what it has not.
  const closed = page.waitForEvent('close')
  await page.close({ runBeforeUnload: true })
  await closed
  await expect(saveState(open)).toHaveText(/Offline — [1-9]\d* unsent/)
  await context.setOffline(false)
  await expect(saveState(open)).toHaveText('Saved')
  expect(await stored(open, path.slice(1))).toContain('From the tab that goes.')
  // The caret of the tab that went may still stand among them.
  const words = () =>
    body(open).evaluate((element) => {
      const copy = element.cloneNode(true) as HTMLElement
      for (const caret of copy.querySelectorAll('.remote-caret')) caret.remove()
      return copy.innerText.replaceAll('\u2060', '').trim()
    })
  await expect.poll(words).toBe('Start. From the tab that goes.')
})

const IS_LONG = Number(process.env.SHEAF_LONG_MINUTES ?? 0) > 0

/** Where plugins are asked between a key and the page. */
const ASKED = [
  'apply',
  'filterTransaction',
  'appendTransaction',
  'update',
  'decorations',
  'handleTextInput',
  'handleKeyDown',
] as const

/** The plugins of the editor that are asked there, by their number. */
function pluginsAsked(page: Page, where: (typeof ASKED)[number]): Promise<number[]> {
  return body(page).evaluate((element, place) => {
    const { editor } = element as HTMLElement & { editor: Editor }
    return editor.state.plugins.flatMap((plugin, at) => {
      const { spec, props } = plugin
      const has = {
        apply: spec.state?.apply,
        filterTransaction: spec.filterTransaction,
        appendTransaction: spec.appendTransaction,
        update: spec.view,
        decorations: props.decorations,
        handleTextInput: props.handleTextInput,
        handleKeyDown: props.handleKeyDown,
      }[place]
      return has ? [at] : []
    })
  }, where)
}

/** The next time that this plugin is asked there after a change (or for a key), it throws. */
async function throwOnce(page: Page, where: (typeof ASKED)[number], at: number): Promise<void> {
  await body(page).evaluate(
    (element, [place, number]) => {
      const { editor } = element as HTMLElement & { editor: Editor }
      const plugin = editor.state.plugins[number]!
      type Asked = Record<string, ((...args: unknown[]) => unknown) | undefined>
      const views = (editor.view as unknown as { pluginViews: Asked[] }).pluginViews
      const withView = editor.state.plugins.filter((one) => one.spec.view)
      const holder = (
        {
          apply: plugin.spec.state,
          update: views[withView.indexOf(plugin)],
          filterTransaction: plugin.spec,
          appendTransaction: plugin.spec,
        } as Record<string, unknown>
      )[place] as Asked | undefined
      const asked = (holder ?? plugin.props) as Asked
      const usual = asked[place]
      const { doc } = editor.state
      let hasThrown = false
      asked[place] = function (this: unknown, ...args) {
        const isKey = place === 'handleTextInput' || place === 'handleKeyDown'
        const changed = args.some((arg) => {
          const one = arg as
            | { docChanged?: boolean; doc?: unknown; state?: { doc: unknown } }
            | readonly { docChanged: boolean }[]
          if (Array.isArray(one)) return one.some((tr) => tr.docChanged)
          const { docChanged, doc: now, state } = (one ?? {}) as Exclude<typeof one, readonly unknown[]>
          return docChanged ?? (now ?? state?.doc ?? doc) !== doc
        })
        if (!hasThrown && (isKey || changed)) {
          hasThrown = true
          throw new Error(`${place} of plugin ${number}`)
        }
        return usual?.apply(this, args)
      }
    },
    [where, at] as const,
  )
}

test('T1 any plugin may throw wherever it is asked: every letter is on the page, and it goes on', async ({
  page,
  signUp,
}) => {
  test.setTimeout(180_000)
  await page.addInitScript(() => {
    // So that the page is not taken for one that breaks again and again.
    const now = performance.now.bind(performance)
    let ahead = 0
    performance.now = () => now() + ahead
    Object.assign(window, { later: () => (ahead += 120_000) })
  })
  await signUp(page)
  const id = (await newPage(page)).slice(1)
  await body(page).focus()
  await page.keyboard.type('>')
  await expect(saveState(page)).toHaveText('Saved')
  let typed = '>'
  for (const where of ASKED) {
    const plugins = await pluginsAsked(page, where)
    // All of them in the long form; else the first, the last and some between.
    const asked = plugins.filter((_, i) => IS_LONG || i % 4 === 0 || i === plugins.length - 1)
    for (const at of asked) {
      await throwOnce(page, where, at)
      const letter = String.fromCharCode(97 + (typed.length % 26))
      await page.keyboard.type(letter)
      typed += letter
      await expect(body(page), `${where} of plugin ${at}`).toHaveText(typed)
      await page.evaluate(() => (window as unknown as { later(): void }).later())
    }
  }
  await expect(saveState(page)).toHaveText('Saved')
  expect(await stored(page, id)).toContain(typed)
  await page.reload()
  await expect(body(page)).toHaveText(typed)
})
