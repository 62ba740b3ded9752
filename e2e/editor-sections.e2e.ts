import type { CDPSession, Page } from '@playwright/test'
import { type EditorOnPage, expect, test } from './editor-fixtures.ts'

/** The first block of the section in the middle of the page, by its id, and how many blocks of the page stand before. */
function edge(page: Page, index = 0): Promise<{ at: number; before: string; after: string }> {
  return page.evaluate((editor) => {
    const body = window.harness.editors[editor]!.view.dom
    const sections = [...body.querySelectorAll(':scope > .section')]
    const section = sections[Math.floor(sections.length / 2)]!
    const last = section.previousElementSibling!.lastElementChild!
    const blocks = window.harness.editors[editor]!.state.doc
    const after = (section.firstElementChild as HTMLElement).dataset.blockId!
    let at = -1
    blocks.forEach((block, _pos, i) => {
      if (block.attrs.id === after) at = i
    })
    return { at, before: (last as HTMLElement).dataset.blockId!, after }
  }, index)
}

/** Sets the caret (or selects up to `toBlock`) by offsets in two blocks, and brings it into view. */
async function caretIn(page: Page, block: string, offset: number, toBlock = block, to = offset, index = 0) {
  await page.evaluate(
    ([first, from, last, end, which]) => {
      const editor = window.harness.editors[which]!
      const start: Record<string, number> = {}
      editor.state.doc.forEach((node, pos) => {
        start[node.attrs.id] = pos + 1
        start[`${node.attrs.id}/end`] = pos + 1 + node.content.size
      })
      const place = (id: string, at: number) => (at < 0 ? start[`${id}/end`]! + 1 + at : start[id]! + at)
      editor.view.focus()
      editor
        .chain()
        .setTextSelection({ from: place(first, from), to: place(last, end) })
        .scrollIntoView()
        .run()
    },
    [block, offset, toBlock, to, index] as const,
  )
}

const textOf = (page: Page, id: string, index = 0) =>
  page.evaluate(
    ([block, which]) => {
      let text: string | null = null
      window.harness.editors[which]!.state.doc.forEach((node) => {
        if (node.attrs.id === block) text = node.textContent
      })
      return text as string | null
    },
    [id, index] as const,
  )

const countOf = (page: Page, index = 0) =>
  page.evaluate((which) => window.harness.editors[which]!.state.doc.childCount, index)

/** The block with the caret, and how far in it stands, as the browser's own selection has it. */
const caretOf = (page: Page) =>
  page.evaluate(() => {
    const { focusNode } = document.getSelection()!
    const block = (focusNode instanceof Element ? focusNode : focusNode?.parentElement)?.closest(
      '[data-kind]',
    )
    const { $head } = window.harness.editors[0]!.state.selection
    return {
      dom: (block as HTMLElement | null)?.dataset.blockId,
      state: $head.parent.attrs.id,
      at: $head.parentOffset,
    }
  })

/** How many blocks each section has on the screen's tree. */
const sizes = (page: Page, index = 0) =>
  page.evaluate((which) => {
    const { dom } = window.harness.editors[which]!.view
    return [...dom.children].map((child) =>
      child.classList.contains('section') ? child.childElementCount : 0,
    )
  }, index)

async function open(editor: EditorOnPage, query = 'count=2000') {
  await editor.open(query)
  expect(Math.min(...(await sizes(editor.page)))).toBeGreaterThanOrEqual(16)
  expect(Math.max(...(await sizes(editor.page)))).toBeLessThanOrEqual(48)
}

test('a short page has no sections, and a long one is painted where it is seen', async ({ editor, page }) => {
  await editor.open('count=100')
  await expect(page.locator('.section')).toHaveCount(0)
  await open(editor)
  const painted = () =>
    page.evaluate(
      () =>
        [...document.querySelectorAll('.section')].filter((section) =>
          (section.firstElementChild as HTMLElement).checkVisibility({ contentVisibilityAuto: true }),
        ).length,
    )
  await expect.poll(painted).toBeGreaterThan(0)
  expect(await painted()).toBeLessThan(6)
})

