import type { CDPSession, Locator, Page } from '@playwright/test'
import { test } from './ai-fixtures.ts'
import { expect } from './fixtures.ts'
import { body, row, saveState, title, tree } from './screen.ts'

// Whole journeys, on machines with much other work too.
test.setTimeout(120_000)

/** Presses Tab until this has the focus, as somebody does who uses no pointer. */
async function tabTo(page: Page, wanted: Locator, key = 'Tab', most = 80): Promise<void> {
  await expect(wanted).toBeVisible()
  for (let pressed = 0; pressed < most; pressed++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${wanted} is not reached by ${most} times ${key}`)
}

/** The code of the cards comes with the first suggestion of a page. */
async function toFirstSuggestion(page: Page): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('Control+Alt+Period')
    await expect(page.getByRole('button', { name: 'Accept', exact: true })).toBeVisible({ timeout: 1000 })
  }).toPass()
}

test('by the keyboard alone a page is written, put in order, found, shared, reviewed, answered by AI and published', async ({
  page,
  signUp,
  provider,
}) => {
  await signUp(page)
  provider.answers({ text: 'Water the beds.' })
  const { keyboard } = page
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })

  await test.step('writing, lists and a table', async () => {
    await tabTo(page, button('New page').first())
    await keyboard.press('Enter')
    await expect(title(page)).toBeFocused()
    await keyboard.type('Garden')
    await keyboard.press('Enter')
    await keyboard.type('What grows in **spring** here.')
    await keyboard.press('Enter')
    await keyboard.type('[] Sow peas')
    await keyboard.press('Enter')
    await keyboard.press('Enter')
    await keyboard.type('/table')
    await keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Size of the table' })).toBeVisible()
    await keyboard.press('Enter')
    for (const cell of ['Bed', 'Plant', 'Month', 'North', 'Peas', 'March']) {
      await keyboard.type(cell)
      await keyboard.press('Tab')
    }
    await keyboard.press('Control+Enter')
    await keyboard.type('Behind the table.')
    await expect(body(page).getByRole('row').nth(1)).toHaveText('NorthPeasMarch')
    await expect(body(page).locator('> p', { hasText: 'Behind the table.' })).toBeVisible()
    await expect(saveState(page)).toHaveText('Saved')
  })

  await test.step('the tree', async () => {
    await keyboard.press('Control+p')
    await keyboard.type('new page')
    await expect(page.getByRole('option', { name: 'New page', exact: true })).toHaveAttribute(
      'aria-selected',
      'true',
    )
    await keyboard.press('Enter')
    await expect(title(page)).toHaveValue('')
    await expect(title(page)).toBeFocused()
    await keyboard.type('Tools')
    await expect(row(page, 'Tools')).toBeVisible()
    await expect(saveState(page)).toHaveText('Saved')
    await tabTo(page, tree(page).locator('[role=treeitem][tabindex="0"]'), 'Shift+Tab')
    await keyboard.press('End')
    await expect(row(page, 'Tools')).toBeFocused()
    await keyboard.press('Alt+ArrowRight')
    await expect(row(page, 'Tools')).toHaveAttribute('aria-level', '2')
  })

  await test.step('search', async () => {
    await keyboard.press('Control+p')
    await expect(page.getByRole('combobox', { name: 'Command palette' })).toBeFocused()
    await keyboard.type('gardn')
    await expect(page.getByRole('option', { name: /Garden/ })).toHaveAttribute('aria-selected', 'true')
    await keyboard.press('Enter')
    await expect(title(page)).toHaveValue('Garden')
  })

  await test.step('sharing', async () => {
    await tabTo(page, button('Share'))
    await keyboard.press('Enter')
    const panel = page.getByRole('dialog', { name: 'Share' })
    await tabTo(page, panel.getByLabel('Invite somebody'))
    await keyboard.type('grace@example.org')
    await keyboard.press('Enter')
    await expect(panel.getByText('grace@example.org')).toBeVisible()
    await keyboard.press('Escape')
    await expect(panel).toBeHidden()
  })

  await test.step('reviewing', async () => {
    await tabTo(page, body(page))
    await keyboard.press('Control+Home')
    await keyboard.press('Control+Alt+Shift+x')
    await expect(button('Mode: Suggesting')).toBeVisible()
    await expect(body(page)).toHaveAttribute('contenteditable', 'true')
    await keyboard.press('Control+Home')
    await keyboard.type('Now: ')
    await expect(body(page).locator('ins')).toHaveText('Now: ')
    await keyboard.press('Control+Alt+Shift+z')
    await expect(button('Mode: Editing')).toBeVisible()
    await toFirstSuggestion(page)
    await keyboard.press('a')
    await expect(body(page).locator('ins')).toHaveCount(0)
    await expect(body(page)).toContainText('Now: What grows')
  })

  await test.step('asking the AI', async () => {
    await tabTo(page, body(page))
    await keyboard.press('Control+End')
    await keyboard.press('Enter')
    await keyboard.press('Control+j')
    const menu = page.getByRole('dialog', { name: 'Ask AI' })
    await expect(menu.getByRole('textbox')).toBeFocused()
    await keyboard.type('Say what to do in April')
    await keyboard.press('Enter')
    await expect(menu.getByRole('option', { name: 'Accept', exact: true })).toBeVisible()
    await keyboard.press('Enter')
    await expect(menu).toHaveCount(0)
    await expect(body(page)).toContainText('Water the beds.')
  })

  await test.step('publishing', async () => {
    await keyboard.press('Control+p')
    await keyboard.type('publish')
    await expect(page.getByRole('option', { name: /^Publish/ }).first()).toBeVisible()
    await keyboard.press('Enter')
    const panel = page.getByRole('dialog', { name: 'Publish' })
    await tabTo(page, panel.getByRole('button', { name: 'Publish' }))
    await keyboard.press('Enter')
    await expect(panel.getByRole('link', { name: 'View site' })).toBeVisible()
  })
})

interface HeardNode {
  nodeId: string
  ignored: boolean
  role?: { value: string }
  name?: { value: string }
  childIds?: string[]
  backendDOMNodeId?: number
  properties?: { name: string; value: { value?: unknown } }[]
}

/** Knows of the screen what the browser tells a screen reader, and nothing else: roles, names and what is in what. */
class Listener {
  private constructor(
    private readonly page: Page,
    private readonly session: CDPSession,
  ) {}

  static async on(page: Page): Promise<Listener> {
    const session = await page.context().newCDPSession(page)
    await session.send('Accessibility.enable')
    return new Listener(page, session)
  }

  /** The last thing of this role and name, once it is there. */
  async hear(role: string, name: string | RegExp): Promise<HeardNode> {
    let found: HeardNode | undefined
    await expect
      .poll(async () => {
        found = (await this.nodes()).findLast((node) => isCalled(node, role, name))
        return found?.name?.value
      }, `${role} "${name}" is heard`)
      .not.toBeUndefined()
    return found!
  }

  async hearsNo(role: string, name: string | RegExp): Promise<void> {
    await expect.poll(async () => (await this.nodes()).some((node) => isCalled(node, role, name))).toBe(false)
  }

  /** Goes there. */
  async goTo(role: string, name: string | RegExp): Promise<void> {
    const { backendDOMNodeId } = await this.hear(role, name)
    await this.session.send('DOM.focus', { backendNodeId: backendDOMNodeId! })
  }

  async press(role: string, name: string | RegExp): Promise<void> {
    await this.goTo(role, name)
    await this.page.keyboard.press('Enter')
  }

  /** What is read out below something, one line each, further in the deeper it stands. */
  async read(role: string, name: string): Promise<string[]> {
    const nodes = await this.nodes()
    const byId = new Map(nodes.map((node) => [node.nodeId, node]))
    const lines: string[] = []
    const walk = (node: HeardNode, depth: number) => {
      const heard = node.role?.value ?? ''
      const isSaid = !node.ignored && !/^(generic|none|InlineTextBox|LineBreak|paragraph)$/.test(heard)
      const told = node.name?.value.trim() || stateOf(node)
      if (isSaid) lines.push(`${'  '.repeat(depth)}${heard}${told ? ` ${told}` : ''}`)
      for (const id of node.childIds ?? []) {
        const child = byId.get(id)
        if (child) walk(child, depth + (isSaid ? 1 : 0))
      }
    }
    const top = nodes.findLast((node) => isCalled(node, role, name))
    for (const id of top?.childIds ?? []) {
      const child = byId.get(id)
      if (child) walk(child, 0)
    }
    return lines
  }

  private async nodes(): Promise<HeardNode[]> {
    return (await this.session.send('Accessibility.getFullAXTree')).nodes as HeardNode[]
  }
}

const stateOf = ({ properties = [] }: HeardNode): string => {
  const level = properties.find(({ name }) => name === 'level')?.value.value
  return level === undefined ? '' : `level ${level}`
}

function isCalled({ ignored, role, name }: HeardNode, wanted: string, called: string | RegExp): boolean {
  if (ignored || role?.value !== wanted) return false
  const own = name?.value ?? ''
  return typeof called === 'string' ? own === called : called.test(own)
}

test('by what a screen reader is told alone a page is written, found, shared, reviewed, answered by AI and published', async ({
  page,
  signUp,
  provider,
}) => {
  await signUp(page)
  provider.answers({ text: 'Water the beds.' })
  const { keyboard } = page
  const listener = await Listener.on(page)

  await test.step('writing, lists and a table', async () => {
    await listener.press('button', 'New page')
    await listener.goTo('textbox', 'Page title')
    await keyboard.type('Orchard')
    await listener.goTo('textbox', 'Page body')
    await keyboard.type('Apples first.')
    await keyboard.press('Enter')
    await keyboard.type('- Early ones')
    await keyboard.press('Enter')
    await keyboard.press('Tab')
    await keyboard.type('Red ones')
    for (let times = 0; times < 3; times++) await keyboard.press('Enter')
    await keyboard.type('[] Prune')
    for (let times = 0; times < 2; times++) await keyboard.press('Enter')
    await keyboard.type('/table')
    await listener.hear('option', 'Table')
    await keyboard.press('Enter')
    await listener.hear('dialog', 'Size of the table')
    await keyboard.press('Enter')
    await listener.hearsNo('dialog', 'Size of the table')
    for (const cell of ['Tree', 'Age', 'Yield', 'Oldest', '80']) {
      await keyboard.type(cell)
      await keyboard.press('Tab')
    }
    await expect
      .poll(() => listener.read('textbox', 'Page body'))
      .toEqual([
        ...['StaticText Apples first.', 'list', '  listitem level 1', '    StaticText Early ones'],
        ...['  listitem level 2', '    StaticText Red ones'],
        ...['list', '  listitem level 1', '    checkbox Prune', '    StaticText Prune'],
        ...['table', '  row', '    columnheader Tree', '      StaticText Tree'],
        ...[
          '    columnheader Age',
          '      StaticText Age',
          '    columnheader Yield',
          '      StaticText Yield',
        ],
        ...[
          '  row',
          '    cell Oldest',
          '      StaticText Oldest',
          '    cell 80',
          '      StaticText 80',
          '    cell',
        ],
        ...['  row', '    cell', '    cell', '    cell'],
      ])
  })

  await test.step('the tree and search', async () => {
    await listener.hear('treeitem', 'Orchard')
    await listener.press('button', 'Search')
    await listener.goTo('combobox', 'Command palette')
    await keyboard.type('orchrd')
    await listener.hear('option', /^Orchard/)
    await keyboard.press('Enter')
    await listener.hear('textbox', 'Page title')
  })

  await test.step('sharing', async () => {
    await listener.press('button', 'Share')
    await listener.goTo('combobox', 'Invite somebody')
    await keyboard.type('grace@example.org')
    await keyboard.press('Enter')
    await listener.hear('StaticText', 'grace@example.org')
    await keyboard.press('Escape')
    await listener.hearsNo('dialog', 'Share')
  })

  await test.step('reviewing', async () => {
    await listener.press('button', 'Mode: Editing')
    await listener.press('menuitemradio', /^Suggesting/)
    await listener.hear('button', 'Mode: Suggesting')
    await listener.goTo('textbox', 'Page body')
    await keyboard.press('Control+Home')
    await keyboard.type('Now: ')
    await listener.hear('insertion', '')
    await listener.press('button', 'Mode: Suggesting')
    await listener.press('menuitemradio', /^Editing/)
    await listener.hear('button', 'Mode: Editing')
    await listener.goTo('textbox', 'Page body')
    await toFirstSuggestion(page)
    await listener.press('button', 'Accept')
    await listener.hearsNo('insertion', '')
  })

  await test.step('asking the AI', async () => {
    await listener.goTo('textbox', 'Page body')
    await keyboard.press('Control+j')
    await listener.hear('dialog', 'Ask AI')
    await keyboard.type('Say what to do in April')
    await keyboard.press('Enter')
    await listener.hear('option', 'Accept')
    await keyboard.press('Enter')
    await listener.hearsNo('dialog', 'Ask AI')
    await listener.hear('StaticText', 'Water the beds.')
  })

  await test.step('publishing', async () => {
    await listener.press('button', 'Publish')
    await listener.hear('dialog', 'Publish')
    await listener.press('button', 'Publish')
    await listener.hear('link', 'View site')
  })
})
