import { devices } from '@playwright/test'
import { expect, testOnDevice as test } from './editor-fixtures.ts'

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

test('a block is dragged with a finger', async ({ editor, page }) => {
  await editor.write('p one', 'p two', 'p three')
  await page.getByText('one', { exact: true }).tap()
  const grip = page.getByRole('button', { name: /^Drag to move/ })
  await expect(grip).toBeVisible()
  const from = (await grip.boundingBox())!
  expect(from.x).toBeGreaterThanOrEqual(0)
  const to = (await page.getByText('three', { exact: true }).boundingBox())!
  const touch = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number, y: number) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] })
  const start = { x: from.x + from.width / 2, y: from.y + from.height / 2 }
  await send('touchStart', start.x, start.y)
  for (let step = 1; step <= 8; step++) {
    await send('touchMove', start.x + step * 4, start.y + ((to.y + to.height - 3 - start.y) * step) / 8)
  }
  await expect(page.locator('.drop-indicator')).toBeVisible()
  await send('touchEnd', 0, 0)
  await editor.shows('p two', 'p three', 'p one')
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
