import type { Page } from '@playwright/test'
import { testOnDevice } from './editor-fixtures.ts'
import { expect, testOnKeptServer as test } from './fixtures.ts'
import { ask, body, call, newPage, openId, saveState, title } from './screen.ts'

/** What the page says on the server, once everything has arrived there. */
async function storedTexts(page: Page): Promise<string[]> {
  await expect(saveState(page)).toHaveText('Saved')
  const { contentRich } = await ask<{ contentRich: { kind: string; text?: { text: string }[] }[] }>(
    page,
    'document.document',
    { id: openId(page) },
  )
  return contentRich.map(({ kind, text = [] }) => `${kind}: ${text.map((part) => part.text).join('')}`)
}

/** The empty part of the column: from below the last block to the end of what is on the screen. */
async function emptyColumn(page: Page) {
  const last = (await body(page).locator('> :last-child').boundingBox())!
  const main = (await page.getByRole('main').boundingBox())!
  return { left: last.x, right: last.x + last.width, top: last.y + last.height, bottom: main.y + main.height }
}

for (const [name, device] of [
  ['1440×900', { viewport: { width: 1440, height: 900 } }],
  ['390×844', { viewport: { width: 390, height: 844 } }],
  ['390×844 by touch', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
] as const) {
  test.describe(name, () => {
    test.use(device)
    const isTouch = 'hasTouch' in device
    const press = (page: Page, x: number, y: number) =>
      isTouch ? page.touchscreen.tap(x, y) : page.mouse.click(x, y)
    const { width, height } = device.viewport

    test('U2 R9 a press anywhere below the text of a new page writes there, and not on a locked one', async ({
      page,
      signUp,
    }) => {
      await signUp(page)
      const { id } = await call(page, 'document.create', { title: 'New' })
      await page.goto(`/${id}`)
      await expect(body(page)).toBeVisible()
      // The caret does not make a paragraph: the page stays as it is until something is typed.
      for (const part of [2 / 3, 0.5, 0.9]) {
        await press(page, width / 2, height * part)
        await expect(body(page)).toBeFocused()
      }
      expect(await storedTexts(page)).toEqual([])
      await page.keyboard.type('first')
      await expect.poll(() => storedTexts(page)).toEqual(['paragraph: first'])

      // The whole column, down to its end, and beside it: behind the last words.
      const { left, right, top, bottom } = await emptyColumn(page)
      const margin = width > 1000 ? 60 : 12
      const places = [
        [left + 2, top + 30],
        [right - 2, bottom - (isTouch ? 80 : 4)],
        [left - margin, bottom - 100],
        [right + margin, top + 60],
      ] as const
      for (const [x, y] of places) {
        await title(page).focus()
        await press(page, x, y)
        await expect(body(page)).toBeFocused()
        await page.keyboard.type('+')
      }
      await expect.poll(() => storedTexts(page)).toEqual(['paragraph: first++++'])
      // The title is still a title.
      await title(page).click()
      await page.keyboard.press('End')
      await page.keyboard.type('er')
      await expect(title(page)).toHaveValue('Newer')

      // On a locked page nothing is written there.
      await expect
        .poll(async () => (await ask<{ title: string }>(page, 'document.document', { id })).title)
        .toBe('Newer')
      await expect(saveState(page)).toHaveText('Saved')
      await call(page, 'document.update', { id, lockPage: true })
      await expect(body(page)).toHaveAttribute('aria-readonly', 'true')
      await title(page).blur()
      await press(page, width / 2, (height * 2) / 3)
      await page.keyboard.type('lost')
      await expect(body(page)).not.toBeFocused()
      expect(await storedTexts(page)).toEqual(['paragraph: first++++'])
    })
  })
}

test('U2 a frame that starts below the text selects the blocks it is drawn over', async ({
  page,
  signUp,
}) => {
  await signUp(page)
  await newPage(page)
  await page.mouse.click(720, 600)
  for (const words of ['one', 'two', 'three']) {
    await page.keyboard.type(words)
    if (words !== 'three') await page.keyboard.press('Enter')
  }
  const two = (await page.getByText('two', { exact: true }).boundingBox())!
  const { top } = await emptyColumn(page)
  await page.mouse.move(two.x + 300, top + 150)
  await page.mouse.down()
  await page.mouse.move(two.x + 280, top + 100, { steps: 3 })
  await page.mouse.move(two.x + 200, two.y + 4, { steps: 6 })
  await expect(page.locator('.is-block-selected')).toHaveText(['two', 'three'])
  await page.mouse.up()
  await expect(page.locator('.is-block-selected')).toHaveText(['two', 'three'])
  await page.keyboard.press('Delete')
  await expect.poll(() => storedTexts(page)).toEqual(['paragraph: one'])
})

/** Blocks that do not take words after them. */
const ENDS = [
  { id: 'e', kind: 'heading', attributes: { level: 2 }, text: [{ text: 'A heading' }] },
  { id: 'e', kind: 'listItem', attributes: { listStyleType: 'disc' }, text: [{ text: 'An item' }] },
  { id: 'e', kind: 'codeBlock', text: [{ text: 'let x = 1' }] },
  { id: 'e', kind: 'horizontalRule' },
  { id: 'e', kind: 'image', attributes: { url: '/no-such-picture.png' } },
  { id: 'e', kind: 'callout', children: [{ id: 'c', kind: 'paragraph', text: [{ text: 'Mind' }] }] },
  {
    id: 'e',
    kind: 'toggle',
    text: [{ text: 'More' }],
    children: [{ id: 'c', kind: 'paragraph', text: [{ text: 'inside' }] }],
  },
  {
    id: 'e',
    kind: 'columnGroup',
    children: ['l', 'r'].map((id) => ({
      id,
      kind: 'column',
      children: [{ id: `${id}p`, kind: 'paragraph', text: [{ text: id }] }],
    })),
  },
  {
    id: 'e',
    kind: 'table',
    children: [
      {
        id: 'r',
        kind: 'tableRow',
        children: ['a', 'b'].map((id) => ({
          id,
          kind: 'tableCell',
          children: [{ id: `${id}p`, kind: 'paragraph', text: [{ text: id }] }],
        })),
      },
    ],
  },
]

testOnDevice(
  'U2 below a block that takes no words after it a paragraph is begun',
  async ({ editor, page }) => {
    await editor.open()
    for (const end of ENDS) {
      await page.evaluate(
        (json) => window.harness.load(JSON.parse(json)),
        JSON.stringify([{ id: 'p', kind: 'paragraph', text: [{ text: 'before' }] }, end]),
      )
      const before = await editor.blocks()
      expect(before.map(({ kind }) => kind)).toEqual(['paragraph', end.kind])
      const box = (await editor.body.boundingBox())!
      await page.mouse.click(box.x + box.width / 2, box.y + box.height - 20)
      // A second click does not make a second one.
      await page.mouse.click(box.x + box.width / 2, (await editor.body.boundingBox())!.y + box.height - 10)
      await editor.type('after')
      const after = await editor.blocks()
      expect(after.slice(0, 2), end.kind).toEqual(before)
      expect(after.slice(2)).toEqual([
        expect.objectContaining({ kind: 'paragraph', text: [{ text: 'after' }] }),
      ])
    }
  },
)
