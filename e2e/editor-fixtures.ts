import {
  type Browser,
  type BrowserContext,
  test as base,
  expect,
  type Locator,
  type Page,
  type ViewportSize,
} from '@playwright/test'
import type { Block, Json } from '../src/blocks/index.ts'
import type { Harness } from '../test/page/main.tsx'
import { isServed } from '../test/page.ts'
import { EDITOR_PAGE } from './global-setup.ts'

export { expect }

declare global {
  interface Window {
    harness: Harness
  }
}

/** The editor on its own small page, as a person meets it. */
export class EditorOnPage {
  readonly body: Locator
  /** Errors that nobody caught. None may be left at the end of a test; one that expects some takes them out. */
  readonly faults: string[] = []
  constructor(
    readonly page: Page,
    private readonly url: string,
  ) {
    page.on('pageerror', ({ message }) => this.faults.push(message))
    this.body = page.getByRole('textbox', { name: 'Page body' }).first()
  }

  /** Opens the page, e.g. with `sample`, `count=100`, `mode=live`, `readonly`, `theme=dark`. */
  async open(query = ''): Promise<void> {
    await this.goto(query)
    await this.page.evaluate(() => window.harness.ready())
  }

  /** The same, without waiting for the code of copying and pasting. */
  async goto(query = ''): Promise<void> {
    await this.page.goto(`${this.url}?${query}`)
    await this.body.waitFor()
  }

  /** Opens it with these lines: `p one`, `h2 two`, `li three`, `li+ four`, `todo five`, `code let x`, `hr`, `> quoted`. */
  async write(...lines: string[]): Promise<void> {
    if (!this.page.url().startsWith(this.url)) await this.open()
    // As text: the types of nested JSON are too deep for Playwright's own.
    const blocks = JSON.stringify(lines.map(blockFromLine))
    await this.page.evaluate((json) => window.harness.load(JSON.parse(json)), blocks)
    // Beside the handle, which may still stand at a block of the page before.
    await this.body.click({ position: { x: 120, y: 2 }, trial: true })
  }

  /** The page as the same lines. */
  async lines(index = 0): Promise<string[]> {
    return (await this.blocks(index)).flatMap(lineFromBlock)
  }

  async blocks(index = 0): Promise<Block[]> {
    return JSON.parse(await this.page.evaluate((at) => JSON.stringify(window.harness.blocks(at)), index))
  }

  async shows(...lines: string[]): Promise<void> {
    await expect.poll(() => this.lines()).toEqual(lines)
  }

  /** Sets the caret behind (or, with an offset, inside) a text of the page. */
  async caret(text: string, offset = text.length): Promise<void> {
    await this.select(text, offset, offset)
  }

  /** Selects a text of the page, or the part of it between two offsets. */
  async select(text: string, from = 0, to = text.length): Promise<void> {
    await this.page.evaluate(
      ([wanted, start, end]) => {
        const editor = window.harness.editors[0]!
        let at = -1
        editor.state.doc.descendants((node, pos) => {
          if (at < 0 && node.isTextblock && node.textContent.includes(wanted)) {
            at = pos + 1 + node.textContent.indexOf(wanted)
          }
        })
        if (at < 0) throw new Error(`No block says "${wanted}"`)
        editor.view.focus()
        editor.commands.setTextSelection({ from: at + start, to: at + end })
      },
      [text, from, to] as const,
    )
  }

  press(...keys: string[]): Promise<void> {
    return keys.reduce<Promise<void>>(
      (before, key) => before.then(() => this.page.keyboard.press(key)),
      Promise.resolve(),
    )
  }

  type(text: string): Promise<void> {
    return this.page.keyboard.type(text)
  }

  /** Pastes as the browser does: a paste event with these contents. */
  async paste(data: Record<string, string>): Promise<void> {
    await this.body.evaluate((element, contents) => {
      const clipboardData = new DataTransfer()
      for (const [type, value] of Object.entries(contents)) clipboardData.setData(type, value)
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }, data)
  }

  /** What copying or cutting puts on the clipboard. */
  copy(kind: 'copy' | 'cut' = 'copy'): Promise<{ html: string; text: string }> {
    return this.body.evaluate((element, type) => {
      const clipboardData = new DataTransfer()
      element.dispatchEvent(new ClipboardEvent(type, { clipboardData, bubbles: true, cancelable: true }))
      return { html: clipboardData.getData('text/html'), text: clipboardData.getData('text/plain') }
    }, kind)
  }

  /** The drag handle, at the block with this text. */
  async handleAt(text: string): Promise<Locator> {
    await this.page.getByText(text, { exact: true }).hover()
    const grip = this.page.getByRole('button', { name: /^Drag to move/ })
    await grip.waitFor()
    return grip
  }
}

/** Notes every change of what a region says to those who listen; the answer is how often it has changed since. */
export async function countSaid(status: Locator): Promise<() => Promise<number>> {
  await status.evaluate((element) => {
    const count = () => element.setAttribute('data-said', String(Number(element.dataset.said ?? 0) + 1))
    new MutationObserver(count).observe(element, { childList: true, characterData: true, subtree: true })
  })
  return async () => Number((await status.getAttribute('data-said')) ?? 0)
}

let made = 0

