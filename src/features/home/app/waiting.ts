import type { InboxPage, InboxReason, InboxRow } from '@/features/review/model'

/** A row of the inbox with the page it is of. */
export interface WaitingRow {
  page: Pick<InboxPage, 'id' | 'title' | 'icon'>
  row: InboxRow
}

/** The newest rows of these reasons, over all pages. */
export const waitingFor = (
  pages: readonly InboxPage[],
  reasons: readonly InboxReason[],
  most: number,
): WaitingRow[] =>
  pages
    .flatMap((page) => page.rows.map((row) => ({ page, row })))
    .filter(({ row }) => reasons.includes(row.reason))
    .sort((a, b) => (a.row.at < b.row.at ? 1 : -1))
    .slice(0, most)
