import type { ComponentType } from 'react'
import type { Doc } from 'yjs'

/** Writes the line that says what a page is about. */
export interface SummaryHelpProps {
  hasSummary: boolean
  /** The page says something else than when the summary was written. */
  isStale: boolean
  /** The live page; null: there is none. */
  doc: Doc | null
  /** The field stays open while it is written. */
  onWriting(isWriting: boolean): void
  /** Given the sentence and of which text it was made, or null when none came. */
  onWritten(written: { summary: string; stamp: string } | null): void
}

/** Offers labels for a page. */
export interface LabelsHelpProps {
  /** Those the page has. */
  labels: readonly string[]
  /** The labels of other pages. */
  known: readonly string[]
  onAdd(label: string): void
}

/** What another feature adds to the fields of a page's head. */
export interface HeadHelp {
  Summary: ComponentType<SummaryHelpProps>
  Labels: ComponentType<LabelsHelpProps>
}
