import type { Editor } from '@tiptap/core'
import { Ellipsis } from 'lucide-react'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Action, ActionEntry } from '@/blocks/kit/action'
import { sameMembers } from '@/blocks/kit/use-editor-value'
import { t } from '@/shared/i18n'
import { keyInRow } from '@/ui/key-in-row'
import { targetIn } from '../../core/open-editor'
import { typeTrigger } from '../../core/typed-menu'
import type { EditorHost } from '../../source'
import { ToolButton } from '../formatting-buttons'
import { ActionIcon, Icon } from '../icons'
import { formattingOf } from '../toolbar-items'
import { useSettledValue } from '../use-settled-value'
import { type OpenTool, OpenToolPanel } from './open-tool-panel'
import { shownSelection, WORD } from './shown-selection'
import { ToolInRow } from './tool-in-row'
import { type Tool, toolGroups } from './tools'
import { useContributedTools } from './use-contributed-tools'
import { useRoom } from './use-room'
import './toolbar.css'

export interface FixedToolbarProps {
  editor: Editor
  host: EditorHost
  place: HTMLElement
  /** The keyboard asked for the toolbar before it was here. */
  isAsked: boolean
}

/**
 * The toolbar at the top of a page (product.md 2.42): one row with one tab stop, whose arrow keys go through it. What
 * does not fit is in "More tools". Every button asks its own command whether it applies.
 */
export default function FixedToolbar({ editor, host, place, isAsked }: FixedToolbarProps) {
  const { view } = editor
  const target = useMemo(() => targetIn(editor, host), [editor, host])
  const shown = useSettledValue(editor, (now) => shownSelection(now, toolGroups, target), sameMembers)
  const off = new Set(shown.off.split(WORD))
  const on = new Set(shown.on.split(WORD))
  const bar = useRef<HTMLDivElement>(null)
  const row = useRef<HTMLDivElement>(null)
  const [stop, setStop] = useState('undo')
  const [open, setOpen] = useState<OpenTool | null>(null)
  const contributed = useContributedTools(target)
  const entries: { key: string; gap: boolean; tool: Tool | ActionEntry }[] = [
    ...toolGroups.flatMap((group, at) =>
      group.map((tool, index) => ({ key: tool.id, gap: at > 0 && index === 0, tool })),
    ),
    ...contributed.map((tool, index) => ({ key: `host-${tool.id}`, gap: index === 0, tool })),
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
  const run = (action: Pick<Action, 'command'>) => {
    setOpen(null)
    view.focus()
    action.command(target, true)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const buttons = [...bar.current!.querySelectorAll<HTMLElement>('.tool')].filter((one) => one.offsetParent)
    const at = buttons.indexOf(document.activeElement as HTMLElement)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: buttons.length - 1 }[keyInRow(event)]
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
    typeTrigger(view, '/')
  }

  return createPortal(
    <div
      ref={bar}
      role="toolbar"
      aria-label={t('Page tools')}
      className="fixed-toolbar"
      onKeyDown={onKeyDown}
      onMouseDown={(event) => event.preventDefault()}
    >
      <div ref={row} className="fixed-toolbar-tools">
        {entries.map(({ key, gap, tool }, index) => (
          <div key={key} className={gap ? 'fixed-tool has-gap' : 'fixed-tool'} hidden={index >= fitting}>
            {'kind' in tool ? (
              <ToolInRow
                tool={tool}
                shown={shown}
                isOff={off.has(tool.id)}
                isOn={on.has(tool.id)}
                isOpen={open?.id === tool.id}
                stop={at(tool.id)}
                onRun={run}
                onOpen={opener}
              />
            ) : (
              <ToolButton
                label={tool.label}
                {...(tool.shortcut ? { shortcut: tool.shortcut } : {})}
                {...(tool.isActive === undefined ? {} : { pressed: tool.isActive })}
                onClick={() => tool.run()}
                {...at(key)}
              >
                <ActionIcon icon={tool.icon} />
              </ToolButton>
            )}
          </div>
        ))}
      </div>
      <ToolButton label={t('Commands')} shortcut="/" onClick={commands} {...at('slash')}>
        <Icon name="slash" />
      </ToolButton>
      <ToolButton
        label={t('More tools')}
        opens={open?.id === 'more'}
        onClick={(event) => opener('more', event.currentTarget)}
        {...at('more')}
      >
        <Ellipsis aria-hidden size={16} />
      </ToolButton>
      {open &&
        createPortal(
          <div className="editor-chrome">
            <OpenToolPanel
              editor={editor}
              open={open}
              tools={toolGroups.flat()}
              target={target}
              rest={rest.map(({ tool }) => tool)}
              size={shown.size}
              onOpen={opener}
              onRun={run}
              onClose={leave}
            />
          </div>,
          document.body,
        )}
    </div>,
    place,
  )
}