test('typing, Enter, Backspace and Delete at the edge of a section', async ({ editor, page }) => {
  await open(editor)
  const { before, after } = await edge(page)
  const count = await countOf(page)
  const first = await textOf(page, before)
  const second = await textOf(page, after)
  await caretIn(page, before, -1)
  await editor.type('end')
  await expect.poll(() => textOf(page, before)).toBe(`${first}end`)
  await editor.press('Enter')
  await editor.type('between')
  await editor.press('ArrowDown', 'Home')
  await editor.type('start ')
  await expect.poll(() => textOf(page, after)).toBe(`start ${second}`)
  for (let i = 0; i < 6; i++) await editor.press('Backspace')
  // Into what was typed between, and that into the last block of the section before.
  await editor.press('Backspace')
  expect(await countOf(page)).toBe(count)
  await caretIn(page, before, -1)
  await editor.press('Delete')
  await expect.poll(() => countOf(page)).toBe(count - 1)
  expect(await textOf(page, before)).toBe(`${first}endbetween${second}`)
  await editor.type('|')
  await expect.poll(() => textOf(page, before)).toBe(`${first}end|between${second}`)
  expect(Math.min(...(await sizes(page)))).toBeGreaterThanOrEqual(16)
})

test('arrows walk and Shift+arrows select over the edge', async ({ editor, page }) => {
  await open(editor)
  const { before, after } = await edge(page)
  await caretIn(page, before, 0)
  await editor.press('End', 'ArrowRight')
  await expect.poll(() => caretOf(page)).toEqual({ dom: after, state: after, at: 0 })
  await editor.press('ArrowLeft')
  await expect.poll(async () => (await caretOf(page)).state).toBe(before)
  await editor.press('Shift+ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowRight')
  const selected = await page.evaluate(() => document.getSelection()!.toString())
  expect(selected.trim()).toBe((await textOf(page, after))!.slice(0, 2))
  await editor.type('x')
  await expect.poll(() => textOf(page, after)).toBe(null)
})

test('every key goes over the edge of a section that is painted nowhere near', async ({ editor, page }) => {
  await open(editor)
  const { before, after, at } = await edge(page)
  /** The caret there, the page scrolled to its start, and nothing of the blocks around painted. */
  const caretFarAway = (block: string, offset: number) =>
    page.evaluate(
      async ([id, from]) => {
        const editor = window.harness.editors[0]!
        const frames = () =>
          new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
        const { doc } = editor.state
        editor.view.focus()
        editor.commands.setTextSelection(1)
        window.scrollTo(0, 0)
        await frames()
        doc.forEach((node, pos) => {
          if (node.attrs.id === id)
            editor.commands.setTextSelection(pos + 1 + (from < 0 ? node.content.size : from))
        })
        await frames()
      },
      [block, offset] as const,
    )
  const selected = () =>
    page.evaluate(() => {
      const { $anchor, $head } = window.harness.editors[0]!.state.selection
      return { from: $anchor.parent.attrs.id, to: $head.parent.attrs.id, at: $head.parentOffset }
    })
  const numberOf = (id: string) => Number(id.replace('big-', ''))
  const length = (await textOf(page, before))!.length

  for (const [key, from, to, offset] of [
    ['ArrowLeft', after, before, length],
    ['Shift+ArrowLeft', after, before, length],
    ['Control+ArrowLeft', after, before, length],
    ['ArrowUp', after, before, 0],
    ['Shift+ArrowUp', after, before, 0],
    ['ArrowRight', before, after, 0],
    ['Control+ArrowRight', before, after, 0],
    ['Control+Shift+ArrowRight', before, after, 0],
    ['ArrowDown', before, after, length],
    ['Shift+ArrowDown', before, after, length],
  ] as const) {
    await caretFarAway(from, from === after ? 0 : -1)
    await editor.press(key)
    await expect.poll(selected, key).toEqual({ from: key.includes('Shift') ? from : to, to, at: offset })
  }
  for (const [key, from, way] of [
    ['PageUp', after, -1],
    ['PageDown', before, 1],
    ['Shift+PageDown', before, 1],
  ] as const) {
    await caretFarAway(from, from === after ? 0 : -1)
    await editor.press(key)
    const rows = async () => (numberOf((await selected()).to) - at) * way
    await expect.poll(rows, key).toBeGreaterThan(10)
    expect(await rows(), key).toBeLessThan(40)
  }
  await caretFarAway(after, 0)
  await editor.press('Control+Backspace')
  await expect.poll(() => countOf(page)).toBe(1999)
  await editor.press('Control+Delete')
  await expect.poll(() => textOf(page, before)).toHaveLength(2 * length - 'Block'.length)
})

