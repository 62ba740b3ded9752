import { expect, test } from './editor-fixtures.ts'

test('U22 a footnote is inserted from the menu, numbered by its place, edited, and taken back with Undo', async ({
  editor,
  page,
}) => {
  const panel = page.getByRole('dialog', { name: 'Footnote' })
  const notes = editor.body.locator('[data-atom="footnote"]')
  await editor.write('p tide', 'p light')
  await editor.caret('light')
  await editor.type(' /footnote')
  await editor.press('Enter')
  await expect(panel.getByLabel('Text of the footnote')).toBeFocused()
  await editor.type('Of the *lamp*')
  await editor.press('Enter')
  await expect(panel).toBeHidden()
  await expect(notes).toHaveText(['1'])
  await editor.caret('tide')
  await editor.type(' /footnote')
  await editor.press('Enter')
  await expect(panel.getByLabel('Text of the footnote')).toBeFocused()
  await editor.type('Twice a day')
  await editor.press('Enter')
  await expect(panel).toBeHidden()
  await expect(notes).toHaveText(['1', '2'])
  await expect
    .poll(async () => (await editor.blocks()).map(({ text }) => text))
    .toEqual([
      [{ text: 'tide ' }, { kind: 'footnote', attributes: { note: 'Twice a day' } }],
      [{ text: 'light ' }, { kind: 'footnote', attributes: { note: 'Of the *lamp*' } }],
    ])
  await notes.nth(1).click()
  await expect(panel.getByLabel('Text of the footnote')).toHaveValue('Of the *lamp*')
  await panel.getByLabel('Text of the footnote').fill('')
  await panel.getByRole('button', { name: 'Done' }).click()
  await expect(notes).toHaveText(['1'])
  await editor.press('Control+z')
  await expect(notes).toHaveText(['1', '2'])
})
