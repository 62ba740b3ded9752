import { openPage } from '@/editor/open-pages'
import { t } from '@/shared/i18n'
import { AskFailed, ask } from '../ask'

/** Characters of the page that are read: enough to say what it is about, also for a small model. */
const READ = 6_000

/** What a model proposed; `not-set-up`: there is none to ask. */
export type Proposed = { kind: 'proposed'; lines: string[] } | { kind: 'not-set-up' }

/**
 * The lines that a model writes about the page on the screen, tidied, the first `most` of them. Throws {@link AskFailed} in words for the
 * person, and the reason of the signal.
 */
export async function askProposals(
  command: 'title' | 'labels',
  { prompt = '', most, signal }: { prompt?: string; most: number; signal: AbortSignal },
): Promise<Proposed> {
  const { markdownOfPage, readPage } = await import('../apply')
  const page = openPage()
  const selection = page
    ? markdownOfPage(readPage(page.view.state, { from: 0, to: 0 }).page)
        .slice(0, READ)
        .toWellFormed()
    : ''
  if (selection === '') throw new AskFailed(t('The page is empty, so there is nothing to go by.'))
  let words = ''
  const { isSample } = await ask(
    '/api/ai/command',
    { command, selection, prompt },
    {
      signal,
      onWords(all) {
        words = all
      },
    },
  )
  if (isSample) return { kind: 'not-set-up' }
  const lines = linesOf(words).slice(0, most)
  if (lines.length === 0) throw new AskFailed(t('The model answered nothing that can be used. Try again.'))
  return { kind: 'proposed', lines }
}

/** Lines without what models put before and around them: numbers, bullets, marks, quotation marks. Each once. */
export function linesOf(words: string): string[] {
  const lines = words.split(/\r?\n/).map((line) =>
    line
      .replace(/[\p{Cc}\s]+/gu, ' ')
      .replace(/^\s*(?:[-*+•]|\d{1,2}[.)])\s+/, '')
      .replace(/^#+\s+/, '')
      .replace(/\*\*|__|`/g, '')
      .trim()
      .replace(/^["“„«](.*)["”“»]$/, '$1')
      .trim(),
  )
  return [...new Set(lines.filter((line) => line !== '' && !line.endsWith(':')))]
}
