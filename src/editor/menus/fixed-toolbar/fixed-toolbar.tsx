import type { Editor } from '@tiptap/core'
import { ChevronDown, Ellipsis } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { fontSizeAt, setFontSize } from '@/blocks/marks/style-commands'
import { FONT_SIZES, fontSizeFrom } from '@/blocks/marks/styles'
import { later } from '@/ui/later'
import { choiceOf } from '../../core/choices'
import { typeSlash } from '../../core/slash'
import { paintOf, styleCommand } from '../../core/style-actions'
import { showJsx } from '../../core/surface-state'
import type { EditorHost } from '../../source'
import { ToolButton } from '../formatting-buttons'
import { Icon, ShownColors } from '../icons'
import type { Option } from '../option-list'
import { SearchPanel } from '../search-panel'
import { formattingOf } from '../toolbar-items'
import { sameMembers } from '../use-editor-value'
import { useSettledValue } from '../use-settled-value'
import { showToolbar } from './toolbar-view'
import { type Tool, type ToolAction, type ToolGroup, toolsOf } from './tools'
import { useRoom } from './use-room'
import './toolbar.css'

interface PanelProps {
  editor: Editor
  button: HTMLElement
  onClose(): void
}

const PANELS = {
  colors: later<PanelProps>(() => import('../color-panel')),
  table: later<PanelProps>(() => import('./table-tool')),
  emoji: later<PanelProps>(() => import('./emoji-tool')),
}

export interface FixedToolbarProps {
  editor: Editor
  host: EditorHost
  place: HTMLElement
  /** The keyboard asked for the toolbar before it was here. */
  isAsked: boolean
}

/** What the row shows of the selection; flat, so that it can be compared member by member. */
interface Shown {
  block: string
  size: number
  color: string
  background: string
  /** Ids of the actions and menus that do not apply here, and of those that hold here. */
  off: string
  on: string
}

const NOWHERE: Shown = { block: 'Text', size: 16, color: '', background: '', off: '', on: '' }
const WORD = ' '
/** The actions of a longer menu are not listed among the tools that have no room; the menu is. */
const MOST_LISTED = 12

function read(editor: Editor, groups: readonly ToolGroup[]): Shown {
  if (editor.isDestroyed) return NOWHERE
  const { state } = editor
  const off: string[] = []
  const on: string[] = []
  for (const tool of groups.flat()) {
    const actions = tool.kind === 'menu' ? tool.actions : [tool]
    if (!actions.some(({ command }) => command(state))) off.push(tool.id)
    if (tool.kind === 'action' && tool.isActive?.(state)) on.push(tool.id)
  }
  return {
    block: choiceOf(state.selection.$from.parent)?.entry.label ?? 'Block',
    size: fontSizeAt(state),
    color: paintOf(state, 'color') ?? '',
    background: paintOf(state, 'backgroundColor') ?? '',
    off: off.join(WORD),
    on: on.join(WORD),
  }
}

type Open = { id: string; button: HTMLElement }

/**
 * The toolbar at the top of a page (product.md 2.42): one row with one tab stop, whose arrow keys go through it. What
 * does not fit is in "More tools". Every button asks its own command whether it applies.
 */
