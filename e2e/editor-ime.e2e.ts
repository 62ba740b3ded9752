import { type CDPSession, devices, type Page } from '@playwright/test'
import { type EditorOnPage, expect, test, testOnDevice } from './editor-fixtures.ts'

/** Types by an input method, as Chromium's own protocol does it. */
class InputMethod {
  private constructor(private readonly session: CDPSession) {}

  static async on(page: Page): Promise<InputMethod> {
    return new InputMethod(await page.context().newCDPSession(page))
  }

  /** Shows `text` as what is being composed, with the part that is being chosen selected in it. */
  compose(text: string, from = text.length, to = from): Promise<unknown> {
    return this.session.send('Input.imeSetComposition', { text, selectionStart: from, selectionEnd: to })
  }

  /** Begins to compose over what stands there already, from one character of the page to another. */
  recompose(text: string, start: number, end: number): Promise<unknown> {
    return this.session.send('Input.imeSetComposition', {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
      replacementStart: start,
      replacementEnd: end,
    })
  }

  /** A key that only says that an input method has it. */
  async key(key: string): Promise<void> {
    const said = { key, code: '', windowsVirtualKeyCode: 229 }
    await this.session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...said })
    await this.session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...said })
  }

  /** Ends composing with `text`. */
  commit(text: string): Promise<unknown> {
    return this.session.send('Input.insertText', { text })
  }
}

const isComposing = (page: Page) => page.evaluate(() => window.harness.editors[0]!.view.composing)

/** What the other person does to the first block, by positions in it. */
const others: [string, (page: Page) => Promise<void>, string[]][] = [
  [
    'writes before what is composed',
    (page) => page.evaluate(() => void window.harness.editors[1]!.commands.insertContentAt(1, 'NEW ')),
    ['p NEW one 日本語two'],
  ],
  [
    'writes in the middle of the words before it',
    (page) => page.evaluate(() => void window.harness.editors[1]!.commands.insertContentAt(3, '++')),
    ['p on++e 日本語two'],
  ],
  [
    'writes behind it',
    (page) =>
      page.evaluate(() => {
        const editor = window.harness.editors[1]!
        editor.commands.insertContentAt(editor.state.doc.firstChild!.content.size + 1, ' END')
      }),
    ['p one 日本語two END'],
  ],
  [
    'makes the words before it bold',
    (page) =>
      page.evaluate(
        () =>
          void window.harness.editors[1]!.chain()
            .setTextSelection({ from: 1, to: 3 })
            .toggleMark('bold')
            .run(),
      ),
    ['p one 日本語two'],
  ],
  [
    'deletes the words before it',
    (page) => page.evaluate(() => void window.harness.editors[1]!.commands.deleteRange({ from: 1, to: 5 })),
    ['p 日本語two'],
  ],
  [
    'splits the block before it',
    (page) =>
      page.evaluate(() => void window.harness.editors[1]!.chain().setTextSelection(3).splitBlock().run()),
    ['p on', 'p e 日本語two'],
  ],
  [
    'turns the block into a heading',
    (page) =>
      page.evaluate(
        () =>
          void window.harness.editors[1]!.chain().setTextSelection(1).setNode('heading', { level: 2 }).run(),
      ),
    ['h2 one 日本語two'],
  ],
  [
    'writes a block above',
    (page) =>
      page.evaluate(
        () =>
          void window.harness.editors[1]!.commands.insertContentAt(0, {
            type: 'paragraph',
            content: [{ type: 'text', text: 'above' }],
          }),
      ),
    ['p above', 'p one 日本語two'],
  ],
]

async function start(editor: EditorOnPage, page: Page): Promise<InputMethod> {
  await editor.open('mode=live')
  await page.getByRole('textbox', { name: 'Page body' }).first().click()
  await editor.type('one two')
  await expect.poll(() => editor.lines(1)).toEqual(['p one two'])
  await editor.caret('one ')
  return InputMethod.on(page)
}

for (const [what, act, wanted] of others) {
  test(`R12 a colleague ${what} while one composes in the same paragraph: nothing lost, nothing twice`, async ({
    editor,
    page,
  }) => {
    const ime = await start(editor, page)
    await ime.compose('に')
    await ime.compose('にほ')
    expect(await isComposing(page)).toBe(true)
    await act(page)
    await ime.compose('にほん')
    await ime.compose('にほんご')
    await ime.commit('日本語')
    await expect.poll(() => editor.lines(0)).toEqual(wanted)
    await expect.poll(() => editor.lines(1)).toEqual(wanted)
    await editor.type('!')
    await expect
      .poll(async () => (await editor.lines(1)).join('\n'))
      .toBe(wanted.join('\n').replace('語', '語!'))
  })
}

