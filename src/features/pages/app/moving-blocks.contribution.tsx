import { CornerUpRight } from 'lucide-react'
import type { Action, OpenEditor } from '@/blocks/kit/action'
import type { Contribution } from '@/editor/contribution'
import { modeOf } from '@/editor/review/modes'
import { t } from '@/shared/i18n'
import { createStore } from '@/shared/store'
import { lazy } from '@/ui/lazy'
import { useStore } from '@/ui/use-store'

const MoveBlocksWindow = lazy<{ page: OpenEditor; onClose(): void }>(() => import('./move-blocks-window'))

/** The page whose selected blocks are to go to another; `null`: none. */
const moving = createStore<OpenEditor | null>(null)
const ask = moving.set

function Moving() {
  const page = useStore(moving)
  return page && <MoveBlocksWindow page={page} onClose={() => ask(null)} />
}

const moveAction: Action = {
  id: 'blocks.move',
  get label() {
    return t('Move to…')
  },
  icon: CornerUpRight,
  keywords: ['another page', 'send'],
  places: { blockMenu: { group: 'Actions' } },
  command({ editor, page }, apply) {
    if (!editor?.view.editable) return false
    // The other page would have them at once, while here it is only suggested that they go.
    if (page && modeOf(page.id).get() === 'suggesting') return false
    if (apply) ask(editor)
    return true
  },
}

/** The selected blocks go to the end of another page. */
export const movingBlocks: Contribution = { name: 'moving-blocks', actions: [moveAction], windows: [Moving] }
