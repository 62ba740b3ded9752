import { autoUpdate } from '@floating-ui/dom'
import { useLayoutEffect, useRef } from 'react'
import { edges } from '@/ui/floating'

/** What stands around a table: above its column, before its row, below it and behind it. */
export type Part = 'column' | 'row' | 'addRow' | 'addColumn'

/** The part of the table that can be seen, and the row and the column that the controls are about. */
export interface Places {
  table: DOMRect
  row: DOMRect
  column: DOMRect
  /** It runs from right to left. */
  isMirrored: boolean
}

/** How far the buttons that add stand from the table, in pixels. */
const GAP = 2

const within = (least: number, wanted: number, most: number): number =>
  Math.max(least, Math.min(wanted, most))

/** Where a part of this size belongs: beside the table, on its other side or inside where there is no room. */
function corner(part: Part, { table, row, column, isMirrored }: Places, width: number, height: number) {
  const edge = edges()
  const right = innerWidth - edge.right - width
  const bottom = innerHeight - edge.bottom - height
  const x = (wanted: number) => within(edge.left, wanted, right)
  const y = (wanted: number) => within(edge.top, wanted, bottom)
  switch (part) {
    case 'column': {
      const above = column.top - height
      return { left: x(column.left + (column.width - width) / 2), top: above < edge.top ? column.top : above }
    }
    case 'row': {
      const [before, inside] = isMirrored ? [row.left, row.left - width] : [row.left - width, row.left]
      const hasRoom = isMirrored ? before <= right : before >= edge.left
      return { left: hasRoom ? before : inside, top: y(row.top + (row.height - height) / 2) }
    }
    case 'addRow': {
      const [below, above] = [table.bottom + GAP, table.top - GAP - height]
      const isAbove = below > bottom && above >= edge.top
      return { left: x(table.left + (table.width - width) / 2), top: isAbove ? above : below }
    }
    case 'addColumn': {
      const sides = [table.right + GAP, table.left - GAP - width]
      const [behind = 0, before = 0] = isMirrored ? sides.reverse() : sides
      const hasRoom = (left: number) => left >= edge.left && left <= right
      return {
        left: !hasRoom(behind) && hasRoom(before) ? before : x(behind),
        top: y(table.top + (table.height - height) / 2),
      }
    }
  }
}

/**
 * Keeps the parts where they belong while the table moves or changes its size, and anew for another `anchorKey`. All are
 * placed from one measuring: a table changes with many of the keys that are typed in it. Gives the ref of each part.
 */
export function useControlsPlace(
  table: HTMLElement | null,
  anchorKey: string,
  measure: () => Places,
): (part: Part) => (element: HTMLElement | null) => void {
  const parts = useRef(new Map<Part, HTMLElement>())
  const latest = useRef(measure)
  latest.current = measure
  useLayoutEffect(() => {
    const first = parts.current.get('column')
    if (!table || !first) return
    const placeNow = () => place(parts.current, latest.current())
    // What else moves the table makes the page longer or shorter. The library would ask where the table is shown in every frame.
    const length = new ResizeObserver(placeNow)
    const page = table.closest('.page-body')
    if (page) length.observe(page)
    const stop = autoUpdate(table, first, placeNow, { layoutShift: false })
    return () => {
      length.disconnect()
      stop()
    }
  }, [table])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new `anchorKey` is a new place
  useLayoutEffect(() => {
    if (table) place(parts.current, latest.current())
  }, [table, anchorKey])
  return (part) => (element) => {
    if (element) parts.current.set(part, element)
    else parts.current.delete(part)
  }
}

/** Moves the parts to where they belong; all are measured before the first one moves. */
function place(parts: ReadonlyMap<Part, HTMLElement>, places: Places): void {
  const found = [...parts].map(([part, element]) => ({
    element,
    ...corner(part, places, element.offsetWidth, element.offsetHeight),
  }))
  for (const { element, left, top } of found) {
    element.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`
    element.style.opacity = '1'
  }
}
