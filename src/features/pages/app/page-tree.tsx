import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useMedia } from '@/app/media'
import { t } from '@/shared/i18n'
import { cn } from '@/ui/cn'
import { keyInRow } from '@/ui/key-in-row'
import { useLoadedCode } from '@/ui/lazy'
import { useWindow } from '@/ui/use-window'
import { type Destination, type DropZone, type TreePage, treeOf } from '../page-tree'
import { PageTreeRow, type RowDoes } from './page-tree-row'
import type { TreeDrag } from './tree-drag'
import {
  besideTrashed,
  pagesBetween,
  rowsOf,
  type TreeCommand,
  type Typed,
  treeCommand,
  typeahead,
  typedOn,
} from './tree-rows'

/** A page as the tree draws it. */
export interface TreeItem extends TreePage {
  title: string
  icon: string | null
}

/** Something about a page that its row shows without words. */
export interface RowNote {
  words: string
  mark: ReactNode
}

/** What can be done to the pages of a tree; left out for trees that can only be read (product.md 5.5). */
export interface TreeEditing {
  canMove(id: string, to: Destination): boolean
  onMove(id: string, to: Destination): void
  /** Answers whether it goes. */
  onTrash(id: string): boolean
  /** The page whose title is being typed in its row. */
  renamingId: string | null
  /** Starts (id) or ends (null) that. */
  onRenaming(id: string | null): void
  onRename(id: string, title: string): void
}

export interface PageTreeProps<T extends TreeItem> {
  /** The tree's accessible name. */
  label: string
  pages: readonly T[]
  expanded: ReadonlySet<string>
  onExpand(ids: readonly string[], open: boolean): void
  /** The page that is open now. */
  currentId: string | null
  hrefOf(id: string): string
  onOpen(id: string): void
  /** What the tree says without pages. */
  empty?: ReactNode
  editing?: TreeEditing
  /** Select mode: rows have a box to tick and do not open (product.md 2.22). */
  selection?: { ids: ReadonlySet<string>; onToggle(id: string): void; onSelect(ids: readonly string[]): void }
  noteOf?(page: T): RowNote | null
  /** The buttons at the end of a row; shown when it is hovered or has the focus. */
  actionsOf?(page: T, inTabOrder: boolean): ReactNode
  /** A row's menu was asked for at this place of the screen. */
  onMenu?(page: T, at: { getBoundingClientRect(): DOMRect }): void
}

const loadTreeDrag = () => import('./tree-drag')

