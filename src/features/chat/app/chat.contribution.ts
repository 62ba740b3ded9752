import type { Action } from '@/blocks/kit/action'
import type { Contribution, PanelProps } from '@/editor/contribution'
import { lazy } from '@/ui/lazy'

let actions: readonly Action[] = []

/** All of it comes once the page is there. */
const Chat = lazy(async () => {
  const parts = await import('./chat-host')
  actions = parts.chatActions
  return parts
})

/** Asking models about pages. */
export const chat: Contribution = {
  name: 'chat',
  get actions() {
    return actions
  },
  windows: [Chat],
  panels: { chat: lazy<PanelProps>(() => import('./chat-panel')) },
}
