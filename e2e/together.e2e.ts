import type { Browser, Page } from '@playwright/test'
import type { Block } from '../src/blocks/index.ts'
import { expect, onSecondDevice, type Person, testOnKeptServer as test } from './fixtures.ts'
import { ask, body, call, saveState } from './screen.ts'

const paragraph = (words: string): Block => ({ id: words, kind: 'paragraph', text: [{ text: words }] })

/** What is shown: the words of blocks, columns as `[one, two | three]`, quotes as `> said`. */
const shape = (page: Page): Promise<string> =>
  body(page).evaluate((element) => {
    const read = (block: Element): string => {
      const inner = [...block.querySelectorAll('[data-block-id]')].filter(
        (one) => one.parentElement?.closest('[data-block-id]') === block,
      )
      const kind = block.getAttribute('data-kind')
      if (kind === 'columnGroup') return `[${inner.map(read).join(' | ')}]`
      if (inner.length > 0) return `${block.matches('blockquote') ? '> ' : ''}${inner.map(read).join(', ')}`
      const copy = block.cloneNode(true) as Element
      for (const other of copy.querySelectorAll('.remote-caret, [contenteditable=false]')) other.remove()
      return (copy.textContent ?? '').replace(/\u2060/g, '') || '_'
    }
    const top = [...element.querySelectorAll('[data-block-id]')]
    return top
      .filter((one) => !one.parentElement?.closest('[data-block-id]'))
      .map(read)
      .join(', ')
  })

const wordsIn = (blocks: readonly Block[]): string =>
  blocks
    .map(
      ({ text = [], children = [] }) =>
        text.map((piece) => ('text' in piece ? piece.text : '')).join('') + wordsIn(children),
    )
    .join('')
    .replace(/[^\p{L}\d]/gu, '')

async function caretBehind(page: Page, words: string): Promise<void> {
  // Behind them somebody else's caret may stand, with a name between two characters of no width.
  await body(page)
    .getByText(new RegExp(`^${words}(?:\\u2060.*)?$`))
    .click()
  await page.keyboard.press('End')
}

/** Does what the block menu offers under these words, to the block with the caret. */
async function fromMenu(page: Page, action: string): Promise<void> {
  await page.keyboard.press('Control+/')
  await page.getByPlaceholder('Search actions...').fill(action)
  await page.getByRole('option', { name: action }).click()
}

/** One page in two browsers of one person, each with its own store, own connection and own undo. */
class Together {
  constructor(
    readonly ada: Page,
    readonly ben: Page,
    private readonly id: string,
  ) {}

  static async on(browser: Browser, ada: Page, person: Person, blocks: readonly Block[]): Promise<Together> {
    const { id } = await call(ada, 'document.create', { title: 'Together', contentRich: blocks })
    const ben = await (await onSecondDevice(browser, ada, person)).newPage()
    for (const page of [ada, ben]) {
      await page.goto(`/${id}`)
      await expect(body(page)).toBeVisible()
      await expect(saveState(page)).toHaveText('Saved')
    }
    return new Together(ada, ben, id)
  }

  /** Lets both do something that the other does not hear of before it is done. */
  async apart(adaDoes: (page: Page) => Promise<void>, benDoes: (page: Page) => Promise<void>): Promise<void> {
    const both = [this.ada, this.ben]
    for (const page of both) await page.context().setOffline(true)
    for (const page of both) await expect(saveState(page)).toHaveText(/Offline/)
    await adaDoes(this.ada)
    await benDoes(this.ben)
    for (const page of both) await page.context().setOffline(false)
    await this.settled()
  }

  /** Both have told everything, and show the same. */
  async settled(): Promise<void> {
    for (const page of [this.ada, this.ben]) await expect(saveState(page)).toHaveText('Saved')
    await expect
      .poll(async () => (await shape(this.ada)) === (await shape(this.ben)), 'both show the same')
      .toBe(true)
  }

  /** What both show is this, and what the server has says the same words. */
  async reads(wanted: string): Promise<void> {
    await this.settled()
    for (const page of [this.ada, this.ben]) expect(await shape(page)).toBe(wanted)
    await expect.poll(async () => wordsIn(await this.stored())).toBe(wanted.replace(/[^\p{L}\d]/gu, ''))
  }

  /** The page as the server has it. */
  async stored(): Promise<Block[]> {
    const { contentRich } = await ask<{ contentRich: Block[] }>(this.ada, 'document.document', {
      id: this.id,
    })
    return contentRich
  }

  async close(): Promise<void> {
    await this.ben.context().close()
  }
}

