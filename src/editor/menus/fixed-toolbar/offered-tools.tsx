import type { Editor } from '@tiptap/core'
import { type ActionEntry, type ActionTarget, entryOf } from '@/blocks/kit/action'
import { FONT_SIZES, fontSizeFrom } from '@/blocks/marks/styles'
import { t } from '@/shared/i18n'
import { showJsx } from '../../core/surface-state'
import { ActionIcon, Icon } from '../icons'
import type { Option } from '../option-list'
import { showToolbar } from './toolbar-view'
import type { Tool } from './tools'

/** The actions of a longer menu are not listed among the tools that have no room; the menu is. */
const MOST_LISTED = 12

/** A tool in a list that is searched. */
export interface OfferedTool {
  option: Option
  words: readonly string[]
  /** The panel that it opens in the menu's place. */
  opens?: string
  run(): void
}

function asOffered(
  { id, label, icon, shortcut, keywords, isActive, run }: ActionEntry,
  group = '',
): OfferedTool {
  return {
    option: {
      id,
      label,
      icon: <ActionIcon icon={icon} />,
      checked: isActive ?? false,
      ...(shortcut ? { shortcut } : {}),
      ...(group ? { group } : {}),
    },
    words: [label, ...keywords, group],
    run,
  }
}

/** The actions of a tool that apply, or hold, here. */
export function actionsOf(target: ActionTarget, tool: Tool | undefined, group?: string): OfferedTool[] {
  if (!tool || tool.kind === 'panel') return []
  const actions = tool.kind === 'menu' ? tool.actions : [tool]
  return actions
    .filter(({ command, isActive }) => isActive?.(target) || command(target, false))
    .map((action) => asOffered(entryOf(action, target), group))
}

/** What the parts of the list are called: in English, as the names of all groups are until they are shown. */
const PAGE = { group: 'Page' }
const TOOLS = { group: 'Tools' }

/** What has no room in the row, a menu's actions under the menu's name, and the toolbar's own end. */
export function moreActions(
  editor: Editor,
  target: ActionTarget,
  rest: readonly (Tool | ActionEntry)[],
): OfferedTool[] {
  return [
    ...rest.flatMap((tool): OfferedTool[] => {
      if (!('kind' in tool)) return [asOffered(tool, PAGE.group)]
      if (tool.kind === 'panel' || (tool.kind === 'menu' && tool.actions.length > MOST_LISTED))
        return [
          {
            option: {
              id: tool.id,
              label: `${tool.label}…`,
              icon: <Icon name={tool.icon} />,
              ...TOOLS,
            },
            words: [tool.label],
            opens: tool.id,
            run: () => {},
          },
        ]
      return actionsOf(target, tool, tool.kind === 'menu' ? tool.label : TOOLS.group)
    }),
    {
      option: { id: 'jsx', label: t('Page as JSX'), icon: <Icon name="code-xml" />, ...PAGE },
      words: [t('Page as JSX'), 'export', 'code'],
      run: () => void showJsx(editor.state, editor.view.dispatch),
    },
    {
      option: {
        id: 'hide',
        label: t('Hide the toolbar'),
        icon: <Icon name="panel-top-close" />,
        group: 'View',
      },
      words: [t('Hide the toolbar'), 'view'],
      run: () => showToolbar(false),
    },
  ]
}

/** Those whose words hold what is typed. */
export const matching = (offered: readonly OfferedTool[], query: string): Option[] =>
  offered.filter(({ words }) => includes(words, query)).map(({ option }) => option)

const includes = (words: readonly string[], query: string): boolean =>
  words.some((word) => word.toLowerCase().includes(query.trim().toLowerCase()))

/** The presets, and whatever is typed that is a size; what is none is ignored (product.md 5.17). */
export function findSizes(query: string): Option[] {
  const typed = fontSizeFrom(query)
  const presets = FONT_SIZES.filter((size) => query.trim() === '' || String(size).startsWith(query.trim()))
  const sizes = typed === null ? presets : [typed, ...presets.filter((size) => size !== typed)]
  return sizes.map((size) => ({ id: String(size), label: String(size) }))
}
