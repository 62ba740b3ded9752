import type { Page } from '@playwright/test'
import type { Block } from '../src/blocks/index.ts'
import { type EditorOnPage, expect } from './editor-fixtures.ts'

/** `npm run test:long -- MINUTES`: as many more stories as fit into them. */
export const LONG_MINUTES = Number(process.env.SHEAF_LONG_MINUTES ?? 0)

/**
 * The seeds of `count` stories, and in the long run of as many more as there is time for, which then says how many there
 * were. `SEED` of the environment is the first one instead of `start`.
 */
export function* seedsFrom(start: number, count: number): Generator<number> {
  const first = Number(process.env.SEED ?? start)
  const end = performance.now() + LONG_MINUTES * 60_000
  let next = first
  while (next < first + count || performance.now() < end) yield next++
  if (LONG_MINUTES > 0) process.stdout.write(`${next - first} stories from seed ${first} on\n`)
}

/** What a page complains about from now on: errors that nobody caught, and what is said on the console. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', ({ stack, message }) => complaints.push(stack ?? message))
  return complaints
}

/** Numbers below a bound that follow from a seed. */
export function randomOf(seed: number): (below: number) => number {
  let state = (seed * 7919 + 1) % 2147483647
  return (below) => {
    state = (state * 48271) % 2147483647
    return state % below
  }
}

const KEYS = [
  ...['Enter', 'Enter', 'Backspace', 'Backspace', 'Backspace', 'Delete', 'Delete', 'Tab', 'Shift+Tab'],
  ...[
    'Escape',
    'Escape',
    'ArrowUp',
    'ArrowDown',
    'ArrowRight',
    'Home',
    'End',
    'Shift+ArrowUp',
    'Shift+ArrowUp',
  ],
  ...[
    'Shift+ArrowDown',
    'Shift+ArrowDown',
    'Shift+ArrowDown',
    'Shift+ArrowLeft',
    'Shift+ArrowRight',
    'Shift+End',
  ],
  ...[
    'Control+Shift+ArrowUp',
    'Control+Shift+ArrowDown',
    'Control+d',
    'Control+a',
    'Control+b',
    'Shift+Enter',
  ],
  ...['Control+c', 'Control+x', 'Control+x', 'Control+v', 'Control+v', 'Control+v', 'Control+z', 'Control+z'],
  ...['Control+Shift+z', 'Control+Enter', 'Control+Shift+Home', 'Control+Shift+End', 'Alt+Shift+ArrowDown'],
]

/**
 * One story told with a real mouse and real keys: presses, drags from anywhere to anywhere, keys, words, often several of
 * them before the page comes to rest. After each group what is shown has to be what is stored and what a fresh tab shows.
 * `meanwhile` is what somebody else does in between.
 */
export async function tellByHand(
  editor: EditorOnPage,
  page: Page,
  start: readonly Block[],
  seed: number,
  complaints: string[],
  meanwhile: (random: (below: number) => number) => Promise<string> = async () => '',
): Promise<void> {
  const random = randomOf(seed)
  const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T
  await editor.open('mode=live')
  await expect.poll(() => page.evaluate(() => window.harness.editors.length)).toBe(2)
  await page.evaluate((given) => window.harness.place(JSON.parse(given)), JSON.stringify(start))
  await expect.poll(async () => (await editor.blocks()).length).toBe(start.length)
  const box = (await editor.body.boundingBox())!
  const place = () => ({
    x: box.x + 4 + random(box.width - 8),
    y: box.y + random(Math.min(box.height + 20, 860 - box.y)),
  })
  const log: string[] = []
  const act = async () => {
    const what = random(10)
    if (what < 3) {
      const [from, to] = [place(), place()]
      await page.mouse.move(from.x, from.y)
      await page.mouse.down()
      await page.mouse.move(to.x, to.y, { steps: 3 })
      await page.mouse.up()
      return `drag ${from.x},${from.y} to ${to.x},${to.y}`
    }
    if (what === 3) {
      const { x, y } = place()
      await page.mouse.click(x, y)
      return `press ${x},${y}`
    }
    if (what < 6) {
      const words = pick(['word', 'x', 'more words'])
      await page.keyboard.type(words)
      return words
    }
    const key = pick(KEYS)
    await page.keyboard.press(key)
    return key
  }
  const differs = async (index: number) => page.evaluate((at) => window.harness.differs(at), index)
  for (let turn = 0; turn < 16; turn++) {
    for (let n = 1 + random(3); n > 0; n--) log.push(await act())
    if (random(2)) log.push(await meanwhile(random))
    const told = `seed ${seed}, after ${log.slice(-12).join(', ')}`
    for (const index of [0, 1]) await expect.poll(() => differs(index), told).toBeNull()
    const [shown, stored] = await page.evaluate(() => [
      JSON.stringify(window.harness.blocks(0)),
      JSON.stringify(window.harness.stored(0)),
    ])
    if (stored !== '[]') expect(JSON.parse(shown!), told).toEqual(JSON.parse(stored!))
    expect(complaints, told).toEqual([])
  }
}
