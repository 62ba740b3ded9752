import { expect, test, testOnDevice } from './editor-fixtures.ts'
import { seriousViolations } from './screen.ts'

const marksOf = (blocks: { text?: unknown }[]) => JSON.stringify(blocks.map(({ text }) => text))

test('2.36, 2.42, 5.21 the toolbar shows what the selection has, sets it, and asks every command whether it applies', async ({
  editor,
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await editor.open('toolbar')
  await editor.write('h1 Tides', 'p one two', 'code let x = 1')
  const tools = page.getByRole('toolbar', { name: 'Page tools' })
  const tool = (name: string | RegExp) => tools.getByRole('button', { name, exact: typeof name === 'string' })

  await editor.caret('Tides')
  await expect(tool('Font size, now 36')).toBeVisible()
  await expect(tool('Turn into, now Heading 1')).toBeVisible()
  await editor.caret('let x = 1')
  await expect(tool('Bold')).toHaveAttribute('aria-disabled', 'true')
  await expect(tool('Undo')).toHaveAttribute('aria-disabled', 'true')

  // 5.17: a step, a preset, and what is no size.
  await editor.select('one two', 4)
  await tool('Larger text').click()
  await expect(tool('Font size, now 17')).toBeVisible()
  await tool('Font size, now 17').click()
  await page.getByPlaceholder('Size, 1 to 100').fill('101')
  await expect(page.getByRole('dialog', { name: 'Font size' }).getByText('No results')).toBeVisible()
  await page.getByPlaceholder('Size, 1 to 100').fill('33')
  await editor.press('Enter')
  await expect
    .poll(async () => marksOf(await editor.blocks()))
    .toContain('"fontSize","attributes":{"size":33}')

  // 5.21, 9.11: a colour, and that it is the last one used after the page was opened anew.
  await tool('Colors').click()
  await page.getByRole('button', { name: 'Red text' }).click()
  await tool('Colors').click()
  await expect(page.getByRole('group', { name: 'Last used' }).getByRole('button')).toHaveAccessibleName(
    'Red text',
  )
  await expect(
    page.getByRole('group', { name: 'Text' }).getByRole('button', { name: 'Red text' }),
  ).toHaveAttribute('aria-pressed', 'true')
  await page
    .getByRole('group', { name: 'Background' })
    .getByRole('button', { name: 'Yellow background' })
    .click()
  const colored = marksOf(await editor.blocks())
  expect(colored).toContain('"kind":"color","attributes":{"color":"red"}')
  expect(colored).toContain('"kind":"backgroundColor","attributes":{"color":"yellow"}')

  // 2.41, 5.18: alignment and line height of the block.
  await tool('Align').click()
  await page.getByRole('option', { name: 'Center' }).click()
  await tool('Line height').click()
  await page.getByRole('option', { name: '2', exact: true }).click()
  await expect
    .poll(async () => (await editor.blocks())[1]!.attributes)
    .toEqual({ align: 'center', lineHeight: 2 })
  await expect(page.getByText('one two')).toHaveCSS('text-align', 'center')

  // Each of them is a step of undo.
  await tool('Undo').click()
  await expect.poll(async () => (await editor.blocks())[1]!.attributes).toEqual({ align: 'center' })
  await tool('Redo').click()
  await expect.poll(async () => (await editor.blocks())[1]!.attributes?.lineHeight).toBe(2)

  await page.reload()
  await editor.write('p three')
  await editor.select('three')
  await tool('Colors').click()
  await expect(page.getByRole('group', { name: 'Last used' }).getByRole('button')).toHaveCount(2)
})

test('2.42 lists, tables, columns, code and the tools of the application', async ({ editor, page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await editor.open('toolbar')
  await editor.write('p one', 'p two', 'p')
  const tools = page.getByRole('toolbar', { name: 'Page tools' })
  await editor.select('one')
  await tools.getByRole('button', { name: 'Lists' }).click()
  await page.getByRole('option', { name: 'Roman list (i, ii, iii)', exact: true }).click()
  await expect
    .poll(async () => (await editor.blocks())[0]!.attributes)
    .toEqual({ listStyleType: 'lower-roman' })
  await editor.caret('two')
  await tools.getByRole('button', { name: 'Indent', exact: true }).click()
  await editor.shows('ol one'.replace('ol', 'li'), 'p+ two', 'p')
  await tools.getByRole('button', { name: 'Code block' }).click()
  await page.getByPlaceholder('Search...').fill('rust')
  await editor.press('Enter')
  await expect
    .poll(async () => (await editor.blocks())[2])
    .toMatchObject({ kind: 'codeBlock', attributes: { lang: 'rust' } })
  await editor.caret('one')
  await tools.getByRole('button', { name: 'Table', exact: true }).click()
  await page.getByRole('button', { name: '8 × 8' }).click()
  await expect(page.locator('[data-kind="tableRow"]')).toHaveCount(8)

  await tools.getByRole('button', { name: 'Export' }).click()
  expect(await page.evaluate(() => window.harness.opened)).toEqual(['export'])
  const comments = tools.getByRole('button', { name: 'Comments' })
  await comments.click()
  await expect(comments).toHaveAttribute('aria-pressed', 'true')
})

test('2.42 one row at any width, one tab stop, alt+F10 from the text; what has no room is in "More tools"', async ({
  editor,
  page,
}) => {
  await page.setViewportSize({ width: 640, height: 900 })
  await editor.open('toolbar')
  await editor.write('p one', 'p two')
  await editor.caret('one')
  const tools = page.getByRole('toolbar', { name: 'Page tools' })
  await expect(tools.getByRole('button', { name: 'More tools' })).toBeVisible()
  await expect(tools.getByRole('button', { name: 'Date' })).toBeHidden()
  expect((await tools.boundingBox())!.height).toBeLessThanOrEqual(41)
  await expect(tools.locator('[tabindex="0"]')).toHaveCount(1)

  await editor.press('Alt+F10')
  await expect(tools.getByRole('button', { name: 'Undo' })).toBeFocused()
  await editor.press('ArrowLeft')
  await expect(tools.getByRole('button', { name: 'More tools' })).toBeFocused()
  await editor.press('Enter')
  await page.getByPlaceholder('Search tools...').fill('square')
  await editor.press('Enter')
  await expect.poll(async () => (await editor.blocks())[0]!.attributes).toEqual({ listStyleType: 'square' })
  await expect(editor.body).toBeFocused()

  // Over selected words the keyboard goes to the floating one.
  await editor.select('two')
  await page.getByRole('toolbar', { name: 'Formatting' }).waitFor()
  await editor.press('Alt+F10')
  await expect(page.getByRole('toolbar', { name: 'Formatting' }).locator(':focus')).toHaveCount(1)
  await editor.press('Escape')

  // 2.43: the page as JSX, and the toolbar put away and back.
  await tools.getByRole('button', { name: 'More tools' }).click()
  await page.getByPlaceholder('Search tools...').fill('page as')
  await editor.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Page as JSX' })).toContainText(
    '<hli listStyleType="square">one</hli>',
  )
  await page.keyboard.press('Escape')
  await tools.getByRole('button', { name: 'More tools' }).click()
  await page.getByRole('option', { name: 'Hide the toolbar' }).click()
  await expect(tools).toBeHidden()
  await page.reload()
  await editor.body.waitFor()
  expect(await page.evaluate(() => window.harness.actions())).toContain('editor.toolbar')
  await expect(tools).toBeHidden()
})

test('3.23 :name offers emoji, :smile: writes one at once, and a time or an address is left alone', async ({
  editor,
  page,
}) => {
  await editor.write('p')
  await editor.body.click()
  await editor.type('See you :rocke')
  const list = page.getByRole('listbox', { name: 'Emoji' })
  await expect(list.getByRole('option', { name: ':rocket:' })).toHaveAttribute('aria-selected', 'true')
  await editor.press('ArrowDown', 'ArrowUp', 'Enter')
  await editor.shows('p See you 🚀')
  await editor.type(' :smile: at 10:30 on http://a.bc/:smile ')
  await editor.shows('p See you 🚀 😄 at 10:30 on http://a.bc/:smile ')
  await editor.type(':tad')
  await expect(list).toBeVisible()
  await editor.press('Escape')
  await expect(list).toBeHidden()
  await editor.press('Enter')
  await editor.type('`:smile:`')
  await editor.shows('p See you 🚀 😄 at 10:30 on http://a.bc/:smile :tad', 'p :smile:')
  await editor.write('code x')
  await editor.caret('x')
  await editor.type(' :smile:')
  await editor.shows('code x :smile:')
})

test('2.41 /emoji opens the picker: search, categories, those used most, skin tones', async ({
  editor,
  page,
}) => {
  await editor.write('p')
  await editor.body.click()
  await editor.type('/emoji')
  await editor.press('Enter')
  const picker = page.getByRole('dialog', { name: 'Emoji' })
  await expect(picker.getByRole('searchbox', { name: 'Search emoji' })).toBeFocused()
  await picker.getByRole('button', { name: 'Flags' }).click()
  await expect(picker.getByText('Flags', { exact: true }).last()).toBeInViewport()
  await picker.getByRole('searchbox').fill('seedling')
  await expect(picker.getByRole('gridcell')).toHaveCount(1)
  // In a face that has it in colours, also where the system has none.
  const seedling = picker.getByRole('gridcell').getByText('🌱')
  await expect(seedling).toHaveCSS('font-family', /Sheaf Emoji/)
  await editor.press('Enter')
  await editor.shows('p 🌱')
  await expect(editor.body).toBeFocused()
  await editor.type(' /emoji')
  await editor.press('Enter')
  await picker.getByRole('button', { name: /^Skin tone/ }).click()
  await picker.getByRole('region', { name: 'Frequently used' }).getByRole('button', { name: '🌱' }).click()
  await editor.shows('p 🌱 🌱')
})

test('4.18 a link to a page is found by its title, and says what the page is called', async ({
  editor,
  page,
}) => {
  await editor.write('p one two')
  await editor.select('one two', 4)
  await editor.press('Control+k')
  const dialog = page.getByRole('dialog', { name: 'Add link' })
  await dialog.getByLabel('Address').fill('meeting')
  await expect(dialog.getByRole('option', { name: 'Meeting notes' })).toHaveAttribute('aria-selected', 'true')
  await editor.press('Enter')
  await expect(dialog).toBeHidden()
  expect((await editor.blocks())[0]!.text).toEqual([
    { text: 'one ' },
    { text: 'two', marks: [{ kind: 'link', attributes: { url: '/notes' } }] },
  ])
  await editor.press('ArrowLeft')
  await expect(page.getByRole('toolbar', { name: 'Link' })).toContainText('Meeting notes')
  // 5.11: words that are deleted in the form stay on the page.
  await editor.press('Control+k')
  await page.getByLabel('Text').fill('')
  await page.getByLabel('Address').fill('example.org')
  await editor.press('Enter')
  expect((await editor.blocks())[0]!.text![1]).toEqual({
    text: 'two',
    marks: [{ kind: 'link', attributes: { url: 'https://example.org' } }],
  })
})

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds nothing serious in the toolbar and its panels (${theme})`, async ({ editor, page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.setViewportSize({ width: 1440, height: 900 })
    await editor.open(`toolbar&theme=${theme}`)
    await editor.write('p some words')
    await editor.select('some words')
    const tools = page.getByRole('toolbar', { name: 'Page tools' })
    const check = async (what: string) => {
      expect(await seriousViolations(page, { theme }), what).toEqual([])
    }
    await tools.getByRole('button', { name: 'Colors' }).click()
    await page.getByRole('dialog', { name: 'Colors' }).waitFor()
    await check('colours')
    await editor.press('Escape')
    await tools.getByRole('button', { name: 'Emoji' }).click()
    await page.getByRole('searchbox', { name: 'Search emoji' }).waitFor()
    await check('emoji')
  })
}

testOnDevice.describe('on a phone', () => {
  testOnDevice.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  testOnDevice(
    '9.11, 5.18 the bar over the keyboard colours words and aligns blocks',
    async ({ editor, page }) => {
      await editor.open('toolbar')
      await editor.write('p one two')
      await expect(page.getByRole('toolbar', { name: 'Page tools' })).toBeHidden()
      await page.getByText('one two').tap()
      await editor.select('one two', 4)
      const bar = page.getByRole('toolbar', { name: 'Formatting' })
      await bar.getByRole('button', { name: 'Colors' }).tap()
      await page.getByRole('button', { name: 'Green text' }).tap()
      expect((await editor.blocks())[0]!.text![1]).toEqual({
        text: 'two',
        marks: [{ kind: 'color', attributes: { color: 'green' } }],
      })
      await bar.getByRole('button', { name: 'More formatting' }).tap()
      await page.getByRole('option', { name: 'Right' }).tap()
      await expect.poll(async () => (await editor.blocks())[0]!.attributes).toEqual({ align: 'right' })
      await expect(bar).toBeVisible()
    },
  )
})
