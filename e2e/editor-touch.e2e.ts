import { devices, type Locator, type Page } from '@playwright/test'
import type { Block } from '../src/blocks/index.ts'
import { type EditorOnPage, expect, testOnDevice as test } from './editor-fixtures.ts'

const { defaultBrowserType: _browser, ...phone } = devices['iPhone 13']
test.use({ ...phone, viewport: { width: 390, height: 844 } })

test('on a phone the formatting bar stands at the lower edge instead of over the text', async ({
  editor,
  page,
}) => {
  await editor.write('p one two', 'p three')
  const bar = page.getByRole('toolbar', { name: 'Formatting' })
  await expect(bar).toBeHidden()
  await page.getByText('one two').tap()
  await expect(bar).toBeVisible()
  const box = (await bar.boundingBox())!
  expect(Math.round(box.y + box.height)).toBeLessThanOrEqual(844)
  expect(box.y).toBeGreaterThan(780)
  for (const button of await bar.getByRole('button').all()) {
    expect((await button.boundingBox())!.height).toBeGreaterThanOrEqual(44)
  }
  await editor.select('one two', 0, 3)
  await bar.getByRole('button', { name: 'Bold' }).tap()
  expect((await editor.blocks())[0]!.text![0]).toEqual({ text: 'one', marks: [{ kind: 'bold' }] })
  await editor.caret('three')
  await bar.getByRole('button', { name: 'Move up' }).tap()
  await editor.shows('p three', 'p one two')
  await bar.getByRole('button', { name: 'Insert' }).tap()
  const commands = page.locator('.slash-panel')
  await expect(commands).toHaveCSS('opacity', '1')
  const end = (await commands.boundingBox())!
  expect(end.y + end.height).toBeLessThanOrEqual((await bar.boundingBox())!.y)
  await page.getByRole('option', { name: 'Bulleted list' }).tap()
  await editor.type('four')
  await editor.shows('p three', 'li four', 'p one two')
})

test('where one touches, menus name no keys', async ({ editor, page }) => {
  await editor.write('p one')
  await editor.caret('one')
  await editor.press('Control+/')
  await expect(page.getByPlaceholder('Search actions...')).toBeVisible()
  const keys = page.locator('.option-list kbd')
  await expect(keys.first()).toBeAttached()
  await expect(keys.filter({ visible: true })).toHaveCount(0)
})

/** Presses a finger on the middle of something, without letting go. */
async function putFinger(page: Page, on: Locator) {
  const box = (await on.boundingBox())!
  const session = await page.context().newCDPSession(page)
  let at = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel') =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' || type === 'touchCancel' ? [] : [at],
    })
  await send('touchStart')
  return {
    async moveTo(x: number, y: number) {
      const from = at
      for (let step = 1; step <= 8; step++) {
        at = { x: from.x + ((x - from.x) * step) / 8, y: from.y + ((y - from.y) * step) / 8 }
        await send('touchMove')
      }
    },
    lift: () => send('touchEnd'),
    cancel: () => send('touchCancel'),
  }
}

/** Touches the block with this text, so that its handle stands there, and takes hold of it. */
async function takeBlock(page: Page, text: string) {
  await page.getByText(text, { exact: true }).tap()
  const grip = page.getByRole('button', { name: /^Drag to move/ })
  const box = (await page.getByText(text, { exact: true }).boundingBox())!
  await expect
    .poll(async () => Math.abs(((await grip.boundingBox())?.y ?? -1000) - box.y))
    .toBeLessThan(box.height)
  expect((await grip.boundingBox())!.x).toBeGreaterThanOrEqual(0)
  return putFinger(page, grip)
}

const boxOf = async (page: Page, text: string) => (await page.getByText(text, { exact: true }).boundingBox())!

const announced = (page: Page) => page.getByRole('status', { name: 'Editor messages' })

test('a block is dragged with a finger, and the move is announced', async ({ editor, page }) => {
  await editor.write('p one', 'p two', 'p three')
  const finger = await takeBlock(page, 'one')
  const to = await boxOf(page, 'three')
  await finger.moveTo(to.x + 30, to.y + to.height - 3)
  await expect(page.locator('.drop-indicator')).toBeVisible()
  await finger.lift()
  await editor.shows('p two', 'p three', 'p one')
  await expect(announced(page)).toHaveText('Moved')
})