test('select all and copy: no trace of sections on the clipboard', async ({ editor, page }) => {
  await open(editor)
  await caretIn(page, (await edge(page)).before, 3)
  await editor.press('Control+a', 'Control+a')
  const { html, text } = await editor.copy()
  expect(html).not.toContain('section')
  expect(html).toContain('Block 0: ')
  expect(html).toContain('Block 1999: ')
  expect(text).toContain('Block 1999: ')
  expect(JSON.stringify(await editor.blocks())).not.toContain('section')
  const { before, after } = await edge(page)
  await caretIn(page, before, 0, after, -1)
  expect((await editor.copy()).html).not.toContain('section')
})

test('pasted HTML brings no section, and blocks pasted at the edge join one', async ({ editor, page }) => {
  await open(editor)
  const { before } = await edge(page)
  await caretIn(page, before, -1)
  await editor.press('Enter')
  const many = Array.from({ length: 60 }, (_, i) => `<p>pasted ${i}</p>`).join('')
  await editor.paste({ 'text/html': `<div class="section" data-section="3">${many}</div>` })
  await expect.poll(() => countOf(page)).toBe(2060)
  expect(await page.locator('.section .section').count()).toBe(0)
  expect(Math.min(...(await sizes(page)))).toBeGreaterThanOrEqual(16)
  expect(Math.max(...(await sizes(page)))).toBeLessThanOrEqual(48)
})

test('a block is dragged by its handle over the edge', async ({ editor, page }) => {
  await open(editor)
  const { before, after, at } = await edge(page)
  await page.evaluate((id) => window.harness.scrollToBlock(id), before)
  const dragged = page.locator(`[data-block-id="${before}"]`)
  const target = page.locator(`[data-block-id="${after}"] + *`)
  await expect(target).toBeInViewport()
  await dragged.hover()
  const grip = page.getByRole('button', { name: /^Drag to move/ })
  await grip.hover()
  await page.mouse.down()
  const box = (await target.boundingBox())!
  await page.mouse.move(box.x + 60, box.y + box.height - 2, { steps: 8 })
  await page.mouse.up()
  await expect
    .poll(() => editor.blocks().then((blocks) => blocks.findIndex(({ id }) => id === before)))
    .toBeGreaterThan(at - 1)
  expect(await countOf(page)).toBe(2000)
  expect((await sizes(page)).includes(0)).toBe(false)
})