test('columns: what one puts into a column, the other goes on writing in; both keep every word', async ({
  page,
  browser,
  signUp,
}) => {
  const both = await Together.on(browser, page, await signUp(page), ['one', 'two', 'three'].map(paragraph))
  await both.apart(
    async (ada) => {
      await caretBehind(ada, 'two')
      await fromMenu(ada, 'Put beside the block above')
    },
    async (ben) => {
      await caretBehind(ben, 'one')
      await ben.keyboard.type(' from Ben')
      await caretBehind(ben, 'two')
      await ben.keyboard.type(' from Ben')
    },
  )
  await both.reads('[one from Ben | two from Ben], three')
  // Both at once make columns more, of the same blocks and of others.
  await both.apart(
    async (ada) => {
      await caretBehind(ada, 'three')
      await fromMenu(ada, 'Put beside the block above')
    },
    async (ben) => {
      await caretBehind(ben, 'two from Ben')
      await ben.keyboard.press('Enter')
      await ben.keyboard.type('four')
    },
  )
  await both.reads('[one from Ben | two from Ben, four | three]')
  // One takes the columns away while the other writes in them and moves a block between them.
  await both.apart(
    async (ada) => {
      await caretBehind(ada, 'one from Ben')
      await ada.keyboard.press('Control+/')
      await ada.getByPlaceholder('Search actions...').fill('1 column')
      await ada.keyboard.press('Enter')
    },
    async (ben) => {
      await caretBehind(ben, 'four')
      await fromMenu(ben, 'Move to the column on the right')
      await ben.keyboard.press('End')
      await caretBehind(ben, 'three')
      await ben.keyboard.type('!')
    },
  )
  const words = (await shape(both.ada)).replace(/[^\p{L}\d]/gu, '')
  expect([...words].sort().join('')).toBe([...'onefromBentwofromBenfourthree'].sort().join(''))
  await both.close()
})

test('exit break: both leave the same code and the same quote at once, and nothing is lost or doubled', async ({
  page,
  browser,
  signUp,
}) => {
  const both = await Together.on(browser, page, await signUp(page), [
    { id: 'code', kind: 'codeBlock', text: [{ text: 'let x' }] },
    { id: 'quote', kind: 'blockquote', children: [paragraph('said')] },
  ])
  const leave = async (one: Page, code: string, who: string) => {
    await caretBehind(one, code)
    await one.keyboard.press('Control+Enter')
    await one.keyboard.type(`code ${who}`)
    await caretBehind(one, 'said')
    await one.keyboard.press('Control+Enter')
    await one.keyboard.type(`quote ${who}`)
  }
  await both.apart(
    (ada) => leave(ada, 'let x', 'A'),
    async (ben) => {
      // Not where Ada leaves: of what two write at one place at once, either may come first.
      await caretBehind(ben, 'let x')
      await ben.keyboard.press('Home')
      await ben.keyboard.type('out')
      await leave(ben, 'outlet x', 'B')
    },
  )
  const read = await shape(both.ada)
  expect(read.replaceAll(' B', ' *').replaceAll(' A', ' *')).toBe(
    'outlet x, code *, code *, > said, quote *, quote *',
  )
  await both.reads(read)
  // One leaves upwards while the other takes the quote away around its words.
  await both.apart(
    async (ada) => {
      await caretBehind(ada, 'said')
      await ada.keyboard.press('Control+Shift+Enter')
      await ada.keyboard.type('above')
    },
    async (ben) => {
      await caretBehind(ben, 'said')
      await ben.keyboard.press('Home')
      await ben.keyboard.press('Backspace')
      await ben.keyboard.press('End')
      await ben.keyboard.type(' so')
    },
  )
  expect(await shape(both.ada)).toContain('above, said so')
  await both.close()
})

