import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { inFigures } from '@/shared/formats'
import { language, t } from '@/shared/i18n'
import { lazy } from '@/ui/lazy'
import { Skeleton } from '@/ui/skeleton'
import { DemoFrame } from './demo-frame'
import type { DemoProps } from './demos'
import { isText, useKeptValue } from './kept-value'
import { readPreview } from './read-preview'

/** What is written at first, in every language. */
const SOURCES = import.meta.glob<string>('./preview/*.md', { query: '?raw', import: 'default', eager: true })
const sample = (): string => SOURCES[`./preview/${language()}.md`] ?? SOURCES['./preview/en.md'] ?? ''

/** Characters that are rendered. */
const LONGEST = 100_000

const StaticPage = lazy(() => import('@/blocks/static-page'), <Skeleton className="h-40" />)

/** Markdown on the left, the page it makes on the right (product.md 2.25). */
export default function PreviewMarkdownDemo({ storageKey }: DemoProps) {
  const [source, setSource] = useKeptValue<string>(storageKey, sample, isText)
  return (
    <DemoFrame title={t('Markdown, live')} className="grid gap-4 p-0 lg:grid-cols-2 lg:gap-0">
      <textarea
        aria-label={t('Markdown')}
        value={source}
        onChange={(event) => setSource(event.target.value)}
        spellCheck={false}
        className="min-h-96 w-full resize-y bg-surface p-4 font-mono text-[0.8125rem]/6 outline-offset-[-2px]"
      />
      <section
        aria-label={t('Rendered')}
        className="min-h-96 overflow-x-auto p-4 lg:border-s lg:border-border"
      >
        <Rendered source={useDeferredValue(source)} />
      </section>
    </DemoFrame>
  )
}

function Rendered({ source }: { source: string }) {
  const isLong = source.length > LONGEST
  const text = source.slice(0, LONGEST)
  // What was shown stays until what is written now has been read.
  const reading = useQuery({
    queryKey: ['markdown-preview', text],
    queryFn: ({ signal }) => readPreview(text, signal),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    // Nothing is asked over the network.
    networkMode: 'always',
    retry: false,
  })
  if (source.trim() === '')
    return <p className="text-sm text-text-muted">{t('Write some Markdown in the field to see it here.')}</p>
  if (reading.error)
    return <p className="text-sm text-danger">{t('The preview could not be loaded. Reload the page.')}</p>
  if (!reading.data) return <Skeleton className="h-40" />
  if (!reading.data.blocks)
    return (
      <p role="status" className="text-sm text-danger">
        {t('This Markdown takes too long to read, so it is not shown. Make it shorter or simpler.')}
      </p>
    )
  return (
    <>
      {isLong && (
        <p className="mb-3 text-sm text-text-muted">
          {t('Shown are the first {count} characters. Import the file to have all of it.', {
            count: inFigures(LONGEST),
          })}
        </p>
      )}
      <StaticPage blocks={reading.data.blocks} />
    </>
  )
}