export default function FixedToolbar({ editor, host, place, isAsked }: FixedToolbarProps) {
  const { view } = editor
  const groups = useMemo(() => toolsOf(editor), [editor])
  const shown = useSettledValue(editor, (now) => read(now, groups), sameMembers)
  const off = new Set(shown.off.split(WORD))
  const on = new Set(shown.on.split(WORD))
  const bar = useRef<HTMLDivElement>(null)
  const row = useRef<HTMLDivElement>(null)
  const [stop, setStop] = useState('undo')
  const [open, setOpen] = useState<Open | null>(null)
  const hostActions = host.toolbarActions ?? []
  const entries: { key: string; gap: boolean; tool: Tool | (typeof hostActions)[number] }[] = [
    ...groups.flatMap((group, at) =>
      group.map((tool, index) => ({ key: tool.id, gap: at > 0 && index === 0, tool })),
    ),
    ...hostActions.map((tool, index) => ({ key: `host-${tool.id}`, gap: index === 0, tool })),
  ]
  const fitting = useRoom(row, entries.map(({ key }) => key).join(WORD))
  const visible = entries.slice(0, fitting)
  const rest = entries.slice(fitting)
  const stops = [...visible.map(({ key }) => key), 'slash', 'more']
  const reached = stops.includes(stop) ? stop : stops[0]!

  useEffect(() => {
    const focusBar = () =>
      bar.current?.querySelector<HTMLElement>('.tool[tabindex="0"]')?.focus({ preventScroll: true })
    if (isAsked) focusBar()
    const enter = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'F10' || !event.altKey || event.defaultPrevented) return
      // Over selected words stands the floating one.
      if (!editor.state.selection.empty && formattingOf(editor)) return
      event.preventDefault()
      focusBar()
    }
    view.dom.addEventListener('keydown', enter)
    return () => view.dom.removeEventListener('keydown', enter)
  }, [editor, view, isAsked])

  const leave = () => {
    setOpen(null)
    view.focus()
  }
  const run = (action: Pick<ToolAction, 'command'>) => {
    setOpen(null)
    view.focus()
    action.command(editor.state, view.dispatch, view)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const buttons = [...bar.current!.querySelectorAll<HTMLElement>('.tool')].filter((one) => one.offsetParent)
    const at = buttons.indexOf(document.activeElement as HTMLElement)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: buttons.length - 1 }[event.key]
    if (event.key === 'Escape') leave()
    else if (at === -1 || to === undefined) return
    else buttons[(to + buttons.length) % buttons.length]!.focus()
    event.preventDefault()
    event.stopPropagation()
  }
  const at = (key: string) => ({
    tabIndex: key === reached ? 0 : -1,
    onFocus: () => setStop(key),
  })
  const opener = (id: string, button: HTMLElement) => setOpen(open?.id === id ? null : { id, button })

  /** Opens the commands behind what is selected, which stays. */
  const commands = () => {
    editor.chain().focus().setTextSelection(editor.state.selection.to).run()
    typeSlash(view)
  }

  const toolButton = (tool: Tool): ReactNode => {
    const disabled = off.has(tool.id)
    if (tool.kind === 'action')
      return (
        <ToolButton
          label={tool.label}
          {...(tool.shortcut ? { shortcut: tool.shortcut } : {})}
          {...(tool.isActive ? { pressed: on.has(tool.id) } : {})}
          disabled={disabled}
          onClick={() => run(tool)}
          {...at(tool.id)}
        >
          <Icon name={tool.icon} />
        </ToolButton>
      )
    const isWide = tool.id === 'turn-into'
    const says = {
      'turn-into': `Turn into, now ${shown.block}`,
      'font-size': `Font size, now ${shown.size}`,
    }[tool.id as string]
    return (
      <ToolButton
        label={says ?? tool.label}
        title={tool.label}
        disabled={disabled}
        opens={open?.id === tool.id}
        className={
          { 'turn-into': 'tool-block', 'font-size': 'tool-size', colors: 'tool-colors' }[tool.id as string] ??
          (tool.kind === 'menu' ? 'tool-menu' : '')
        }
        onClick={(event) => opener(tool.id, event.currentTarget)}
        {...at(tool.id)}
      >
        {tool.id === 'font-size' ? (
          shown.size
        ) : tool.id === 'colors' ? (
          <ShownColors color={shown.color} background={shown.background} />
        ) : isWide ? (
          <span>{shown.block}</span>
        ) : (
          <Icon name={tool.icon} />
        )}
        {tool.kind === 'menu' && <ChevronDown aria-hidden size={isWide ? 14 : 12} />}
      </ToolButton>
    )
  }

  return createPortal(
    <div
      ref={bar}
      role="toolbar"
      aria-label="Page tools"
      className="fixed-toolbar"
      onKeyDown={onKeyDown}
      onMouseDown={(event) => event.preventDefault()}
    >
      <div ref={row} className="fixed-toolbar-tools">
        {entries.map(({ key, gap, tool }, index) => (
          <div key={key} className={gap ? 'fixed-tool has-gap' : 'fixed-tool'} hidden={index >= fitting}>
            {'kind' in tool ? (
              toolButton(tool)
            ) : (
              <ToolButton
                label={tool.label}
                {...(tool.shortcut ? { shortcut: tool.shortcut } : {})}
                {...(tool.isPressed === undefined ? {} : { pressed: tool.isPressed })}
                disabled={tool.isDisabled ?? false}
                onClick={() => tool.run()}
                {...at(key)}
              >
                <tool.icon aria-hidden size={16} />
              </ToolButton>
            )}
          </div>
        ))}
      </div>
      <ToolButton label="Commands" shortcut="/" onClick={commands} {...at('slash')}>
        <Icon name="slash" />
      </ToolButton>
      <ToolButton
        label="More tools"
        opens={open?.id === 'more'}
        onClick={(event) => opener('more', event.currentTarget)}
        {...at('more')}
      >
        <Ellipsis aria-hidden size={16} />
      </ToolButton>
      {open && createPortal(<div className="editor-chrome">{panel(open)}</div>, document.body)}
    </div>,
    place,
  )

  function panel({ id, button }: Open): ReactNode {
    const box = { rect: () => button.getBoundingClientRect(), context: button, anchorKey: id }
    if (id === 'colors' || id === 'table' || id === 'emoji') {
      const Panel = PANELS[id]
      return <Panel editor={editor} button={button} onClose={leave} />
    }
    if (id === 'font-size')
      return (
        <SearchPanel
          {...box}
          label="Font size"
          placeholder="Size, 1 to 100"
          start={String(shown.size)}
          find={findSizes}
          onClose={leave}
          onPick={(size) => run({ command: styleCommand(setFontSize(size)) })}
        />
      )
    const offered = id === 'more' ? moreActions() : actionsOf(groups.flat().find((tool) => tool.id === id))
    return (
      <SearchPanel
        {...box}
        label={id === 'more' ? 'More tools' : labelOf(id)}
        placeholder={id === 'more' ? 'Search tools...' : 'Search...'}
        find={(query) => offered.filter(({ words }) => includes(words, query)).map(({ option }) => option)}
        onClose={leave}
        onPick={(picked) => {
          const found = offered.find(({ option }) => option.id === picked)
          if (found?.opens) opener(found.opens, button)
          else {
            setOpen(null)
            view.focus()
            found?.run()
          }
        }}
      />
    )
  }

  function labelOf(id: string): string {
    return groups.flat().find((tool) => tool.id === id)?.label ?? ''
  }

  function actionsOf(tool: Tool | undefined, group?: string): Offered[] {
    if (!tool || tool.kind === 'panel') return []
    const actions = tool.kind === 'menu' ? tool.actions : [tool]
    return actions
      .filter(({ command, isActive }) => isActive?.(editor.state) || command(editor.state))
      .map((action) => ({
        option: {
          id: action.id,
          label: action.label,
          icon: <Icon name={action.icon} />,
          checked: action.isActive?.(editor.state) ?? false,
          ...(action.shortcut ? { shortcut: action.shortcut } : {}),
          ...(group ? { group } : {}),
        },
        words: [action.label, ...(action.keywords ?? []), group ?? ''],
        run: () => action.command(editor.state, view.dispatch, view),
      }))
  }

  /** What has no room in the row, a menu's actions under the menu's name, and the toolbar's own end. */
  function moreActions(): Offered[] {
    return [
      ...rest.flatMap(({ tool }): Offered[] => {
        if (!('kind' in tool))
          return tool.isDisabled
            ? []
            : [
                {
                  option: {
                    id: `host-${tool.id}`,
                    label: tool.label,
                    icon: <tool.icon aria-hidden size={16} />,
                    checked: tool.isPressed ?? false,
                    group: 'Page',
                  },
                  words: [tool.label],
                  run: () => tool.run(),
                },
              ]
        if (tool.kind === 'panel' || (tool.kind === 'menu' && tool.actions.length > MOST_LISTED))
          return [
            {
              option: {
                id: tool.id,
                label: `${tool.label}…`,
                icon: <Icon name={tool.icon} />,
                group: 'Tools',
              },
              words: [tool.label],
              opens: tool.id,
              run: () => {},
            },
          ]
        return actionsOf(tool, tool.kind === 'menu' ? tool.label : 'Tools')
      }),
      {
        option: { id: 'jsx', label: 'Page as JSX', icon: <Icon name="code-xml" />, group: 'Page' },
        words: ['Page as JSX', 'export', 'code'],
        run: () => void showJsx(editor.state, view.dispatch),
      },
      {
        option: {
          id: 'hide',
          label: 'Hide the toolbar',
          icon: <Icon name="panel-top-close" />,
          group: 'View',
        },
        words: ['Hide the toolbar', 'view'],
        run: () => showToolbar(false),
      },
    ]
  }
}

interface Offered {
  option: Option
  words: readonly string[]
  /** The panel that it opens in the menu's place. */
  opens?: string
  run(): void
}

const includes = (words: readonly string[], query: string): boolean =>
  words.some((word) => word.toLowerCase().includes(query.trim().toLowerCase()))

/** The presets, and whatever is typed that is a size; what is none is ignored (product.md 5.17). */
function findSizes(query: string): Option[] {
  const typed = fontSizeFrom(query)
  const presets = FONT_SIZES.filter((size) => query.trim() === '' || String(size).startsWith(query.trim()))
  const sizes = typed === null ? presets : [typed, ...presets.filter((size) => size !== typed)]
  return sizes.map((size) => ({ id: String(size), label: String(size) }))
}