test('what somebody else writes and makes over an edge leaves the caret where it is', async ({
  editor,
  page,
}) => {
  await open(editor, 'mode=live&count=600')
  const { before, after } = await edge(page)
  await caretIn(page, after, 4)
  const element = await page.locator(`[data-block-id="${after}"]`).first().elementHandle()
  await page.evaluate(
    ([first, second]) => {
      const other = window.harness.editors[1]!
      const start: Record<string, number> = {}
      other.state.doc.forEach((node, pos) => {
        start[node.attrs.id] = pos
      })
      const { tr } = other.state
      const paragraph = other.schema.nodes.paragraph!
      tr.insertText('THEIRS ', start[second]! + 1)
      for (let i = 0; i < 50; i++)
        tr.insert(start[second]!, paragraph.create(null, other.schema.text(`new ${i}`)))
      tr.insertText('theirs ', start[first]! + 1)
      other.view.dispatch(tr)
    },
    [before, after] as const,
  )
  await expect.poll(() => countOf(page)).toBe(650)
  expect(await caretOf(page)).toEqual({ dom: after, state: after, at: 4 + 'THEIRS '.length })
  expect(await element!.evaluate((block) => block.isConnected), 'its element is the same').toBe(true)
  await editor.type('mine')
  await expect.poll(() => textOf(page, after, 1)).toContain('THEIRS Blocmine')
  expect(await editor.blocks(0)).toEqual(await editor.blocks(1))
  expect(Math.max(...(await sizes(page)))).toBeLessThanOrEqual(48)
})

test('Control+End and Control+Home go to the last and the first block', async ({ editor, page }) => {
  await open(editor)
  await caretIn(page, (await edge(page)).after, 2)
  await editor.press('Control+End')
  await editor.type('last')
  await expect(page.locator('[data-block-id="big-1999"]')).toBeInViewport()
  expect(await textOf(page, 'big-1999')).toMatch(/last$/)
  await editor.press('Control+Home')
  await editor.type('first')
  await expect(page.locator('[data-block-id="big-0"]')).toBeInViewport()
  expect(await textOf(page, 'big-0')).toMatch(/^first/)
})

test('the search of the browser finds and shows what was never painted', async ({ editor, page }) => {
  await open(editor)
  const found = await page.evaluate(() =>
    (window as unknown as { find(text: string): boolean }).find('Block 1733: some'),
  )
  expect(found).toBe(true)
  await expect(page.locator('[data-block-id="big-1733"]')).toBeInViewport()
  await page
    .locator('[data-block-id="big-400"]')
    .evaluate((block) => block.scrollIntoView({ block: 'center' }))
  await expect(page.locator('[data-block-id="big-400"]')).toBeInViewport()
})

test('clicking and typing after a jump into unpainted blocks', async ({ editor, page }) => {
  await open(editor)
  for (const target of ['big-1500', 'big-37', 'big-1901']) {
    await page.evaluate((id) => window.harness.scrollToBlock(id), target)
    const block = page.locator(`[data-block-id="${target}"]`)
    await expect(block).toBeInViewport()
    await block.click({ position: { x: 40, y: 10 } })
    await editor.press('Home')
    await editor.type('here ')
    await expect.poll(() => textOf(page, target)).toMatch(/^here /)
  }
})

test('composing beside an edge, while the section is full and somebody else writes', async ({
  editor,
  page,
}) => {
  await open(editor, 'mode=live&count=600')
  const { before, after } = await edge(page)
  const session: CDPSession = await page.context().newCDPSession(page)
  const compose = (text: string) =>
    session.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
  for (const [block, offset] of [
    [before, -1],
    [after, 0],
  ] as const) {
    const text = (await textOf(page, block))!
    await caretIn(page, block, offset)
    await compose('に')
    await compose('にほ')
    const section = page.locator(`.section:has(> [data-block-id="${block}"])`).first()
    const element = await section.elementHandle()
    await page.evaluate((id) => {
      const other = window.harness.editors[1]!
      let pos = -1
      other.state.doc.forEach((node, at) => {
        if (node.attrs.id === id) pos = at
      })
      const { tr, schema } = other.state
      for (let i = 0; i < 40; i++) tr.insert(pos, schema.nodes.paragraph!.create(null, schema.text('more')))
      other.view.dispatch(tr)
    }, block)
    await compose('日本')
    expect(await element!.evaluate((found) => found.isConnected), 'the element of the section stays').toBe(
      true,
    )
    await session.send('Input.insertText', { text: '日本' })
    await expect.poll(() => textOf(page, block)).toBe(offset === 0 ? `日本${text}` : `${text}日本`)
    await expect.poll(() => textOf(page, block, 1)).toBe(offset === 0 ? `日本${text}` : `${text}日本`)
    await editor.type('!')
    await expect.poll(() => textOf(page, block)).toBe(offset === 0 ? `日本!${text}` : `${text}日本!`)
  }
})