test.describe('3.20 columns by touch', () => {
  const text = (words: string): Block => ({ id: words, kind: 'paragraph', text: [{ text: words }] })
  const columns = (...held: Block[][]): Block => ({
    id: 'group',
    kind: 'columnGroup',
    children: held.map((children, at) => ({ id: `c${at}`, kind: 'column', children })),
  })
  const show = async (editor: EditorOnPage, ...blocks: Block[]) => {
    await editor.page.evaluate((json) => window.harness.load(JSON.parse(json)), JSON.stringify(blocks))
    await editor.page.evaluate(() => window.harness.ready())
  }
  /** The columns as `one two | three`, other blocks as their text. */
  const looksLike = (editor: EditorOnPage, ...wanted: string[]) => {
    const words = ({ text: pieces = [], children = [] }: Block): string =>
      children.length > 0
        ? children.map(words).join(' ')
        : pieces.map((piece) => ('text' in piece ? piece.text : '')).join('')
    const line = (block: Block) =>
      block.kind === 'columnGroup' ? (block.children ?? []).map(words).join(' | ') : words(block)
    return expect.poll(async () => (await editor.blocks()).map(line)).toEqual(wanted)
  }

  test.describe('on a tablet', () => {
    test.use({ viewport: { width: 820, height: 1180 } })

    test('a block dropped at the edge of another stands beside it, and it is announced', async ({
      editor,
      page,
    }) => {
      await editor.write('p one', 'p two', 'p three')
      const atEdge = async (dragged: string, target: string, side: 'left' | 'right') => {
        const finger = await takeBlock(page, dragged)
        const box = await boxOf(page, target)
        const x = side === 'right' ? box.x + box.width - 8 : box.x + 8
        await finger.moveTo(x, box.y + box.height / 2)
        const line = (await page.locator('.drop-indicator').boundingBox())!
        expect(line.height).toBeGreaterThan(line.width)
        await finger.lift()
      }
      await atEdge('three', 'one', 'right')
      await looksLike(editor, 'one | three', 'two')
      await expect(announced(page)).toHaveText('Moved into a column')
      await atEdge('two', 'one', 'left')
      await looksLike(editor, 'two | one | three')
    })

    test('a block is dragged from one column to another and out; Escape and a lost finger give it up', async ({
      editor,
      page,
    }) => {
      await show(editor, text('above'), columns([text('one'), text('two')], [text('three')]))
      const three = await boxOf(page, 'three')
      const below = { x: three.x + three.width / 2, y: three.y + three.height - 3 }
      for (const giveUp of ['Escape', 'cancel'] as const) {
        const finger = await takeBlock(page, 'one')
        await finger.moveTo(below.x, below.y)
        await expect(page.locator('.drop-indicator')).toBeVisible()
        if (giveUp === 'Escape') {
          await editor.press('Escape')
          await finger.lift()
        } else await finger.cancel()
        await expect(page.locator('.drop-indicator')).toBeHidden()
        await expect(page.locator('.drag-ghost')).toHaveCount(0)
        await looksLike(editor, 'above', 'one two | three')
      }
      const finger = await takeBlock(page, 'one')
      await finger.moveTo(below.x, below.y)
      await finger.lift()
      await looksLike(editor, 'above', 'two | three one')
      await expect(announced(page)).toHaveText('Moved')
      const again = await takeBlock(page, 'two')
      const above = await boxOf(page, 'above')
      await again.moveTo(above.x + above.width / 2, above.y + 3)
      await again.lift()
      await looksLike(editor, 'two', 'above', 'three', 'one')
    })

    test('the border between columns is dragged', async ({ editor, page }) => {
      await show(editor, columns([text('left')], [text('right')]))
      const border = page.getByRole('separator', { name: 'Width of the column before' })
      const finger = await putFinger(page, border)
      const box = (await border.boundingBox())!
      await finger.moveTo(box.x + box.width / 2 - 120, box.y + box.height / 2)
      await finger.lift()
      await expect.poll(async () => Number(await border.getAttribute('aria-valuenow'))).toBeLessThan(40)
    })
  })

  test('on a phone columns stand below each other: blocks move between them, and beside by the menu', async ({
    editor,
    page,
  }) => {
    await show(editor, columns([text('one'), text('two')], [text('three')]), text('last'))
    const finger = await takeBlock(page, 'one')
    const three = await boxOf(page, 'three')
    await finger.moveTo(three.x + 60, three.y + three.height - 3)
    await finger.lift()
    await looksLike(editor, 'two | three one', 'last')
    await page.getByText('last', { exact: true }).tap()
    await page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name: 'Block menu' }).tap()
    await page.getByPlaceholder('Search actions...').fill('beside')
    await page.getByRole('option', { name: /^Put beside/ }).tap()
    await looksLike(editor, 'two | three one | last')
  })
})

test('a tap on a link while editing offers to open it instead of leaving', async ({ editor, page }) => {
  await editor.open('sample')
  await page.getByRole('link', { name: 'one inside' }).tap()
  const bar = page.getByRole('toolbar', { name: 'Link' })
  await expect(bar).toBeVisible()
  expect(await page.evaluate(() => window.harness.opened)).toEqual([])
  await bar.getByRole('link').tap()
  await expect.poll(() => page.evaluate(() => window.harness.opened)).toEqual(['/basic-blocks'])
})
