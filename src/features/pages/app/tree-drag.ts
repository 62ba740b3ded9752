import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter'
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { type Destination, type DropZone, destinationOf, dropZone, type TreePage } from '../page-tree'

/** How long a page is held over a closed one before that opens. */
const OPENS_AFTER = 600

/** What dragging asks of the tree and tells it. */
export interface TreeDrag {
  canMove(id: string, to: Destination): boolean
  onMove(id: string, to: Destination): void
  onDragging(id: string | null): void
  /** Where the page would go if it were dropped now; null: nowhere. */
  onOver(over: { id: string; zone: DropZone } | null): void
  onHold(id: string): void
}

const PAGE = Symbol('page of the tree')
const draggedId = (data: Record<string | symbol, unknown>) => data[PAGE] as string | undefined

/** Makes a row something that can be dragged and dropped on (product.md 4.4). Gives back its undo. */
export function rowDrag(element: HTMLElement, page: TreePage, drag: () => TreeDrag): () => void {
  let held: ReturnType<typeof setTimeout> | undefined
  const release = () => {
    clearTimeout(held)
    held = undefined
  }
  const zoneAt = (y: number): DropZone => {
    const box = element.getBoundingClientRect()
    return dropZone(y - box.top, box.height)
  }
  const allowed = (id: string | undefined, zone: DropZone): id is string =>
    id !== undefined && drag().canMove(id, destinationOf(page, zone))
  let last: DropZone | null = null

  return combine(
    release,
    draggable({
      element,
      getInitialData: () => ({ [PAGE]: page.id }),
      onDragStart: () => drag().onDragging(page.id),
      onDrop: () => drag().onDragging(null),
    }),
    dropTargetForElements({
      element,
      canDrop: ({ source }) => draggedId(source.data) !== undefined && draggedId(source.data) !== page.id,
      onDrag({ source, location }) {
        const zone = zoneAt(location.current.input.clientY)
        if (zone === last) return
        last = zone
        release()
        if (!allowed(draggedId(source.data), zone)) return drag().onOver(null)
        drag().onOver({ id: page.id, zone })
        if (zone === 'inside') held = setTimeout(() => drag().onHold(page.id), OPENS_AFTER)
      },
      onDragLeave() {
        last = null
        release()
        drag().onOver(null)
      },
      onDrop({ source, location }) {
        last = null
        release()
        drag().onOver(null)
        const id = draggedId(source.data)
        const zone = zoneAt(location.current.input.clientY)
        if (!allowed(id, zone)) return
        drag().onMove(id, destinationOf(page, zone))
        if (zone === 'inside') drag().onHold(page.id)
      },
    }),
  )
}

/** The space below the tree: what is dropped there goes last on the top level. */
export function endDrag(element: HTMLElement, drag: () => TreeDrag): () => void {
  const end: Destination = { parentDocumentId: null }
  return dropTargetForElements({
    element,
    canDrop: ({ source }) => draggedId(source.data) !== undefined,
    onDragEnter: () => drag().onOver({ id: '', zone: 'after' }),
    onDragLeave: () => drag().onOver(null),
    onDrop({ source }) {
      drag().onOver(null)
      const id = draggedId(source.data)
      if (id !== undefined && drag().canMove(id, end)) drag().onMove(id, end)
    },
  })
}
