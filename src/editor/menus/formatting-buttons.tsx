import type { Editor } from '@tiptap/core'
import { ChevronDown, Ellipsis, Link } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import type { MarkDefinition } from '@/blocks'
import type { Action } from '@/blocks/kit/action'
import { t } from '@/shared/i18n'
import { cn } from '@/ui/cn'
import { formatShortcut } from '@/ui/kbd'
import { keyInRow } from '@/ui/key-in-row'
import { lazy } from '@/ui/lazy'
import { openLink } from '../core/link'
import { targetIn } from '../core/open-editor'
import { alignActions, clearFormattingAction, lineHeightActions } from '../core/style-actions'
import { turnIntoActions } from '../core/text-actions'
import type { ColorPanelProps } from './color-panel'
import { ActionIcon, Icon, ShownColors } from './icons'
import { SearchPanel } from './search-panel'
import { type Formatting, moreMarks, shownMarks } from './toolbar-items'

interface FormattingButtonsProps {
  editor: Editor
  formatting: Formatting
  /** The person is done here: the focus belongs in the text again. */
  onLeave(): void
  /** More buttons at the start and at the end (the bar of a phone). */
  lead?: ReactNode
  children?: ReactNode
}

/** How the block stands, for the "more" menu. */
const lookActions = [...alignActions, ...lineHeightActions, clearFormattingAction]

const ColorPanel = lazy<ColorPanelProps>(() => import('./color-panel'))

/** Turn into, the marks, link, more: one `toolbar` with one tab stop and arrow keys inside. */
export function FormattingButtons({ editor, formatting, onLeave, lead, children }: FormattingButtonsProps) {
  const bar = useRef<HTMLDivElement>(null)
  const [stop, setStop] = useState(0)
  const [menu, setMenu] = useState<{ name: 'turn-into' | 'more' | 'colors'; button: HTMLElement } | null>(
    null,
  )
  const held = new Set(formatting.marks.split(' '))
  let count = 0
  const roving = () => {
    const index = count++
    return { tabIndex: index === stop ? 0 : -1, onFocus: () => setStop(index) }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const buttons = [...bar.current!.querySelectorAll<HTMLElement>(':scope > button')]
    const at = buttons.indexOf(document.activeElement as HTMLElement)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: buttons.length - 1 }[keyInRow(event)]
    if (event.key === 'Escape') onLeave()
    else if (at === -1 || to === undefined) return
    else buttons[(to + buttons.length) % buttons.length]!.focus()
    event.preventDefault()
    event.stopPropagation()
  }
  const toggle = (kind: string) => editor.chain().focus().toggleMark(kind).run()
  const closeMenu = () => {
    setMenu(null)
    onLeave()
  }
  const markButton = (mark: MarkDefinition) => (
    <ToolButton
      key={mark.kind}
      label={mark.label}
      shortcut={mark.shortcut}
      pressed={held.has(mark.kind)}
      onClick={() => toggle(mark.kind)}
      {...roving()}
    >
      <Icon name={mark.icon} />
    </ToolButton>
  )
  return (
    <>
      <div
        ref={bar}
        role="toolbar"
        aria-label={t('Formatting')}
        className="tool-row"
        onKeyDown={onKeyDown}
        onMouseDown={(event) => event.preventDefault()}
      >
        {lead}
        <button
          type="button"
          className="tool tool-wide"
          aria-label={t('Turn into, now {block}', { block: formatting.block })}
          aria-haspopup="dialog"
          aria-expanded={menu?.name === 'turn-into'}
          onClick={(event) => setMenu({ name: 'turn-into', button: event.currentTarget })}
          {...roving()}
        >
          <span>{formatting.block}</span>
          <ChevronDown aria-hidden size={14} />
        </button>
        <span className="tool-gap" aria-hidden />
        {shownMarks.map(markButton)}
        <ToolButton
          label={t('Link')}
          shortcut="mod+k"
          pressed={held.has('link')}
          onClick={() => openLink(editor.state, editor.view.dispatch)}
          {...roving()}
        >
          <Link aria-hidden size={16} />
        </ToolButton>
        <ToolButton
          label={t('Colors')}
          className="tool-colors"
          opens={menu?.name === 'colors'}
          onClick={(event) => setMenu({ name: 'colors', button: event.currentTarget })}
          {...roving()}
        >
          <ShownColors color={formatting.color} background={formatting.background} />
        </ToolButton>
        <ToolButton
          label={t('More formatting')}
          pressed={moreMarks.some((mark) => held.has(mark.kind))}
          onClick={(event) => setMenu({ name: 'more', button: event.currentTarget })}
          {...roving()}
        >
          <Ellipsis aria-hidden size={16} />
        </ToolButton>
        {children}
      </div>
      {menu?.name === 'colors' && <ColorPanel editor={editor} button={menu.button} onClose={closeMenu} />}
      {menu && menu.name !== 'colors' && (
        <SearchPanel
          label={menu.name === 'more' ? t('More formatting') : t('Turn into')}
          placeholder={menu.name === 'more' ? t('Search formatting...') : t('Search blocks...')}
          rect={() => menu.button.getBoundingClientRect()}
          context={menu.button}
          anchorKey={menu.name}
          find={(query) =>
            menu.name === 'more'
              ? [...findMarks(held, query), ...findActions(editor, lookActions, query)]
              : findActions(editor, turnIntoActions, query)
          }
          onClose={closeMenu}
          onPick={(id) => {
            closeMenu()
            const action = [...turnIntoActions, ...lookActions].find((one) => one.id === id)
            if (action) action.command(targetIn(editor, {}), true)
            else toggle(id)
          }}
        />
      )}
    </>
  )
}

