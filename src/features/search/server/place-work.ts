import { blockLines } from '@/blocks/block-lines'
import type { Block } from '@/blocks/kit/block'
import type { SearchResult } from '../model'
import { placeOfLink } from './place-of-link'
import { bestSnippet, cutAround, findTerms, type SoughtTerm } from './snippet'

/** Where on a page something stands, and what it says there. */
export type Place = Pick<SearchResult, 'blockId' | 'seconds' | 'snippet'>

interface Page {
  /** Its blocks as JSON, written by the server alone. */
  rich: string
}

const blocksOf = ({ rich }: Page): Block[] => JSON.parse(rich) as Block[]

/** Everything that has to look at a whole page to show it among what was found: for a long page in a worker (`place-worker.ts`). */
export const placeWork = {
  /** Where the terms stand. */
  terms: (job: Page & { sought: readonly SoughtTerm[] }): Place => bestSnippet(blocksOf(job), job.sought),

  /** What this block says; where the terms stand, without a block, when it is not there. */
  block(job: Page & { sought: readonly SoughtTerm[]; blockId: string | null }): Place {
    const blocks = blocksOf(job)
    if (job.blockId !== null)
      for (const { id, text } of blockLines(blocks))
        if (id === job.blockId) {
          const snippet = cutAround(text, findTerms(text, job.sought).ranges)
          return { blockId: id, seconds: null, snippet }
        }
    return { ...bestSnippet(blocks, job.sought), blockId: null }
  },

  /** What it says around the first link to a page, which has this title now. */
  link: (job: Page & { id: string; title: string }): Place => ({
    ...placeOfLink(blocksOf(job), job.id, job.title),
    seconds: null,
  }),
}
