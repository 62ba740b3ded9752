import { expect, test } from './editor-fixtures.ts'

test('two people on one page see what the other writes, and undo only their own', async ({
  editor,
  page,
}) => {
  await editor.open('mode=live&count=3')
  const bodies = page.getByRole('textbox', { name: 'Page body' })
  await expect(bodies).toHaveCount(2)
  const click = (index: number, text: string) =>
    bodies
      .nth(index)
      .getByText(text)
      .click({ position: { x: 200, y: 8 } })
  await click(0, 'Block 1:')
  await editor.press('End')
  await editor.type(' ADA')
  await expect(bodies.nth(1).getByText(/ADA/)).toBeVisible()
  await click(1, 'Block 2:')
  await editor.press('End')
  await editor.type(' GRACE')
  await expect(bodies.nth(0).getByText(/GRACE/)).toBeVisible()
  await click(0, 'Block 1:')
  await editor.press('Control+z')
  await expect(bodies.nth(1).getByText(/ADA/)).toHaveCount(0)
  await expect(bodies.nth(0).getByText(/GRACE/)).toBeVisible()
  expect(await editor.lines(0)).toEqual(await editor.lines(1))
})

test('block commands on a live page: each one step of undo, ids unique on both sides', async ({
  editor,
  page,
}) => {
  await editor.open('mode=live&count=4')
  const before = await editor.lines()
  const states: string[][] = [before]
  await editor.caret('Block 1:')
  for (const key of ['Control+Shift+ArrowDown', 'Control+d', 'Control+Alt+2', 'Control+Enter']) {
    await editor.press(key)
    states.push(await editor.lines())
    await expect.poll(() => editor.lines(1)).toEqual(states.at(-1))
  }
  for (const index of [0, 1]) {
    const ids = (await editor.blocks(index)).map((block) => block.id)
    expect(new Set(ids).size).toBe(ids.length)
  }
  for (let step = states.length - 2; step >= 0; step--) {
    await editor.press('Control+z')
    await expect.poll(() => editor.lines(), `after undo ${states.length - 1 - step}`).toEqual(states[step])
  }
  await expect.poll(() => editor.lines(1)).toEqual(before)
  for (const state of states.slice(1)) {
    await editor.press('Control+Shift+z')
    await expect.poll(() => editor.lines()).toEqual(state)
  }
  // With nothing left to do again, the key does nothing, also where it comes as a small z.
  await editor.press('Control+Shift+z')
  expect(await editor.lines()).toEqual(states.at(-1))
  await expect.poll(() => editor.lines(1)).toEqual(states.at(-1))
  expect(await page.evaluate(() => window.harness.editors.length)).toBe(2)
})

test('what somebody else writes above does not move the selection or close the menu', async ({
  editor,
  page,
}) => {
  await editor.open('mode=live&count=4')
  await editor.caret('Block 3:', 5)
  await editor.press('End')
  await editor.type(' /head')
  const list = page.getByRole('listbox', { name: 'Commands' })
  await expect(list).toBeVisible()
  await page.evaluate(() => window.harness.editors[1]!.commands.insertContentAt(1, 'GRACE '))
  await expect(page.getByRole('textbox', { name: 'Page body' }).first().getByText(/GRACE/)).toBeVisible()
  await expect(list).toBeVisible()
  await editor.press('Enter')
  await editor.type('Next')
  await expect.poll(async () => (await editor.lines()).at(-1)).toBe('h1 Next')
  expect((await editor.lines()).join('\n')).not.toContain('/head')
})

test('a selected block stays selected while somebody else types in it', async ({ editor, page }) => {
  await editor.open('mode=live&count=3')
  await editor.caret('Block 1:')
  await editor.press('Escape')
  await page.evaluate(() => window.harness.editors[1]!.commands.insertContentAt(1, 'above '))
  await expect(page.locator('.is-block-selected')).toHaveCount(1)
  await expect(page.locator('.is-block-selected')).toContainText('Block 1:')
})

test('a caret that the browser has not told of yet stays where it is while somebody else writes', async ({
  editor,
  page,
}) => {
  await editor.open('mode=live&count=4')
  await editor.caret('Block 3:')
  await editor.press('Home')
  const at = await page.evaluate(async () => {
    // The browser moves the caret now, and tells of it when this turn is over.
    getSelection()!.modify('move', 'forward', 'character')
    getSelection()!.modify('move', 'forward', 'character')
    window.harness.editors[1]!.commands.insertContentAt(1, 'GRACE ')
    for (let turn = 0; turn < 20; turn++) await Promise.resolve()
    return getSelection()!.focusOffset
  })
  expect(at).toBe(2)
  await expect.poll(async () => (await editor.lines())[0]).toContain('GRACE ')
})