/** The tree of pages: arrows, typing, drag and drop. Knows nothing of where the pages come from. */
export function PageTree<T extends TreeItem>(props: PageTreeProps<T>) {
  const { pages, expanded, editing, selection } = props
  const tree = useMemo(() => treeOf(pages), [pages])
  const rows = useMemo(() => rowsOf(tree, expanded), [tree, expanded])
  const list = useRef<HTMLDivElement>(null)
  const rowHeight = useMedia('(pointer: coarse)') ? 44 : 30
  const shown = useWindow(list, rows.length, rowHeight)
  const [activeId, setActiveId] = useState<string | null>(null)
  const focusNext = useRef<string | null>(null)
  /** Opened by somebody a moment ago: what is inside has to be seen. */
  const opened = useRef<string | null>(null)
  const typed = useRef<Typed>({ text: '', at: 0 })
  /** Ticked last: from here a range goes. */
  const lastTicked = useRef<string | null>(null)
  const [over, setOver] = useState<{ id: string; zone: DropZone } | null>(null)
  const [dragging, setDragging] = useState<string | null>(null)

  const indexOf = (id: string | null) => rows.findIndex((row) => row.kind === 'page' && row.page.id === id)
  const firstPage = rows.find((row) => row.kind === 'page')
  // One row is in the tab order: where the keyboard was last, else the open page, else the first.
  const tabId =
    [activeId, props.currentId].find((id) => id !== null && indexOf(id) !== -1) ??
    (firstPage?.kind === 'page' ? firstPage.page.id : null)

  // The row that the keyboard is at, and one whose title is being typed, stay when the list is scrolled away from them.
  const kept = [tabId, editing?.renamingId ?? null].map(indexOf).filter((at) => at !== -1)
  const seen = Array.from({ length: shown.end - shown.first }, (_, at) => shown.first + at)
  const drawn = [...new Set([...seen, ...kept])].sort((a, b) => a - b)

  const focusRow = (id: string) => {
    focusNext.current = id
    setActiveId(id)
    shown.reveal(indexOf(id))
  }
  useLayoutEffect(() => {
    if (focusNext.current === null) return
    const row = list.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(focusNext.current)}"]`)
    if (!row) return
    focusNext.current = null
    row.focus()
  })

  useLayoutEffect(() => {
    const { current } = opened
    if (current === null || !expanded.has(current)) return
    opened.current = null
    const at = indexOf(current)
    if (at !== -1) shown.reveal(at + 1)
  })

  const expand = (id: string, open: boolean) => {
    opened.current = open ? id : null
    props.onExpand([id], open)
  }

  const tick = (id: string) => {
    lastTicked.current = id
    selection?.onToggle(id)
  }
  const tickTo = (id: string) => selection?.onSelect(pagesBetween(rows, lastTicked.current, id))

  const carryOut = (command: TreeCommand, row: string) => {
    switch (command.do) {
      case 'focus':
        return focusRow(command.id)
      case 'expand':
      case 'collapse':
        return expand(command.id, command.do === 'expand')
      case 'expand-siblings':
        return props.onExpand(command.ids, true)
      case 'open':
        return selection ? tick(command.id) : props.onOpen(command.id)
      case 'select':
        return tick(command.id)
      case 'select-to':
        return tickTo(command.id)
      case 'select-on':
        lastTicked.current ??= row
        selection?.onSelect([row, command.id])
        return focusRow(command.id)
      case 'select-all':
        return selection?.onSelect(command.ids)
      case 'rename':
        return editing?.onRenaming(command.id)
      case 'trash': {
        const next = besideTrashed(rows, command.id)
        if (editing?.onTrash(command.id) && next !== null) focusRow(next)
        return
      }
      case 'move':
        if (editing && !editing.canMove(command.id, command.to)) return
        focusRow(command.id)
        if (command.to.parentDocumentId !== null) props.onExpand([command.to.parentDocumentId], true)
        return editing?.onMove(command.id, command.to)
    }
  }

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const row = event.target as HTMLElement
    // Keys pressed in a row's buttons or in its title field are theirs.
    if (row.dataset.row === undefined || event.nativeEvent.isComposing) return
    const press = {
      key: keyInRow(event),
      mod: event.metaKey || event.ctrlKey,
      shift: event.shiftKey,
      alt: event.altKey,
    }
    const text = typedOn(typed.current, press, event.timeStamp)
    const command =
      text !== null && press.key === ' ' && !selection
        ? null
        : treeCommand(rows, row.dataset.row, press, selection ? 'select' : editing ? 'edit' : 'read')
    if (command) {
      event.preventDefault()
      event.stopPropagation()
      return carryOut(command, row.dataset.row)
    }
    if (text === null) return
    // A space would scroll what is around the tree.
    event.preventDefault()
    typed.current = text
    const found = typeahead(rows, row.dataset.row, text.text)
    if (found) focusRow(found)
  }

  const drag: TreeDrag = {
    canMove: (id, to) => editing?.canMove(id, to) ?? false,
    onMove: (id, to) => editing?.onMove(id, to),
    onDragging: setDragging,
    onOver: setOver,
    onHold: (id) => props.onExpand([id], true),
  }
  const dragRef = useRef(drag)
  dragRef.current = drag
  const currentDrag = useCallback(() => dragRef.current, [])
  const does: RowDoes = {
    focus: setActiveId,
    menu: (id, event) => {
      const page = pages.find((one) => one.id === id)
      if (!props.onMenu || selection || !page) return
      event.preventDefault()
      props.onMenu(page, menuPlace(event))
    },
    expand,
    open: (id, withShift) => (selection ? (withShift ? tickTo(id) : tick(id)) : props.onOpen(id)),
    renamed: (id, title, goesOn) => {
      const page = pages.find((one) => one.id === id)
      editing?.onRenaming(null)
      if (!goesOn) focusRow(id)
      if (page && title !== null && title !== page.title) editing?.onRename(id, title)
    },
  }
  const doesRef = useRef(does)
  doesRef.current = does
  // The same for all rows and all times, so that a row is drawn again only when something of it has changed.
  const currentDoes = useCallback(() => doesRef.current, [])
  const end = useRef<HTMLDivElement>(null)
  const dragCode = useLoadedCode(loadTreeDrag)
  const isDraggable = editing !== undefined && !selection
  const canDrag = isDraggable ? dragCode : null
  useEffect(() => {
    if (canDrag && end.current) return canDrag.endDrag(end.current, currentDrag)
  }, [canDrag, currentDrag])

  return (
    <>
      <div
        ref={list}
        role="tree"
        aria-label={props.label}
        aria-multiselectable={selection ? true : undefined}
        onKeyDown={onKeyDown}
        className="relative"
        style={{ paddingTop: shown.before, paddingBottom: shown.after }}
      >
        {drawn.map((at) => {
          const row = rows[at]
          if (!row) return null
          return row.kind === 'empty' ? (
            <div
              key={`${row.parentId} empty`}
              role="none"
              className="flex h-[30px] items-center truncate text-text-faint coarse:h-11"
              style={{ paddingInlineStart: `${indentOf(row.depth) + 2}rem` }}
            >
              {t('No pages inside')}
            </div>
          ) : (
            <PageTreeRow
              key={row.page.id}
              row={row}
              indent={indentOf(row.depth)}
              hrefOf={props.hrefOf}
              current={row.page.id === props.currentId}
              inTabOrder={row.page.id === tabId}
              ticked={selection?.ids.has(row.page.id)}
              renaming={editing?.renamingId === row.page.id}
              dragged={dragging === row.page.id}
              dropZone={over?.id === row.page.id ? over.zone : null}
              drag={currentDrag}
              canDrag={canDrag}
              noteOf={props.noteOf as PageTreeProps<TreeItem>['noteOf']}
              actionsOf={selection ? undefined : (props.actionsOf as PageTreeProps<TreeItem>['actionsOf'])}
              does={currentDoes}
              apartAt={at < shown.first || at >= shown.end ? at * rowHeight : undefined}
            />
          )
        })}
      </div>
      {rows.length === 0 && <p className="px-2 py-1.5 text-text-faint">{props.empty ?? t('No pages')}</p>}
      {isDraggable && (
        <div
          ref={end}
          className={cn('h-6 border-t-2 border-transparent', over?.id === '' && 'border-accent')}
        />
      )}
    </>
  )
}

/** Deep pages stop moving to the right, so that their titles stay readable. */
const indentOf = (depth: number): number => Math.min(depth, 12) * 0.75

/** At the pointer; for the menu key, which has none, at the row. */
function menuPlace(event: MouseEvent<HTMLElement>): { getBoundingClientRect(): DOMRect } {
  const row = event.currentTarget
  if (event.clientX === 0 && event.clientY === 0) return row
  const point = new DOMRect(event.clientX, event.clientY, 0, 0)
  return { getBoundingClientRect: () => point }
}