test('media frame: width, alignment and caption set by two at once are all there; the same one set twice is one of both', async ({
  page,
  browser,
  signUp,
}) => {
  const both = await Together.on(browser, page, await signUp(page), [
    {
      id: 'picture',
      kind: 'image',
      attributes: { url: '/favicon.svg', initialWidth: 600, initialHeight: 400 },
    },
    paragraph('below'),
  ])
  const figure = (one: Page) => body(one).locator('figure[data-kind=image]')
  const attributes = async () => (await both.stored())[0]?.attributes
  const narrower = async (one: Page, times: number) => {
    await figure(one).getByRole('slider', { name: 'Width' }).focus()
    for (let time = 0; time < times; time++) await one.keyboard.press('ArrowLeft')
  }
  const caption = async (one: Page, words: string) => {
    const field = figure(one).getByRole('textbox', { name: 'Caption' })
    await field.fill(words)
    await field.press('Enter')
  }
  const align = async (one: Page, side: string) => {
    await figure(one).locator('img').hover()
    await one.getByRole('button', { name: `Align ${side}` }).click()
  }
  // The tools of a picture come when they are first asked for.
  for (const one of [both.ada, both.ben]) {
    await figure(one).locator('img').hover()
    await expect(one.getByRole('button', { name: 'Align right' })).toBeVisible()
  }
  await both.apart(
    (ada) => narrower(ada, 3),
    async (ben) => {
      await align(ben, 'right')
      await caption(ben, 'From Ben')
    },
  )
  await expect
    .poll(attributes)
    .toMatchObject({ width: expect.any(Number), align: 'right', caption: 'From Ben' })
  for (const one of [both.ada, both.ben]) {
    await expect(figure(one)).toContainText('From Ben')
    await expect(figure(one)).toHaveAttribute('data-align', 'right')
  }
  const width = async (one: Page) => (await figure(one).locator('img').boundingBox())!.width
  await expect.poll(async () => (await width(both.ben)) === (await width(both.ada))).toBe(true)

  // The same things by both: one of the two, and the same one everywhere.
  await both.apart(
    async (ada) => {
      await align(ada, 'left')
      await caption(ada, 'Ada again')
    },
    async (ben) => {
      await align(ben, 'center')
      await caption(ben, 'Ben again')
    },
  )
  const { caption: kept } = (await attributes()) as { caption: string }
  for (const one of [both.ada, both.ben]) await expect(figure(one)).toContainText(kept)

  // While one writes a caption, the other turns the frame: what is being typed stays.
  const field = figure(both.ada).getByRole('textbox', { name: 'Caption' })
  await field.fill('Half a capt')
  await align(both.ben, 'left')
  await expect(figure(both.ada)).toHaveAttribute('data-align', 'left')
  await expect(field).toHaveValue('Half a capt')
  await field.focus()
  await both.ada.keyboard.press('End')
  await both.ada.keyboard.type('ion')
  await field.press('Enter')
  await expect(figure(both.ben)).toContainText('Half a caption')
  await both.close()
})

/** What was kept in the stash for this person. */
async function stashed(page: Page): Promise<Block[]> {
  const { items } = await ask<{ items: { blocks: Block[] }[] }>(page, 'stash.items', {})
  return items.flatMap(({ blocks }) => blocks)
}

const letters = (words: string): string => [...words.replace(/[^\p{L}\d]/gu, '')].sort().join('')

test('stash: one puts a block aside while the other types in it, and no letter is lost or doubled', async ({
  page,
  browser,
  signUp,
}) => {
  const both = await Together.on(browser, page, await signUp(page), [
    paragraph('Put aside'),
    // Where the rest of what is typed goes when the block has gone before its end.
    paragraph('next'),
    { id: 'quote', kind: 'blockquote', children: [paragraph('quoted')] },
    paragraph('stays'),
  ])
  // Both at once: what was typed is in the stash, or on the page, or some here and some there.
  const typed = ' while it is typed in'
  await caretBehind(both.ben, 'Put aside')
  await caretBehind(both.ada, 'Put aside')
  await Promise.all([both.ben.keyboard.type(typed, { delay: 30 }), fromMenu(both.ada, 'Move to stash')])
  await expect(both.ada.getByText(/Moved to stash|are being changed by somebody else/).first()).toBeVisible()
  await both.settled()
  const everywhere = async () => letters((await shape(both.ada)) + wordsIn(await stashed(both.ada)))
  await expect.poll(everywhere).toBe(letters(`Put aside${typed} next quoted stays`))

  // The other was away and typed in what is not there any more: those words come back, and they alone.
  const before = wordsIn(await stashed(both.ada))
  await both.ben.context().setOffline(true)
  await expect(saveState(both.ben)).toHaveText(/Offline/)
  await caretBehind(both.ben, 'quoted')
  await both.ben.keyboard.type(' by Ben')
  await caretBehind(both.ada, 'quoted')
  await fromMenu(both.ada, 'Move to stash')
  await expect.poll(async () => wordsIn(await stashed(both.ada))).toBe(`quoted${before}`)
  await expect(body(both.ada).getByText('quoted')).toHaveCount(0)
  await both.ben.context().setOffline(false)
  await both.settled()
  expect(await shape(both.ada)).toContain('by Ben')
  await expect.poll(everywhere).toBe(letters(`Put aside${typed} next quoted by Ben stays`))
  await both.close()
})
