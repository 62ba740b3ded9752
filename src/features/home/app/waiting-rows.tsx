import type { KeyboardEvent } from 'react'
import { UNTITLED } from '@/features/pages/model'
import { InboxRow, toldOf } from '@/features/review/app/inbox-row'
import type { Decision } from '@/features/review/app/use-inbox'
import type { TextMention } from '../model'
import { MentionRow } from './mention-row'
import type { WaitingRow } from './waiting'

export interface WaitingRowsProps {
  rows: readonly WaitingRow[]
  /** Mentions in the text of pages, which stand first. */
  mentions?: readonly TextMention[]
  decide(asked: Decision): void
}

/**
 * What waits for the person, each with its page; suggestions are decided about right here, by A and R as in the inbox, and the focus goes on to
 * the next row.
 */
export default function WaitingRows({ rows, mentions = [], decide }: WaitingRowsProps) {
  const onDecide = ({ page, row }: WaitingRow, isAccepted: boolean, pressed: Element | null) => {
    if (row.type !== 'suggestion') return
    const line = pressed?.closest('li')
    const beside = line?.nextElementSibling ?? line?.previousElementSibling
    decide({
      documentId: page.id,
      suggestionId: row.suggestionId,
      isAccepted,
      told: toldOf(row, isAccepted),
    })
    // The row goes, and its button with it.
    beside?.querySelector<HTMLElement>('a')?.focus()
  }
  const onKeyDown = (event: KeyboardEvent, waiting: WaitingRow) => {
    const { row } = waiting
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || row.type !== 'suggestion') return
    const key = event.key.toLowerCase()
    if (key !== 'r' && key !== 'a') return
    if (!row.canDecide && !(key === 'r' && row.canWithdraw)) return
    event.preventDefault()
    onDecide(waiting, key === 'a', event.currentTarget)
  }
  return (
    <ul>
      {mentions.map((mention) => (
        <li key={`${mention.documentId} ${mention.blockId}`} className="h-[76px]">
          <MentionRow mention={mention} />
        </li>
      ))}
      {rows.map((waiting) => {
        const { page, row } = waiting
        return (
          <li
            key={`${row.reason} ${row.type === 'suggestion' ? row.suggestionId : row.discussionId}`}
            className="h-[76px]"
            onKeyDown={(event) => onKeyDown(event, waiting)}
          >
            <InboxRow
              documentId={page.id}
              pageTitle={page.title || UNTITLED()}
              row={row}
              onDecide={(isAccepted) => onDecide(waiting, isAccepted, document.activeElement)}
            />
          </li>
        )
      })}
    </ul>
  )
}