function blockFromLine(line: string): Block {
  const found = /^(p|h[1-6]|li|ol|todo|done|code|hr|>)(\+*)(?: (.*))?$/.exec(line)
  if (!found) throw new Error(`Not a block: ${line}`)
  const [, name, plus, text = ''] = found
  const id = `b${++made}`
  const content = text ? [{ text }] : []
  const indent: Record<string, Json> = plus ? { indent: plus.length } : {}
  switch (name) {
    case 'hr':
      return { id, kind: 'horizontalRule' }
    case '>':
      return { id, kind: 'blockquote', children: [{ id: `${id}-in`, kind: 'paragraph', text: content }] }
    case 'p':
      return { id, kind: 'paragraph', attributes: indent, text: content }
    case 'code':
      return { id, kind: 'codeBlock', text: content }
    case 'li':
      return { id, kind: 'listItem', attributes: indent, text: content }
    case 'ol':
      return { id, kind: 'listItem', attributes: { ...indent, listStyleType: 'decimal' }, text: content }
    case 'todo':
    case 'done':
      return {
        id,
        kind: 'listItem',
        attributes: { ...indent, listStyleType: 'todo', ...(name === 'done' ? { checked: true } : {}) },
        text: content,
      }
    default:
      return { id, kind: 'heading', attributes: { level: Number(name![1]) }, text: content }
  }
}

function nameOf({ kind, attributes = {} }: Block): string {
  if (kind === 'heading') return `h${attributes.level ?? 1}`
  if (kind === 'listItem' && attributes.listStyleType === 'todo') return attributes.checked ? 'done' : 'todo'
  if (kind === 'listItem' && attributes.listStyleType === 'decimal') return 'ol'
  return { paragraph: 'p', listItem: 'li', codeBlock: 'code', horizontalRule: 'hr' }[kind] ?? kind
}

function lineFromBlock(block: Block): string[] {
  if (block.children)
    return block.children.flatMap(lineFromBlock).map((line) => `> ${line.replace(/^p ?/, '')}`)
  const text = (block.text ?? []).map((piece) => ('text' in piece ? piece.text : '')).join('')
  const indent = '+'.repeat(Number(block.attributes?.indent ?? 0))
  return [`${nameOf(block)}${indent}${text ? ` ${text}` : ''}`]
}

interface Fixtures {
  editor: EditorOnPage
}

/** A page that serves one test after the other: making one takes longer than most of what is tried on it. */
class KeptPage {
  private kept: { context: BrowserContext; page: Page } | null = null
  /** Something was put on the page that cannot be taken off again. */
  private isSpent = false

  constructor(private readonly browser: Browser) {}

  async take(viewport: ViewportSize | null): Promise<Page> {
    if (!this.kept) {
      const context = await this.browser.newContext({ viewport })
      const page = await context.newPage()
      for (const method of ['addInitScript', 'exposeFunction', 'exposeBinding', 'route'] as const)
        this.watch(page, method)
      this.isSpent = false
      this.kept = { context, page }
    }
    return this.kept.page
  }

  /** Makes the page as it was, or has the next test take another. */
  async giveBack(viewport: ViewportSize | null, hasFailed: boolean): Promise<void> {
    const { context, page } = this.kept!
    if (hasFailed || this.isSpent || page.isClosed()) return this.close()
    page.removeAllListeners()
    await page.evaluate(() => {
      localStorage.clear()
      sessionStorage.clear()
    })
    await page.emulateMedia({ media: null, colorScheme: null, reducedMotion: null, forcedColors: null })
    if (viewport) await page.setViewportSize(viewport)
    await context.clearPermissions()
    await page.mouse.move(0, 0)
    for (const other of context.pages()) if (other !== page) await other.close()
  }

  async close(): Promise<void> {
    await this.kept?.context.close()
    this.kept = null
  }

  private watch(page: Page, method: 'addInitScript' | 'exposeFunction' | 'exposeBinding' | 'route'): void {
    const original = page[method].bind(page) as (...args: unknown[]) => unknown
    Object.assign(page, {
      [method]: (...args: unknown[]) => {
        this.isSpent = true
        return original(...args)
      },
    })
  }
}

/** Tests of the editor, each with a page of its own: for those that need another kind of device. */
export const testOnDevice = base.extend<Fixtures, { editorUrl: string }>({
  editorUrl: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the destructuring to find dependencies
    async ({}, use) => {
      const url = process.env[EDITOR_PAGE]!
      await isServed(url)
      await use(url)
    },
    // The first one waits for the build.
    { scope: 'worker', timeout: 240_000 },
  ],
  editor: async ({ page, editorUrl }, use) => {
    const editor = new EditorOnPage(page, editorUrl)
    await editor.open()
    await use(editor)
    expect(editor.faults, 'errors on the page').toEqual([])
  },
})

/** Tests of the editor: one after the other on the same page, which is loaded anew for each. */
export const test = testOnDevice.extend<object, { keptPage: KeptPage }>({
  keptPage: [
    async ({ browser }, use) => {
      const kept = new KeptPage(browser)
      await use(kept)
      await kept.close()
    },
    { scope: 'worker' },
  ],
  page: async ({ keptPage, viewport }, use, info) => {
    await use(await keptPage.take(viewport))
    await keptPage.giveBack(viewport, info.status !== info.expectedStatus)
  },
  context: async ({ page }, use) => use(page.context()),
})

/** Makes a table of the size that is offered, at the caret. */
export async function makeTable(editor: EditorOnPage): Promise<void> {
  await editor.type('/table')
  await editor.press('Enter')
  // The window to choose its size comes a moment later.
  await expect(editor.page.getByRole('application', { name: /^Size of the table/ })).toBeFocused()
  await editor.press('Enter')
}