test('numbered lists go on over the edges, also after something is taken out above', async ({
  editor,
  page,
}) => {
  await editor.write(...Array.from({ length: 200 }, (_, i) => `ol step ${i + 1}`))
  const marker = (text: string) =>
    page.evaluate(async (wanted) => {
      const item = [...document.querySelectorAll('[data-kind="listItem"]')].find(
        (one) => one.textContent === wanted,
      )!
      item.scrollIntoView({ block: 'center' })
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      return item.getAttribute('data-block-id')!
    }, text)
  const session = await page.context().newCDPSession(page)
  const shown = async (text: string): Promise<string> => {
    const id = await marker(text)
    const { root } = await session.send('DOM.getDocument', { depth: 0 })
    const { nodeId } = await session.send('DOM.querySelector', {
      nodeId: root.nodeId,
      selector: `[data-block-id="${id}"] > .item-body`,
    })
    const { nodes } = await session.send('Accessibility.queryAXTree', { nodeId, role: 'StaticText' })
    return String(nodes[0]?.name?.value ?? '')
  }
  await expect.poll(() => shown('step 1')).toBe('1')
  await expect.poll(() => shown('step 33')).toBe('33')
  await expect.poll(() => shown('step 200')).toBe('200')
  await editor.select('step 5')
  await editor.press('Backspace', 'Backspace', 'Backspace')
  await expect.poll(() => countOf(page)).toBe(199)
  await expect.poll(() => shown('step 200')).toBe('199')
})

