import type { Action } from '@/blocks/kit/action'
import type { Contribution } from '@/editor/contribution'
import { lazy } from '@/ui/lazy'

let actions: readonly Action[] = []

/** All of it comes once the page is there: what can be done, and the bar that shows what is being done. */
const Speech = lazy(async () => {
  const parts = await import('./speech-host')
  actions = parts.speechActions
  return parts
})

/** Reading pages aloud. */
export const speech: Contribution = {
  name: 'speech',
  get actions() {
    return actions
  },
  windows: [Speech],
}
