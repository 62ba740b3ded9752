import type { CDPSession, Page } from '@playwright/test'
import { type EditorOnPage, expect, test } from './editor-fixtures.ts'

/** Types by an input method, as Chromium's own protocol does it. */
class InputMethod {
  private constructor(private readonly session: CDPSession) {}

  static async on(page: Page): Promise<InputMethod> {
    return new InputMethod(await page.context().newCDPSession(page))
  }

  /** Shows `text` as what is being composed. */
  compose(text: string): Promise<unknown> {
    return this.session.send('Input.imeSetComposition', {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    })
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
