import { useQuery } from '@tanstack/react-query'
import { Sparkles, Square } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { trpc } from '@/app/rpc'
import { settledBlocks } from '@/document'
import type { SummaryHelpProps } from '@/features/pages/app/head/head-help'
import { summaryStamp } from '@/features/pages/summary-stamp'
import { t } from '@/shared/i18n'
import { LIMITS } from '@/shared/limits'
import { Button, IconButton } from '@/ui/button'
import { toast } from '@/ui/toast'
import { aiSettings } from './ai-settings'
import { AskFailed, ask } from './ask'

/** Characters of the page that are read: enough to say what it is about, also for a small model. */
const READ = 6_000

/** Has a model say what the page on the screen is about. Nothing is shown where no model is set up. */
export default function WriteSummary({ hasSummary, isStale, doc, onWriting, onWritten }: SummaryHelpProps) {
  const about = useQuery(trpc.ai.about.queryOptions()).data
  const running = useRef<AbortController | null>(null)
  const [isWriting, setWriting] = useState(false)
  useEffect(() => () => running.current?.abort(new Error('closed')), [])
  const { openai, anthropic } = aiSettings()
  if (doc === null) return null
  if (!about?.mayUse || !(about.isConfigured || openai !== '' || anthropic !== '')) return null

  const write = async () => {
    const controller = new AbortController()
    running.current = controller
    setWriting(true)
    onWriting(true)
    let written: { summary: string; stamp: string } | null = null
    try {
      const { markdownFromBlocks } = await import('@/blocks/markdown')
      let words = ''
      const blocks = settledBlocks(doc)
      const stamp = summaryStamp(blocks)
      const selection = markdownFromBlocks(blocks).trim().slice(0, READ).toWellFormed()
      if (selection === '') toast(t('The page is empty, so there is nothing to summarize.'))
      else {
        const { isSample } = await ask(
          '/api/ai/command',
          { command: 'describe', selection },
          {
            signal: controller.signal,
            onWords(all) {
              words = all
            },
          },
        )
        const summary = isSample ? null : oneSentence(words)
        if (summary !== null) written = { summary, stamp }
      }
    } catch (error) {
      if (!controller.signal.aborted)
        toast.error(error instanceof AskFailed ? error.message : t('The server did not answer. Try again.'))
    }
    if (controller.signal.reason instanceof Error && controller.signal.reason.message === 'closed') return
    setWriting(false)
    onWriting(false)
    onWritten(written)
  }
  return isWriting ? (
    <IconButton label={t('Stop')} onClick={() => running.current?.abort(new Error('stopped'))}>
      <Square aria-hidden />
    </IconButton>
  ) : isStale ? (
    <Button variant="secondary" size="sm" onClick={() => void write()}>
      <Sparkles aria-hidden />
      {t('Write it anew')}
    </Button>
  ) : (
    <IconButton
      label={hasSummary ? t('Write the summary anew with AI') : t('Write the summary with AI')}
      // The focus stays in the field, which would go without it.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => void write()}
    >
      <Sparkles aria-hidden />
    </IconButton>
  )
}

/** What a model wrote as the plain line that a summary is. */
const oneSentence = (words: string): string | null => {
  const line = words
    .replace(/[*_`#>]+/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^["“](.*)["”]$/, '$1')
  return line === '' ? null : line.slice(0, LIMITS.summary).toWellFormed()
}