const INPUT_TYPES = {
  delete: 'deleteContentBackward',
  insertParagraph: 'insertParagraph',
  insertText: 'insertText',
}

/** What a browser does when no key says it, for a phone's keyboard or a menu: it announces the change and makes it. */
const browserDoes = (page: Page, command: keyof typeof INPUT_TYPES, value = '') =>
  page.evaluate(
    ([name, inputType, text]) => {
      const said = { inputType, data: text || null, bubbles: true, cancelable: true }
      if (document.activeElement!.dispatchEvent(new InputEvent('beforeinput', said)))
        document.execCommand(name, false, text)
    },
    [command, INPUT_TYPES[command], value] as const,
  )

test('Chinese: letters become signs, another candidate takes their place, and what is around stays', async ({
  editor,
  page,
}) => {
  await editor.write('p')
  await editor.body.click()
  const ime = await InputMethod.on(page)
  // A sign of autoformat that is only being composed means nothing.
  for (const letters of ['n', 'ni', 'ni h', 'ni hao']) await ime.compose(letters)
  expect(await isComposing(page)).toBe(true)
  await ime.compose('泥好')
  await ime.compose('你好')
  await ime.commit('你好')
  await editor.shows('p 你好')
  for (const letters of ['s', 'sh', 'shi', 'shi jie']) await ime.compose(letters)
  await ime.commit('世界')
  await editor.type('!')
  await editor.shows('p 你好世界!')

  // In the middle of bold words, in a list and in a heading: the marks and the kind stay.
  await editor.write('p one two', 'li rope', 'h2 title')
  await editor.select('one two')
  await editor.press('Control+b')
  await editor.caret('one ')
  await ime.compose('zhong')
  await ime.compose('中')
  await ime.commit('中文')
  expect((await editor.blocks())[0]!.text).toEqual([{ text: 'one 中文two', marks: [{ kind: 'bold' }] }])
  await editor.caret('rope')
  await ime.compose('sheng')
  await ime.commit('绳')
  await editor.caret('title')
  await ime.compose('biao ti')
  await ime.commit('标题')
  await editor.shows('p one 中文two', 'li rope绳', 'h2 title标题')
  await editor.press('Control+z')
  await editor.shows('p one 中文two', 'li rope绳', 'h2 title')

  // Given up: nothing is left of it.
  await editor.caret('rope绳')
  await ime.compose('xie')
  await ime.compose('')
  await editor.type('.')
  await editor.shows('p one 中文two', 'li rope绳.', 'h2 title')
})

test('Japanese: kana become kanji part by part, over the whole sentence', async ({ editor, page }) => {
  await editor.write('p はい。')
  await editor.caret('はい。')
  const ime = await InputMethod.on(page)
  for (const kana of ['k', 'き', 'きょ', 'きょう', 'きょうは', 'きょうはあつい']) await ime.compose(kana)
  // The first part is chosen, then another reading of it, then the second.
  await ime.compose('今日はあつい', 0, 3)
  await ime.compose('京はあつい', 0, 2)
  await ime.compose('今日はあつい', 0, 3)
  await ime.compose('今日は暑い', 3, 5)
  await ime.compose('今日は熱い', 3, 5)
  await ime.compose('今日は暑い', 3, 5)
  await editor.shows('p はい。今日は暑い')
  await ime.commit('今日は暑い')
  await editor.type('。')
  await editor.shows('p はい。今日は暑い。')
  // The Enter that takes the candidate is the input method's own, not a new block.
  await ime.compose('ね')
  await ime.key('Process')
  await ime.commit('ね')
  await editor.shows('p はい。今日は暑い。ね')
  await editor.press('Enter')
  await ime.compose('に')
  await ime.commit('二')
  await editor.shows('p はい。今日は暑い。ね', 'p 二')
})

