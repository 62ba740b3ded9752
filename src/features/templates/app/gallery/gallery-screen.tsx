import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ShellHeader } from '@/app/shell'
import { useTabTitle } from '@/app/tab-title'
import { type Block, blockKind, normalizeBlocks } from '@/blocks'
import { PageEditor } from '@/editor/page-editor'
import { t } from '@/shared/i18n'
import { lazy } from '@/ui/lazy'
import { Skeleton } from '@/ui/skeleton'
import { mentionable } from '../mentionable'
import { samples } from './samples'

const StaticPage = lazy(() => import('@/blocks/static-page'), <Skeleton className="h-10" />)

const TITLES: Readonly<Record<string, string>> = {
  get atoms() {
    return t('Inline atoms')
  },
  get columnGroup() {
    return t('Columns')
  },
  get heading() {
    return t('Headings')
  },
  get listItem() {
    return t('Lists')
  },
  get marks() {
    return t('Marks')
  },
  get unsupported() {
    return t('A kind that this version does not know')
  },
}

const titleOf = (name: string): string => TITLES[name] ?? blockKind(name)?.insert[0]?.label ?? name

/** `/dev/blocks`: each kind while it is edited, as it is read, and as Markdown. What is changed changes beside it. */
export default function GalleryScreen() {
  useTabTitle(t('Blocks'))
  return (
    <>
      <ShellHeader>
        <span className="px-1.5 text-text-muted">{t('Blocks')}</span>
      </ShellHeader>
      <article className="mx-auto w-full max-w-7xl px-5 pt-8 pb-24">
        <h1 className="text-2xl font-bold tracking-tight">{t('Every kind of block')}</h1>
        <p className="mt-2 mb-8 text-text-muted">
          {t(
            'Each as it is edited, as it is read, and as Markdown. Change the first, and the other two follow. Nothing here is kept.',
          )}
        </p>
        {Object.entries(samples).map(([name, blocks]) => (
          <Sample key={name} title={titleOf(name)} start={normalizeBlocks([...blocks])} />
        ))}
      </article>
    </>
  )
}

/** One sample; its editor is made when it comes near the window. */
function Sample({ title, start }: { title: string; start: Block[] }) {
  const [blocks, setBlocks] = useState<readonly Block[]>(start)
  const [place, isNear] = useIsNear()
  return (
    <section ref={place} aria-label={title} className="mb-6 rounded-dialog border border-border">
      <h2 className="border-b border-border px-4 py-2 text-sm font-medium">{title}</h2>
      {isNear ? (
        <div className="grid [--page-body-end:0] [--page-body-height:0] lg:grid-cols-3 lg:divide-x lg:divide-border">
          <section
            aria-label={t('{title}, edited', { title })}
            className="min-w-0 overflow-x-auto py-4 pe-4 ps-12"
          >
            <PageEditor
              label={title}
              source={{ kind: 'local', blocks: start, onChange: setBlocks }}
              host={mentionable}
            />
          </section>
          <section aria-label={t('{title}, read', { title })} className="min-w-0 overflow-x-auto p-4">
            <StaticPage blocks={blocks} />
          </section>
          <section aria-label={t('{title}, as Markdown', { title })} className="min-w-0 p-4">
            <Markdown blocks={blocks} />
          </section>
        </div>
      ) : (
        <Skeleton className="m-4 h-24" />
      )}
    </section>
  )
}

function Markdown({ blocks }: { blocks: readonly Block[] }) {
  const writer = useQuery({
    queryKey: ['markdown-reader'],
    queryFn: () => import('@/blocks/markdown'),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (writer.error)
    return <p className="text-sm text-danger">{t('Markdown could not be loaded. Reload the page.')}</p>
  if (!writer.data) return <Skeleton className="h-10" />
  return (
    <pre className="font-mono text-xs/5 break-words whitespace-pre-wrap">
      {writer.data.markdownFromBlocks([...blocks])}
    </pre>
  )
}

function useIsNear() {
  const place = useRef<HTMLElement>(null)
  const [isNear, setIsNear] = useState(false)
  useEffect(() => {
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        setIsNear(true)
        observer.disconnect()
      },
      { rootMargin: '400px' },
    )
    observer.observe(place.current!)
    return () => observer.disconnect()
  }, [])
  return [place, isNear] as const
}
