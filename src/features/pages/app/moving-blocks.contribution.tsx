import { CornerUpRight } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import type { Action, OpenEditor } from '@/blocks/kit/action'
import type { Contribution } from '@/editor/contribution'
import { later } from '@/ui/later'

const MoveBlocksWindow = later<{ page: OpenEditor; onClose(): void }>(() => import('./move-blocks-window'))

/** The page whose selected blocks are to go to another; `null`: none. */
let moving: OpenEditor | null = null
const listeners = new Set<() => void>()
function ask(page: OpenEditor | null): void {
  moving = page
  for (const listener of listeners) listener()
}

function Moving() {
  const page = useSyncExternalStore(
    (changed) => {
      listeners.add(changed)
      return () => void listeners.delete(changed)
    },
    () => moving,
  )
  return page && <MoveBlocksWindow page={page} onClose={() => ask(null)} />
}

const moveAction: Action = {
  id: 'blocks.move',
  label: 'Move to…',
  icon: CornerUpRight,
  keywords: ['another page', 'send'],
  places: { blockMenu: { group: 'Actions' } },
  command({ editor }, apply) {
    if (!editor?.view.editable) return false
    if (apply) ask(editor)
    return true
  },
}

/** The selected blocks go to the end of another page. */
export const movingBlocks: Contribution = { name: 'moving-blocks', actions: [moveAction], windows: [Moving] }