test('5.20 dead keys: an accent waits for its letter, and is no sign of autoformat meanwhile', async ({
  editor,
  page,
}) => {
  await editor.write('p caf')
  await editor.caret('caf')
  const ime = await InputMethod.on(page)
  await ime.key('Dead')
  await ime.compose('´')
  await ime.commit('é')
  await editor.type(' a')
  await ime.key('Dead')
  await ime.compose('~')
  await ime.commit('ñ')
  await editor.type('o')
  await editor.shows('p café año')
  // The accent alone, by its key twice.
  await ime.key('Dead')
  await ime.compose('^')
  await ime.commit('^')
  await editor.type(' x')
  await editor.shows('p café año^ x')
  await editor.write('p')
  await editor.body.click()
  await ime.compose('#')
  await editor.shows('p #')
  await ime.commit('#')
  await editor.type('1')
  await editor.shows('p #1')
})

test('right to left: every block runs as its first letter does, its list marker and its caret with it', async ({
  editor,
  page,
}) => {
  await editor.write('p', 'li שלום', 'h2 مرحبا', 'p English first שלום', 'todo עברית')
  const direction = (text: string) =>
    page.getByText(text, { exact: true }).evaluate((element) => {
      const block = element.closest('[data-kind]')!
      return getComputedStyle(block).direction
    })
  expect(await direction('שלום')).toBe('rtl')
  expect(await direction('مرحبا')).toBe('rtl')
  expect(await direction('עברית')).toBe('rtl')
  expect(await direction('English first שלום')).toBe('ltr')

  // Typed: the direction comes with the first letter, and the words keep their order.
  await editor.body.click({ position: { x: 120, y: 8 } })
  await editor.type('שלום abc עולם')
  await editor.shows('p שלום abc עולם', 'li שלום', 'h2 مرحبا', 'p English first שלום', 'todo עברית')
  expect(await direction('שלום abc עולם')).toBe('rtl')

  // To the left is forward here; Home and End are where the line begins and ends.
  await editor.press('Home')
  await editor.type('א')
  await editor.press('ArrowLeft', 'ArrowLeft')
  await editor.type('-')
  await editor.press('End')
  await editor.type('!')
  await editor.shows('p אשל-ום abc עולם!', 'li שלום', 'h2 مرحبا', 'p English first שלום', 'todo עברית')

  // Selecting over both directions, marking and taking away.
  await editor.select('אשל-ום abc עולם!', 7, 10)
  await editor.press('Control+b')
  expect((await editor.blocks())[0]!.text).toEqual([
    { text: 'אשל-ום ' },
    { text: 'abc', marks: [{ kind: 'bold' }] },
    { text: ' עולם!' },
  ])
  const selected = () =>
    page.evaluate(() => {
      const { from, to } = window.harness.editors[0]!.state.selection
      return [from, to]
    })
  await editor.press('End')
  await expect.poll(selected).toEqual([17, 17])
  await editor.press('Shift+Home')
  await expect.poll(selected).toEqual([1, 17])
  await editor.press('Backspace')
  await editor.shows('p', 'li שלום', 'h2 مرحبا', 'p English first שלום', 'todo עברית')

  // A list's marker stands on the right of a line that runs from there.
  const item = page.getByText('שלום', { exact: true })
  const marker = await item.evaluate((element) => {
    const block = element.closest<HTMLElement>('[data-kind="listItem"]')!
    const style = getComputedStyle(block)
    return [style.paddingRight, style.paddingLeft, style.marginRight, style.marginLeft]
  })
  const [paddingRight, paddingLeft, marginRight, marginLeft] = marker.map(Number.parseFloat) as [
    number,
    number,
    number,
    number,
  ]
  expect(paddingRight + marginRight).toBeGreaterThan(paddingLeft + marginLeft)
  await editor.caret('שלום')
  await editor.press('Enter')
  await editor.type('עוד')
  await editor.press('Tab')
  await editor.shows('p', 'li שלום', 'li+ עוד', 'h2 مرحبا', 'p English first שלום', 'todo עברית')
})

