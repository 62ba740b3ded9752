import type { Editor } from '@tiptap/core'
import { type Action, type ActionEntry, type ActionTarget, inEditor } from '@/blocks/kit/action'
import { setFontSize } from '@/blocks/marks/style-commands'
import { t } from '@/shared/i18n'
import { lazy } from '@/ui/lazy'
import { styleCommand } from '../../core/style-actions'
import { SearchPanel } from '../search-panel'
import { actionsOf, findSizes, matching, moreActions } from './offered-tools'
import type { Tool } from './tools'

interface OwnPanelProps {
  editor: Editor
  button: HTMLElement
  onClose(): void
}

/** Panels that are more than a list. */
const PANELS = {
  colors: lazy<OwnPanelProps>(() => import('../color-panel')),
  table: lazy<OwnPanelProps>(() => import('./table-tool')),
  emoji: lazy<OwnPanelProps>(() => import('./emoji-tool')),
}

/** The tool whose panel is open, and the button that it stands at. */
export interface OpenTool {
  id: string
  button: HTMLElement
}

interface OpenToolPanelProps {
  editor: Editor
  open: OpenTool
  tools: readonly Tool[]
  /** What has no room in the row, which "More tools" holds. */
  rest: readonly (Tool | ActionEntry)[]
  target: ActionTarget
  /** The size of the selected words. */
  size: number
  onOpen(id: string, button: HTMLElement): void
  onRun(action: Pick<Action, 'command'>): void
  /** Closes it; the page has the focus again. */
  onClose(): void
}

/** What a tool opens: a panel of its own, or the list of what it holds. */
export function OpenToolPanel(props: OpenToolPanelProps) {
  const { editor, open, tools, rest, target, size, onOpen, onRun, onClose } = props
  const { id, button } = open
  const box = { rect: () => button.getBoundingClientRect(), context: button, anchorKey: id }
  if (id === 'colors' || id === 'table' || id === 'emoji') {
    const Panel = PANELS[id]
    return <Panel editor={editor} button={button} onClose={onClose} />
  }
  if (id === 'font-size')
    return (
      <SearchPanel
        {...box}
        label={t('Font size')}
        placeholder={t('Size, 1 to 100')}
        start={String(size)}
        find={findSizes}
        onClose={onClose}
        onPick={(picked) => onRun({ command: inEditor(styleCommand(setFontSize(picked))) })}
      />
    )
  const tool = tools.find((one) => one.id === id)
  const offered = id === 'more' ? moreActions(editor, target, rest) : actionsOf(target, tool)
  return (
    <SearchPanel
      {...box}
      label={id === 'more' ? t('More tools') : (tool?.label ?? '')}
      placeholder={id === 'more' ? t('Search tools...') : t('Search...')}
      find={(query) => matching(offered, query)}
      onClose={onClose}
      onPick={(picked) => {
        const found = offered.find(({ option }) => option.id === picked)
        if (found?.opens) onOpen(found.opens, button)
        else {
          onClose()
          found?.run()
        }
      }}
    />
  )
}