const includes = (words: readonly string[], query: string) =>
  words.some((word) => word.toLowerCase().includes(query.trim().toLowerCase()))

const findMarks = (held: ReadonlySet<string>, query: string) =>
  moreMarks
    .filter((mark) => includes([mark.label], query))
    .map((mark) => ({
      id: mark.kind,
      label: mark.label,
      icon: <Icon name={mark.icon} />,
      checked: held.has(mark.kind),
      ...(mark.shortcut ? { shortcut: mark.shortcut } : {}),
    }))

const findActions = (editor: Editor, actions: readonly Action[], query: string) =>
  actions
    .filter(({ label, keywords = [] }) => includes([label, ...keywords], query))
    .map((action) => ({
      id: action.id,
      label: action.label,
      ...(action.group && action.group !== 'Turn into' ? { group: action.group } : {}),
      icon: <ActionIcon icon={action.icon} />,
      checked: action.isActive?.(targetIn(editor, {})) ?? false,
      ...(action.shortcut ? { shortcut: action.shortcut } : {}),
    }))

interface ToolButtonProps {
  label: string
  shortcut?: string
  pressed?: boolean
  /** It does nothing here; the focus still finds it. */
  disabled?: boolean
  /** It opens a panel, which is or is not there. */
  opens?: boolean
  className?: string | undefined
  title?: string
  tabIndex?: number
  onFocus?(): void
  onClick(event: React.MouseEvent<HTMLButtonElement>): void
  children: ReactNode
}

/** A button of a toolbar; says its shortcut on hover. */
export function ToolButton({
  label,
  shortcut,
  pressed,
  disabled,
  opens,
  className,
  title = label,
  onClick,
  children,
  ...rest
}: ToolButtonProps) {
  return (
    <button
      type="button"
      className={cn('tool', pressed && 'is-pressed', className)}
      aria-label={label}
      aria-pressed={pressed}
      aria-disabled={disabled || undefined}
      {...(opens === undefined ? {} : { 'aria-haspopup': 'dialog', 'aria-expanded': opens })}
      title={shortcut ? `${title} (${formatShortcut(shortcut)})` : title}
      onClick={(event) => !disabled && onClick(event)}
      {...rest}
    >
      {children}
    </button>
  )
}
