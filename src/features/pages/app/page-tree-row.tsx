import { ChevronRight } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, memo, type ReactNode, useEffect, useRef } from 'react'
import { t } from '@/shared/i18n'
import { LIMITS } from '@/shared/limits'
import { Checkbox } from '@/ui/checkbox'
import { cn } from '@/ui/cn'
import type { DropZone } from '../page-tree'
import { PageIcon } from './page-icon'
import type { RowNote, TreeItem } from './page-tree'
import type { TreeDrag } from './tree-drag'
import type { PageRow } from './tree-rows'

/** What is done with rows; each says which. */
export interface RowDoes {
  focus(id: string): void
  expand(id: string, open: boolean): void
  /** Opens it, or ticks it; `withShift`: with those between. */
  open(id: string, withShift: boolean): void
  /** A menu was asked for by the right mouse button, a long press or the menu key. */
  menu(id: string, event: MouseEvent<HTMLElement>): void
  /** A title was typed, or not after all (null). `goesOn`: the person went on elsewhere, and the focus with them. */
  renamed(id: string, title: string | null, goesOn: boolean): void
}

export interface PageTreeRowProps {
  row: PageRow<TreeItem>
  /** rem */
  indent: number
  hrefOf(id: string): string
  current: boolean
  inTabOrder: boolean
  /** In select mode: ticked or not. */
  ticked: boolean | undefined
  renaming: boolean
  dragged: boolean
  dropZone: DropZone | null
  drag: () => TreeDrag
  /** What makes it something to drag; null while it is not. */
  canDrag: typeof import('./tree-drag') | null
  noteOf: ((page: TreeItem) => RowNote | null) | undefined
  actionsOf: ((page: TreeItem, inTabOrder: boolean) => ReactNode) | undefined
  does: () => RowDoes
  /** It is kept though it is out of sight: how far below the top of the list it stands, in pixels. */
  apartAt: number | undefined
}

/** One line of the tree: chevron, icon, title, actions. */
export const PageTreeRow = memo(function PageTreeRow(props: PageTreeRowProps) {
  const { row, ticked, drag, canDrag, does } = props
  const { page, expanded } = row
  const element = useRef<HTMLDivElement>(null)
  const { id, parentDocumentId, position } = page
  const note = props.noteOf?.(page) ?? null
  const actions = props.actionsOf?.(page, props.inTabOrder)
  const withShift = useRef(false)

  useEffect(() => {
    if (canDrag && element.current && !props.renaming)
      return canDrag.rowDrag(element.current, { id, parentDocumentId, position }, drag)
  }, [canDrag, drag, id, parentDocumentId, position, props.renaming])

  const onClick = (event: MouseEvent<HTMLDivElement>) => {
    const onControl = (event.target as HTMLElement).closest('button, input, [role=checkbox]')
    if (onControl && element.current?.contains(onControl)) return
    if (!element.current?.contains(event.target as Node)) return
    // The browser's own ways to open a link elsewhere stay.
    if (ticked === undefined && (event.metaKey || event.ctrlKey || event.shiftKey)) return
    event.preventDefault()
    does().open(id, event.shiftKey)
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree has one keyboard handler for all of its rows
    <div
      ref={element}
      role="treeitem"
      data-row={id}
      aria-label={page.title}
      aria-description={note?.words}
      aria-level={row.depth + 1}
      aria-posinset={row.place}
      aria-setsize={row.siblings}
      aria-expanded={expanded}
      aria-selected={ticked}
      aria-current={props.current ? 'page' : undefined}
      tabIndex={props.inTabOrder ? 0 : -1}
      onFocus={() => does().focus(id)}
      onClick={onClick}
      onContextMenu={props.renaming ? undefined : (event) => does().menu(id, event)}
      className={cn(
        'group relative flex h-[30px] cursor-pointer items-center gap-0.5 rounded-control pe-1 text-text-muted coarse:h-11',
        'select-none hover:bg-hover focus-visible:-outline-offset-2',
        props.current && 'bg-hover font-medium text-text',
        ticked && 'bg-accent-soft hover:bg-accent-soft',
        props.dragged && 'opacity-50',
        props.dropZone === 'inside' && 'bg-accent-soft outline-2 outline-accent -outline-offset-2',
      )}
      style={{
        paddingInlineStart: `${props.indent}rem`,
        ...(props.apartAt !== undefined && { position: 'absolute', top: props.apartAt, insetInline: 0 }),
      }}
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
        aria-label={
          expanded
            ? t('Close what is inside {title}', { title: page.title })
            : t('Open what is inside {title}', { title: page.title })
        }
        onClick={() => does().expand(id, !expanded)}
        className={cn(
          'flex size-6 shrink-0 cursor-pointer items-center justify-center rounded-control text-text-faint hover:bg-pressed hover:text-text coarse:h-11 coarse:w-9',
          !row.hasChildren && !expanded && 'reveal-on-hover',
        )}
      >
        <ChevronRight
          aria-hidden
          className={cn('size-3.5 transition-transform duration-120', expanded && 'rotate-90 rtl:-rotate-90')}
        />
      </button>
      {ticked !== undefined && (
        <Checkbox
          tabIndex={-1}
          aria-label={t('Select {title}', { title: page.title })}
          checked={ticked}
          onClick={(event) => {
            withShift.current = event.shiftKey
          }}
          onCheckedChange={() => does().open(id, withShift.current)}
          className="me-1"
        />
      )}
      {props.renaming ? (
        <TitleField
          title={page.title}
          icon={page.icon}
          onDone={(title, goesOn) => does().renamed(id, title, goesOn)}
        />
      ) : (
        <a
          href={props.hrefOf(id)}
          tabIndex={-1}
          draggable={false}
          title={page.title}
          className="flex h-full min-w-0 flex-1 items-center gap-1.5 text-inherit no-underline"
        >
          <PageIcon icon={page.icon} />
          <span className="truncate">{page.title}</span>
        </a>
      )}
      {!props.renaming && note && (
        <span aria-hidden title={note.words} className="flex size-6 shrink-0 items-center justify-center">
          {note.mark}
        </span>
      )}
      {!props.renaming && actions && <span className={ACTIONS}>{actions}</span>}
    </div>
  )
})

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
  onDone(title: string | null, goesOn: boolean): void
}) {
  const field = useRef<HTMLInputElement>(null)
  const done = useRef(false)
  // What others call the page meanwhile is not to be put back by somebody who typed nothing.
  const begunWith = useRef(title)
  useEffect(() => field.current?.select(), [])
  const finish = (value: string | null, goesOn = false) => {
    if (done.current) return
    done.current = true
    onDone(value === begunWith.current ? null : value, goesOn)
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
        aria-label={t('New title')}
        defaultValue={title}
        maxLength={LIMITS.title}
        onKeyDown={onKeyDown}
        // Also when another window is looked at: the row has the focus again afterwards.
        onBlur={(event) => finish(event.currentTarget.value.trim(), event.relatedTarget !== null)}
        className="h-6 min-w-0 flex-1 rounded-[4px] border border-accent bg-surface-raised px-1 text-text outline-none"
      />
    </span>
  )
}
