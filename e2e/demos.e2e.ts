import { expect, testOnKeptServer as test } from './fixtures.ts'

test('2.25 single-block mode: Enter begins a line or does nothing, and what is pasted stays one block', async ({
  page,
}) => {
  await page.goto('/single-block')
  const block = page.getByRole('textbox', { name: 'One block' })
  await block.click()
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Enter')
  await page.keyboard.type('a second line')
  await expect(block.locator('[data-kind]')).toHaveCount(1)
  await expect(block.locator('br').first()).toBeAttached()
  await expect(block).toContainText('never a block.a second line')
  const line = page.getByRole('textbox', { name: 'One line' })
  await line.click()
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Enter')
  await line.evaluate((element) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', ' one\ntwo\n\nthree')
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await expect(line).toHaveText(/lines become one\. ?one two three$/)
  await expect(line.locator('[data-kind]')).toHaveCount(1)
  await page.keyboard.press('Control+z')
  await expect(line).toHaveText(/lines become one\.$/)
})

test('2.25 editor value control: buttons set what the editor holds, undo takes it back, and the value is shown', async ({
  page,
}) => {
  await page.goto('/editor')
  const demo = page.getByRole('region', { name: 'A value controlled from outside' })
  const editor = demo.getByRole('textbox', { name: 'Controlled editor' })
  await expect(editor).toHaveText('This editor is told from outside what it holds.')
  await demo.getByRole('button', { name: 'Append a line' }).click()
  await expect(editor).toContainText('Line 2, added by a button')
  await demo.getByRole('button', { name: 'Replace value' }).click()
  await expect(editor.getByRole('heading', { name: 'Another value' })).toBeVisible()
  await demo.getByText('The value as JSON').click()
  await expect(demo.locator('pre')).toContainText('"Another value"')
  await editor.getByRole('heading').click()
  await page.keyboard.type('!')
  await expect(demo.locator('pre')).toContainText('!')
  await demo.getByRole('button', { name: 'Clear' }).click()
  await expect(editor).toHaveText('')
})

test('2.25 Markdown live preview: source left, rendered right; kept until Reset', async ({ page }) => {
  await page.goto('/preview-markdown')
  const source = page.getByRole('textbox', { name: 'Markdown' })
  const rendered = page.getByRole('region', { name: 'Rendered' })
  await expect(rendered.getByRole('heading', { name: 'Tide tables' })).toBeVisible()
  await source.fill('## Mine\n\n<script>window.broken = true</script>\n\n- [x] done\n\n$\\frac{1}{2}$')
  await expect(rendered.getByRole('heading', { name: 'Mine', level: 2 })).toBeVisible()
  await expect(rendered.getByRole('checkbox')).toBeChecked()
  await expect(rendered.locator('math')).toBeVisible()
  expect(await page.evaluate(() => 'broken' in window)).toBe(false)
  await page.reload()
  await expect(rendered.getByRole('heading', { name: 'Mine' })).toBeVisible()
  await source.fill('')
  await expect(rendered).toHaveText('Write some Markdown on the left to see it here.')
  await page.getByRole('button', { name: 'Reset' }).click()
  await expect(rendered.getByRole('heading', { name: 'Tide tables' })).toBeVisible()
})

test('2.45 5.9 a form asks for 1 to 10 labels, picked by typing, and toggles between reading and editing', async ({
  page,
}) => {
  await page.goto('/form')
  const form = page.getByRole('region', { name: 'Document details' })
  const labels = form.getByRole('combobox', { name: 'Labels' })
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('Select at least one label')).toBeVisible()
  await labels.fill('let')
  await page.keyboard.press('Enter')
  await expect(form.getByLabel('Letters', { exact: true })).toBeVisible()
  await expect(form.getByText('Select at least one label')).toBeHidden()
  for (let i = 1; i <= 10; i++) {
    await labels.fill(`Mine ${i}`)
    await expect(page.getByRole('option', { name: `Create “Mine ${i}”` })).toBeVisible()
    await page.keyboard.press('Enter')
  }
  await page.keyboard.press('Escape')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('Select up to 10 labels')).toBeVisible()
  await labels.focus()
  await page.keyboard.press('Backspace')
  await expect(form.getByLabel('Mine 10', { exact: true })).toBeHidden()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByRole('button', { name: 'Edit' })).toBeVisible()
  await expect(form.getByRole('button', { name: 'Remove Letters' })).toBeHidden()
  await page.reload()
  await expect(form.getByLabel('Mine 9', { exact: true })).toBeVisible()
})

test('2.25 an editable void block: a card is written in its fields, by keyboard too, and every kind is in the gallery', async ({
  page,
}) => {
  await page.goto('/dev/blocks')
  const sample = page.getByRole('region', { name: 'Contact card', exact: true })
  await sample.scrollIntoViewIfNeeded()
  const card = sample.getByRole('group', { name: 'Contact card' })
  await card.getByRole('textbox', { name: 'Phone' }).fill('+44 20')
  await card.getByLabel('By phone').check()
  await expect(sample.getByRole('region', { name: 'Contact card, read' })).toContainText('+44 20')
  await expect(sample.getByRole('region', { name: 'Contact card, as Markdown' })).toContainText(
    '"reach":"phone"',
  )
  await card.getByRole('textbox', { name: 'Name' }).focus()
  await page.keyboard.press('Escape')
  await expect(sample.getByRole('textbox', { name: 'Contact card' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(card.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Grace')
  await expect(sample.getByRole('region', { name: 'Contact card, read' })).toContainText('Grace')
})

test('2.25 collaboration: two people write on one page, apart and together', async ({ page }) => {
  await page.goto('/collaboration')
  const ada = page.getByRole('textbox', { name: 'The page of Ada' })
  const grace = page.getByRole('textbox', { name: 'The page of Grace' })
  await ada.getByText('Everybody brings something.').click()
  await page.keyboard.press('End')
  await page.keyboard.type(' Bread, too.')
  await expect(grace).toContainText('Everybody brings something. Bread, too.')
  await page.getByRole('button', { name: 'Cut the line between them' }).click()
  await page.keyboard.type(' From Ada.')
  await grace.getByText('Saturday at noon, by the lake.').click()
  await page.keyboard.press('End')
  await page.keyboard.type(' From Grace.')
  await expect(grace).not.toContainText('From Ada.')
  await expect(ada).not.toContainText('From Grace.')
  await page.getByRole('button', { name: 'Connect them again' }).click()
  for (const text of ['From Ada.', 'From Grace.']) {
    await expect(ada).toContainText(text)
    await expect(grace).toContainText(text)
  }
})