for (const width of [1440, 390]) {
  test(`spacing is the same at the edge of a section as elsewhere, ${width} px wide`, async ({
    editor,
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    const lines = Array.from({ length: 160 }, (_, i) =>
      i % 9 === 0 ? `h2 head ${i}` : i % 9 < 4 ? `> quote ${i}` : i % 9 < 6 ? `p line ${i}` : `li item ${i}`,
    )
    await editor.write(...lines)
    await expect.poll(async () => (await sizes(page)).length).toBeGreaterThan(3)
    const gaps = await page.evaluate(() => {
      const blocks = [...document.querySelectorAll<HTMLElement>('.section > *')]
      for (const section of document.querySelectorAll<HTMLElement>('.section'))
        section.style.contentVisibility = 'visible'
      const found: Record<string, Set<string>> = {}
      for (const [i, block] of blocks.entries()) {
        const next = blocks[i + 1]
        if (!next || i === 0) continue
        const kinds = `${block.dataset.kind} ${next.dataset.kind}`
        const gap = next.getBoundingClientRect().top - block.getBoundingClientRect().bottom
        found[kinds] ??= new Set()
        found[kinds].add(`${gap.toFixed(2)} ${next.getBoundingClientRect().height.toFixed(2)}`)
      }
      return Object.entries(found).map(([kinds, all]) => [kinds, all.size] as const)
    })
    expect(gaps.length).toBeGreaterThan(2)
    expect(gaps.filter(([, different]) => different > 1)).toEqual([])
  })
}

test('what is drawn is what the page says, after much typing in many places by two people', async ({
  editor,
  page,
}) => {
  await open(editor, 'mode=live&count=300')
  const drawn = (index: number) =>
    page.evaluate((which) => {
      const { dom, state } = window.harness.editors[which]!.view
      const shown = [...dom.querySelectorAll('.section > *')].map((block) => {
        const copy = block.cloneNode(true) as HTMLElement
        for (const caret of copy.querySelectorAll('.remote-caret')) caret.remove()
        return `${copy.dataset.kind} ${copy.dataset.blockId} ${copy.querySelectorAll('strong').length} ${copy.textContent}`
      })
      const said: string[] = []
      state.doc.forEach((node) => {
        let bold = 0
        node.forEach((child) => {
          if (child.marks.some(({ type }) => type.name === 'bold')) bold++
        })
        said.push(`${node.type.name} ${node.attrs.id} ${bold} ${node.textContent}`)
      })
      return { shown, said }
    }, index)
  for (let round = 0; round < 12; round++) {
    const at = `big-${(round * 47) % 300}`
    await caretIn(page, at, round % 2 === 0 ? 3 : -1)
    await editor.type('ab')
    if (round % 3 === 0) await editor.press('Enter')
    if (round % 3 === 1) await editor.press('Control+Alt+2')
    if (round % 4 === 2) await editor.press('Shift+ArrowLeft', 'Control+b', 'ArrowRight')
    await editor.type('cd')
    await page.evaluate((step) => {
      const other = window.harness.editors[1]!
      const { doc, tr, schema } = other.state
      let pos = 0
      doc.forEach((node, start, i) => {
        if (i === (step * 31) % 250 && node.isTextblock) pos = start + 1
      })
      if (pos > 0) {
        tr.insertText('their words ', pos)
        if (step % 3 === 0) tr.addMark(pos, pos + 5, schema.marks.bold!.create())
        if (step % 4 === 0) tr.split(pos + 5)
        other.view.dispatch(tr)
        other.commands.setTextSelection(pos + 2)
      }
    }, round)
    for (const index of [0, 1]) {
      await expect.poll(async () => (await drawn(index)).said.length).toBe(await countOf(page))
      const { shown, said } = await drawn(index)
      expect(shown).toEqual(said)
    }
  }
  expect(await editor.blocks(0)).toEqual(await editor.blocks(1))
})

test('a letter has few blocks of a long page looked at, by what the editor changes in its library', async ({
  editor,
  page,
}) => {
  await open(editor)
  const { after } = await edge(page)
  await caretIn(page, after, 2)
  await editor.type('first')
  await page.evaluate(() => {
    interface Shown {
      matchesNode(...args: unknown[]): boolean
    }
    const { docView } = window.harness.editors[0]!.view as unknown as { docView: Shown }
    const kind = Object.getPrototypeOf(Object.getPrototypeOf(docView)) as Shown
    for (const owner of [kind, Object.getPrototypeOf(docView) as Shown]) {
      if (!Object.hasOwn(owner, 'matchesNode')) continue
      const usual = owner.matchesNode
      owner.matchesNode = function (...args) {
        document.body.dataset.lookedAt = String(Number(document.body.dataset.lookedAt ?? 0) + 1)
        return usual.apply(this, args)
      }
    }
  })
  await editor.type('x')
  await expect.poll(() => textOf(page, after)).toContain('firstx')
  const lookedAt = await page.evaluate(() => Number(document.body.dataset.lookedAt ?? 0))
  expect(lookedAt).toBeGreaterThan(0)
  expect(lookedAt).toBeLessThan(100)
})

test('a key that comes before the browser has told of the moved caret works at its new place', async ({
  editor,
}) => {
  await editor.write('p one', 'p two')
  await editor.body.click({ position: { x: 120, y: 10 } })
  await editor.press('Home')
  await editor.body.evaluate((body) => {
    const press = (key: string, keyCode: number) =>
      body.dispatchEvent(new KeyboardEvent('keydown', { key, keyCode, bubbles: true, cancelable: true }))
    press('ArrowDown', 40)
    // The browser moves the caret now, and tells of it when this turn is over.
    getSelection()!.collapse(body.querySelectorAll('p')[1]!.firstChild, 1)
    press('Enter', 13)
  })
  await expect.poll(() => editor.lines()).toEqual(['p one', 'p t', 'p wo'])
})