/** What a spell checker's menu does: the browser says what it will put there, and does it itself. */
async function replaceWord(editor: EditorOnPage, word: string, replacement: string): Promise<void> {
  await editor.body.evaluate(
    (element, [wrong, right]) => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      let node = walker.nextNode() as Text | null
      while (node && !node.data.includes(wrong)) node = walker.nextNode() as Text | null
      const at = node!.data.indexOf(wrong)
      const range = document.createRange()
      range.setStart(node!, at)
      range.setEnd(node!, at + wrong.length)
      const dataTransfer = new DataTransfer()
      dataTransfer.setData('text/plain', right)
      const said = { inputType: 'insertReplacementText', data: null, dataTransfer, bubbles: true }
      const goesOn = element.dispatchEvent(
        new InputEvent('beforeinput', { ...said, cancelable: true, targetRanges: [new StaticRange(range)] }),
      )
      if (!goesOn) return
      node!.replaceData(at, wrong.length, right)
      element.dispatchEvent(new InputEvent('input', said))
    },
    [word, replacement] as const,
  )
}

test('a word that the spell checker replaces keeps its marks and its place, and can be taken back', async ({
  editor,
  page,
}) => {
  await editor.write('p one teh two', 'li lgiht', 'code teh')
  await editor.select('one teh two', 4, 7)
  await editor.press('Control+b')
  await editor.caret('one ')
  await replaceWord(editor, 'teh', 'the')
  await expect
    .poll(async () => (await editor.blocks())[0]!.text)
    .toEqual([{ text: 'one ' }, { text: 'the', marks: [{ kind: 'bold' }] }, { text: ' two' }])
  await replaceWord(editor, 'lgiht', 'light')
  await editor.shows('p one the two', 'li light', 'code teh')
  await editor.press('Control+z')
  await editor.shows('p one the two', 'li lgiht', 'code teh')
  // As autocorrect does: the word is selected and typed over.
  await editor.select('lgiht')
  await browserDoes(page, 'insertText', 'light')
  await editor.shows('p one the two', 'li light', 'code teh')
})

const { defaultBrowserType: _browser, ...phone } = devices['Pixel 7']
testOnDevice.describe('the keyboard of an Android phone', () => {
  testOnDevice.use({ ...phone, viewport: { width: 390, height: 844 } })

  testOnDevice(
    'composes over words that are there, corrects them, and deletes without keys',
    async ({ editor, page }) => {
      await editor.write('p one two')
      await editor.caret('one two')
      const ime = await InputMethod.on(page)
      // The caret stands in a word: the keyboard takes the whole word back into composition.
      await ime.recompose('two', 4, 7)
      await ime.compose('twoo')
      await ime.compose('tw')
      await ime.compose('tower')
      await ime.commit('tower')
      await editor.shows('p one tower')
      // Typed letter by letter, corrected by the space behind it.
      await ime.commit(' ')
      for (const text of ['t', 'te', 'teh']) await ime.compose(text)
      await ime.commit('the ')
      await editor.shows('p one tower the ')
      // Backspace while composing makes it shorter.
      for (const text of ['l', 'la', 'lam', 'la', 'l']) await ime.compose(text)
      await ime.compose('')
      await editor.type('x')
      await editor.shows('p one tower the x')

      // Keys that name nothing, and the browser's own deleting.
      await ime.key('Unidentified')
      await browserDoes(page, 'delete')
      await editor.shows('p one tower the ')
      await ime.key('Unidentified')
      await browserDoes(page, 'insertParagraph')
      await ime.compose('two')
      await ime.commit('two')
      await expect
        .poll(async () => (await editor.lines()).map((line) => line.trimEnd()))
        .toEqual(['p one tower the', 'p two'])
      // At the start of a block: it joins the one before.
      await editor.caret('two', 0)
      await ime.key('Unidentified')
      await browserDoes(page, 'delete')
      await editor.shows('p one tower the two')
      // In a list, the first Backspace takes the marker.
      await editor.write('li rope')
      await page.getByText('rope').tap()
      await editor.caret('rope', 0)
      await expect
        .poll(() =>
          page.evaluate(() => [getSelection()!.anchorNode!.textContent, getSelection()!.anchorOffset]),
        )
        .toEqual(['rope', 0])
      await browserDoes(page, 'delete')
      await editor.shows('p rope')
    },
  )

  testOnDevice('5.20 autoformat works with what it commits', async ({ editor, page }) => {
    await editor.write('p')
    await page.getByRole('textbox', { name: 'Page body' }).tap()
    const ime = await InputMethod.on(page)
    await ime.commit('#')
    await ime.commit(' ')
    await ime.compose('Tides')
    await ime.commit('Tides')
    await editor.shows('h1 Tides')
  })
})
