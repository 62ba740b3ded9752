import type { Editor } from '@tiptap/core'
import type { ActionTarget } from '@/blocks/kit/action'
import { fontSizeAt } from '@/blocks/marks/style-commands'
import { t } from '@/shared/i18n'
import { choiceOf } from '../../core/choices'
import { paintOf } from '../../core/style-actions'
import type { ToolGroup } from './tools'

/** What the row shows of the selection; flat, so that it can be compared member by member. */
export interface ShownSelection {
  block: string
  size: number
  color: string
  background: string
  /** Ids of the actions and menus that do not apply here, and of those that hold here. */
  off: string
  on: string
}

const NOWHERE: ShownSelection = {
  get block() {
    return t('Text')
  },
  size: 16,
  color: '',
  background: '',
  off: '',
  on: '',
}
/** Stands between the ids in one string. */
export const WORD = ' '

/** What the tools say of the selection as it is now. */
export function shownSelection(
  editor: Editor,
  groups: readonly ToolGroup[],
  target: ActionTarget,
): ShownSelection {
  if (editor.isDestroyed) return NOWHERE
  const { state } = editor
  const off: string[] = []
  const on: string[] = []
  for (const tool of groups.flat()) {
    const actions = tool.kind === 'menu' ? tool.actions : [tool]
    if (!actions.some(({ command }) => command(target, false))) off.push(tool.id)
    if (tool.kind === 'action' && tool.isActive?.(target)) on.push(tool.id)
  }
  return {
    block: choiceOf(state.selection.$from.parent)?.entry.label ?? t('A block'),
    size: fontSizeAt(state),
    color: paintOf(state, 'color') ?? '',
    background: paintOf(state, 'backgroundColor') ?? '',
    off: off.join(WORD),
    on: on.join(WORD),
  }
}
