import { useEffect, useState } from 'react'
import type { Doc } from 'yjs'
import { settledBlocks } from '@/document'
import type { PageDetail } from '../../model'
import { summaryStamp } from '../../summary-stamp'

/** A pause in writing, in milliseconds, after which the whole page is read. */
const QUIET_MS = 1_000

/**
 * Does the page on the screen say something else than what a model made its summary of? By the server's word until the page
 * changes here; then by what it says, also before that is stored.
 */
export function useStaleSummary(
  { aiSummaryStamp: stamp, isSummaryStale }: Pick<PageDetail, 'aiSummaryStamp' | 'isSummaryStale'>,
  doc: Doc | null,
): boolean {
  const [here, setHere] = useState<{ stamp: string; isStale: boolean } | null>(null)
  useEffect(() => {
    if (stamp === null || doc === null) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const read = () => setHere({ stamp, isStale: summaryStamp(settledBlocks(doc)) !== stamp })
    const changed = () => {
      clearTimeout(timer)
      timer = setTimeout(read, QUIET_MS)
    }
    doc.on('update', changed)
    return () => {
      clearTimeout(timer)
      doc.off('update', changed)
    }
  }, [doc, stamp])
  return stamp !== null && (here?.stamp === stamp ? here.isStale : isSummaryStale)
}
