import { ChevronRight } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { LIMITS } from '@/shared/limits'
import { Checkbox } from '@/ui/checkbox'
import { cn } from '@/ui/cn'
import type { DropZone } from '../page-tree'
import { PageIcon } from './page-icon'
import type { RowNote, TreeItem } from './page-tree'
import type { TreeDrag } from './row-drag'
import type { PageRow } from './tree-rows'

export interface PageTreeRowProps {
  row: PageRow<TreeItem>
  /** rem */
  indent: number
  href: string
  current: boolean
  inTabOrder: boolean
  /** In select mode: ticked or not. */
  ticked: boolean | undefined
  renaming: boolean
  dragged: boolean
  dropZone: DropZone | null
  drag: () => TreeDrag
  /** What makes it something to drag; null while it is not. */
  canDrag: typeof import('./row-drag') | null
  note: RowNote | null
  actions: ReactNode
  onFocus(): void
  onExpand(open: boolean): void
  onOpen(): void
  /** A menu was asked for by the right mouse button, a long press or the menu key. */
  onContextMenu: ((event: MouseEvent<HTMLElement>) => void) | undefined
  /** The new title, or null when nothing is to change. */
  onRenamed(title: string | null): void
}

/** One line of the tree: chevron, icon, title, actions. */
export function PageTreeRow(props: PageTreeRowProps) {
  const { row, ticked, drag, canDrag } = props
  const { page, expanded } = row
  const element = useRef<HTMLDivElement>(null)
  const { id, parentDocumentId, position } = page

  useEffect(() => {
    if (canDrag && element.current && !props.renaming)
      return canDrag.rowDrag(element.current, { id, parentDocumentId, position }, drag)
  }, [canDrag, drag, id, parentDocumentId, position, props.renaming])

  const onClick = (event: MouseEvent<HTMLDivElement>) => {
    const onControl = (event.target as HTMLElement).closest('button, input, [role=checkbox]')
    if (onControl && element.current?.contains(onControl)) return
    if (!element.current?.contains(event.target as Node)) return
    // The browser's own ways to open a link elsewhere stay.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    props.onOpen()
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree has one keyboard handler for all of its rows
    <div
      ref={element}
      role="treeitem"
      data-row={id}
      aria-label={page.title}
      aria-description={props.note?.words}
      aria-level={row.depth + 1}
      aria-posinset={row.place}
      aria-setsize={row.siblings}
      aria-expanded={expanded}
      aria-selected={ticked}
      aria-current={props.current ? 'page' : undefined}
      tabIndex={props.inTabOrder ? 0 : -1}
      onFocus={props.onFocus}
      onClick={onClick}
      onContextMenu={props.renaming ? undefined : props.onContextMenu}
      className={cn(
        'group relative flex h-[30px] cursor-pointer items-center gap-0.5 rounded-control pe-1 text-text-muted coarse:h-11',
        'select-none hover:bg-hover focus-visible:-outline-offset-2',
        props.current && 'bg-hover font-medium text-text',
        ticked && 'bg-accent-soft',
        props.dragged && 'opacity-50',
        props.dropZone === 'inside' && 'bg-accent-soft outline-2 outline-accent -outline-offset-2',
      )}
      style={{ paddingInlineStart: `${props.indent}rem` }}
    >
      {props.dropZone && props.dropZone !== 'inside' && (
        <span
          aria-hidden
          className={cn(
            'pointer-events-none absolute end-0 h-0.5 rounded-full bg-accent',
            props.dropZone === 'before' ? '-top-px' : '-bottom-px',
          )}
          style={{ insetInlineStart: `${props.indent + 0.375}rem` }}
        />
      )}
      <button
        type="button"
        tabIndex={-1}
        aria-label={`${expanded ? 'Close' : 'Open'} what is inside ${page.title}`}
        onClick={() => props.onExpand(!expanded)}
        className="flex size-6 shrink-0 cursor-pointer items-center justify-center rounded-control text-text-faint hover:bg-pressed hover:text-text coarse:h-11 coarse:w-9"
      >
        <ChevronRight
          aria-hidden
          className={cn('size-3.5 transition-transform duration-120', expanded && 'rotate-90')}
        />
      </button>
      {ticked !== undefined && (
        <Checkbox
          tabIndex={-1}
          aria-label={`Select ${page.title}`}
          checked={ticked}
          onCheckedChange={props.onOpen}
          className="me-1"
        />
      )}
      {props.renaming ? (
        <TitleField title={page.title} icon={page.icon} onDone={props.onRenamed} />
      ) : (
        <a
          href={props.href}
          tabIndex={-1}
          draggable={false}
          title={page.title}
          className="flex h-full min-w-0 flex-1 items-center gap-1.5 text-inherit no-underline"
        >
          <PageIcon icon={page.icon} />
          <span className="truncate">{page.title}</span>
        </a>
      )}
      {!props.renaming && props.note && (
        <span
          aria-hidden
          title={props.note.words}
          className="flex size-6 shrink-0 items-center justify-center"
        >
          {props.note.mark}
        </span>
      )}
      {!props.renaming && props.actions && <span className={ACTIONS}>{props.actions}</span>}
    </div>
  )
}

/** Away, and taking no room, until the row has the pointer, the focus or its menu open; always there on touch screens. */
const ACTIONS =
  'flex shrink-0 items-center [@media(hover:hover)]:[.group:not(:hover,:focus-within,:has(button[aria-expanded=true]))_&]:sr-only'

function TitleField({
  title,
  icon,
  onDone,
}: {
  title: string
  icon: string | null
  onDone(title: string | null): void
}) {
  const field = useRef<HTMLInputElement>(null)
  const done = useRef(false)
  useEffect(() => field.current?.select(), [])
  const finish = (value: string | null) => {
    if (done.current) return
    done.current = true
    onDone(value)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') finish(event.currentTarget.value.trim())
    if (event.key === 'Escape') finish(null)
  }
  return (
    <span className="flex min-w-0 flex-1 items-center gap-1.5">
      <PageIcon icon={icon} />
      <input
        ref={field}
        aria-label="New title"
        defaultValue={title}
        maxLength={LIMITS.title}
        onKeyDown={onKeyDown}
        onBlur={(event) => finish(event.currentTarget.value.trim())}
        className="h-6 min-w-0 flex-1 rounded-[4px] border border-accent bg-surface-raised px-1 text-text outline-none"
      />
    </span>
  )
}
