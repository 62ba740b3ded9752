import { useQuery } from '@tanstack/react-query'
import { trpc } from '@/app/rpc'
import type { Block } from '@/blocks'
import { t } from '@/shared/i18n'
import { Button } from '@/ui/button'
import { ErrorState } from '@/ui/error-state'
import { lazy } from '@/ui/lazy'
import { Skeleton } from '@/ui/skeleton'
import { readyContent } from './ready-content'
import { templateContent } from './template-content'
import type { TemplateEntry } from './template-entries'

const StaticPage = lazy<{ blocks: readonly Block[] }>(() => import('@/blocks/static-page'))

/** The body of a template, to be read. */
export function TemplatePreview({ entry: { source } }: { entry: TemplateEntry }) {
  switch (source.kind) {
    case 'own':
      return <OwnPreview id={source.template.id} />
    case 'ready':
      return <ReadyPreview id={source.template.id} />
    case 'sample':
      return <SamplePreview slug={source.template.slug} />
  }
}

function OwnPreview({ id }: { id: string }) {
  const page = useQuery(trpc.document.document.queryOptions({ id }))
  return <Body query={page} blocks={page.data?.contentRich} />
}

function ReadyPreview({ id }: { id: string }) {
  const content = useQuery(readyContent(id))
  return <Body query={content} blocks={content.data} />
}

function SamplePreview({ slug }: { slug: string }) {
  const content = useQuery(templateContent(slug))
  return <Body query={content} blocks={content.data} />
}

function Body({
  query,
  blocks,
}: {
  query: { isError: boolean; refetch(): unknown }
  blocks: readonly Block[] | null | undefined
}) {
  if (query.isError && !blocks)
    return (
      <ErrorState
        title={t('This template could not be loaded')}
        action={<Button onClick={() => query.refetch()}>{t('Try again')}</Button>}
      />
    )
  if (!blocks)
    return (
      <div className="flex flex-col gap-3 py-2" aria-busy="true">
        <Skeleton className="h-4 w-11/12" />
        <Skeleton className="h-4 w-full" />
        <Skeleton className="h-4 w-2/3" />
      </div>
    )
  if (blocks.length === 0) return <p className="text-text-muted">{t('This template has no text yet.')}</p>
  return <StaticPage blocks={blocks} />
}
