import { expect, test } from 'vitest'
import { createStore } from '@/shared/store'
import type { LivePage } from './live-page'
import type { NotSavedReason, SaveState } from './save-state'
import { settled } from './settled'

const pageIn = (reason: NotSavedReason) => {
  const saveState = createStore<SaveState>({ kind: 'not-saved', reason })
  return { page: { saveState, unsent: () => 1 } as unknown as LivePage, saveState }
}

/** Is it over, once all that was waiting for nothing has run? */
async function isOver(waiting: Promise<void>): Promise<boolean> {
  let over = false
  void waiting.then(() => {
    over = true
  })
  for (let turn = 0; turn < 5; turn++) await Promise.resolve()
  return over
}

test.each(['unavailable', 'no-room'] as const)(
  'a page that was left is waited for while the server takes nothing (%s); what waits for a moment only is not kept',
  async (reason) => {
    const { page, saveState } = pageIn(reason)
    expect(await isOver(settled(page))).toBe(true)
    const left = settled(page, { throughFailures: true })
    expect(await isOver(left)).toBe(false)
    saveState.set({ kind: 'saving' })
    expect(await isOver(left)).toBe(false)
    saveState.set({ kind: 'saved' })
    await left
  },
)

test('what waiting does not change is not waited for', async () => {
  for (const reason of ['read-only', 'too-large', 'no-access', 'newer'] as const)
    expect(await isOver(settled(pageIn(reason).page, { throughFailures: true }))).toBe(true)
})
