import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, useRef, useState } from 'react'
import { PageIcon } from '@/features/pages/app/page-icon'
import { UNTITLED } from '@/features/pages/model'
import { useWindow } from '@/ui/use-window'
import type { InboxPage, InboxRow as Row } from '../model'
import { InboxRow, toldOf } from './inbox-row'
import type { Decision } from './use-inbox'

/** Pixels. A heading is one high, a row is two, so that of a long list the part that is drawn can be told from how far it is scrolled. */
const UNIT = 38
const ROW_UNITS = 2

type Line =
  | { start: number; units: number; page: InboxPage; row: null }
  | { start: number; units: number; page: InboxPage; row: Row }

function linesOf(pages: readonly InboxPage[]): { lines: Line[]; units: number } {
  const lines: Line[] = []
  let start = 0
  for (const page of pages) {
    lines.push({ start, units: 1, page, row: null })
    start++
    for (const row of page.rows) {
      lines.push({ start, units: ROW_UNITS, page, row })
      start += ROW_UNITS
    }
  }
  return { lines, units: start }
}

const keyOf = ({ page, row }: Line) =>
  row === null
    ? page.id
    : `${page.id} ${row.reason} ${row.type === 'suggestion' ? row.suggestionId : row.discussionId}`

interface InboxRowsProps {
  label: string
  pages: readonly InboxPage[]
  decide(asked: Decision): void
}

/**
 * Rows under the pages they are of. Of a long list only the part that can be seen is drawn. Arrows go from row to row; on a
 * suggestion A accepts and R rejects, and the focus goes on to the next row.
 */
export function InboxRows({ label, pages, decide }: InboxRowsProps) {
  const list = useRef<HTMLUListElement>(null)
  const { lines, units } = linesOf(pages)
  const { first, end, before, after, reveal } = useWindow(list, units, UNIT)
  const [said, setSaid] = useState('')
  const drawn = lines.filter(({ start, units }) => start < end && start + units > first)
  // A row that is half in the part that is drawn is drawn whole.
  const above = Math.max(0, first - (drawn[0]?.start ?? first)) * UNIT
  const lastLine = drawn.at(-1)
  const below = Math.max(0, (lastLine ? lastLine.start + lastLine.units : end) - end) * UNIT

  const focusOn = (line: Line | undefined) => {
    if (!line) return
    reveal(line.start)
    reveal(line.start + line.units - 1)
    const key = CSS.escape(keyOf(line))
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-row="${key}"] a`)?.focus({ preventScroll: true }),
    )
  }
  const step = (line: Line, by: number): Line | undefined => {
    const rows = lines.filter(({ row }) => row !== null)
    return rows[rows.findIndex((one) => keyOf(one) === keyOf(line)) + by]
  }
  const onDecide = (line: Line, isAccepted: boolean) => {
    const { page, row } = line
    if (row?.type !== 'suggestion') return
    const told = toldOf(row, isAccepted)
    setSaid(told)
    const next = step(line, 1) ?? step(line, -1)
    decide({ documentId: page.id, suggestionId: row.suggestionId, isAccepted, told })
    // The row goes, and its button with it.
    focusOn(next)
  }
  const pressed = (event: KeyboardEvent, line: Line) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !line.row) return
    const key = event.key.toLowerCase()
    const way = { arrowdown: 1, arrowup: -1 }[key]
    const isOwn = line.row.type === 'suggestion' && line.row.canWithdraw
    const canDecide = line.row.type === 'suggestion' && line.row.canDecide
    if (way !== undefined) focusOn(step(line, way))
    else if (key === 'a' && canDecide) onDecide(line, true)
    else if (key === 'r' && (canDecide || isOwn)) onDecide(line, false)
    else return
    event.preventDefault()
  }
  return (
    <>
      <ul
        ref={list}
        aria-label={label}
        style={{ paddingTop: Math.max(0, before - above), paddingBottom: Math.max(0, after - below) }}
      >
        {drawn.map((line) =>
          line.row === null ? (
            <li key={keyOf(line)} style={{ height: UNIT }} className="flex items-end">
              <h2 className="flex min-w-0 items-center gap-1.5 px-2 pb-1 text-sm font-semibold">
                <PageIcon icon={line.page.icon} />
                <Link
                  to="/$documentId"
                  params={{ documentId: line.page.id }}
                  className="min-w-0 truncate text-text no-underline hover:underline"
                >
                  {line.page.title || UNTITLED()}
                </Link>
                <span className="shrink-0 font-normal text-text-muted tabular-nums">
                  {line.page.rows.length}
                </span>
              </h2>
            </li>
          ) : (
            <li
              key={keyOf(line)}
              data-row={keyOf(line)}
              style={{ height: ROW_UNITS * UNIT }}
              onKeyDown={(event) => pressed(event, line)}
            >
              <InboxRow
                documentId={line.page.id}
                row={line.row}
                onDecide={(isAccepted) => onDecide(line, isAccepted)}
              />
            </li>
          ),
        )}
      </ul>
      <p className="sr-only" role="status">
        {said}
      </p>
    </>
  )
}
