import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Command } from 'cmdk'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { trpc } from '@/app/rpc'
import type { Block } from '@/blocks'
import { PageIcon } from '@/features/pages/app/page-icon'
import { usePages } from '@/features/pages/app/use-pages'
import { t } from '@/shared/i18n'
import { Button } from '@/ui/button'
import { cn } from '@/ui/cn'
import { Dialog, DialogContent } from '@/ui/dialog'
import { ErrorState } from '@/ui/error-state'
import { lazy } from '@/ui/lazy'
import { Skeleton } from '@/ui/skeleton'
import { templateContent } from './template-content'
import { type TemplateEntry, templateGroups } from './template-entries'
import { showTemplates, useTemplateWindow } from './template-window'
import { makePageOf } from './use-template'

const StaticPage = lazy<{ blocks: readonly Block[] }>(() => import('@/blocks/static-page'))

/** The gallery: one's own and the built-in templates, each as it reads, and a page of one where it is wanted. */
export default function TemplateGallery() {
  const asked = useTemplateWindow()
  const navigate = useNavigate()
  const mine = useQuery(trpc.template.templates.queryOptions({}))
  const [query, setQuery] = useState('')
  const [chosenKey, setChosenKey] = useState('')
  /** On a small screen the preview takes the place of the list. */
  const [isReading, setReading] = useState(false)
  const [isMaking, setMaking] = useState(false)
  const parentId = asked?.parentDocumentId ?? null
  const parent = usePages().data?.documents.find((page) => page.id === parentId)

  const groups = templateGroups(mine.data?.documents ?? [], query)
  const entries = groups.flatMap((group) => group.entries)
  const chosen = entries.find((entry) => entry.key === chosenKey) ?? entries[0]

  const use = async (entry: TemplateEntry) => {
    setMaking(true)
    const id = await makePageOf(entry, parentId)
    setMaking(false)
    if (id === null) return
    showTemplates(null)
    await navigate({ to: '/$documentId', params: { documentId: id } })
  }

  return (
    <Dialog open={asked !== null} onOpenChange={(open) => !open && showTemplates(null)}>
      <DialogContent
        title={t('Templates')}
        description={
          parent
            ? t('The new page goes into “{title}”.', { title: parent.title })
            : t('The new page goes to the top level.')
        }
        className="flex h-[44rem] max-w-5xl flex-col [&>:nth-child(3)]:min-h-0 [&>:nth-child(3)]:flex-1"
      >
        <Command
          shouldFilter={false}
          label={t('Templates')}
          value={chosen?.key ?? ''}
          onValueChange={setChosenKey}
          className="flex h-full min-h-0 gap-4"
        >
          <div className={cn('flex min-h-0 w-full flex-col gap-2 md:w-72', isReading && 'max-md:hidden')}>
            <Command.Input
              value={query}
              onValueChange={setQuery}
              placeholder={t('Search templates…')}
              className="h-9 w-full shrink-0 rounded-control border border-border-strong/60 bg-surface-raised px-2.5 coarse:h-11"
            />
            {mine.isError && (
              <ErrorState
                title={t('Your templates could not be loaded')}
                action={<Button onClick={() => mine.refetch()}>{t('Try again')}</Button>}
              />
            )}
            <Command.List className="-mx-2 min-h-0 flex-1 overflow-y-auto" aria-label={t('Templates')}>
              <Command.Empty className="px-2 py-6 text-center text-text-muted">
                {t('No matches')}
              </Command.Empty>
              {mine.data?.documents.length === 0 && query === '' && (
                <p className="px-2 pb-3 text-pretty text-text-muted">
                  {t('You have none of your own yet. Choose “Save as template” in the options of any page.')}
                </p>
              )}
              {groups.map(({ label, entries }) => (
                <Command.Group
                  key={label}
                  heading={label}
                  className="pb-2 [&>[cmdk-group-heading]]:px-2 [&>[cmdk-group-heading]]:py-1.5 [&>[cmdk-group-heading]]:text-xs [&>[cmdk-group-heading]]:font-medium [&>[cmdk-group-heading]]:text-text-faint"
                >
                  {entries.map((entry) => (
                    <Command.Item
                      key={entry.key}
                      value={entry.key}
                      onSelect={() => {
                        setChosenKey(entry.key)
                        setReading(true)
                      }}
                      className="flex min-h-8 cursor-pointer items-center gap-2 rounded-control px-2 py-1 coarse:min-h-11 data-[selected=true]:bg-hover"
                    >
                      <PageIcon icon={entry.icon} />
                      <span className="truncate">{entry.title}</span>
                    </Command.Item>
                  ))}
                </Command.Group>
              ))}
            </Command.List>
          </div>
          {chosen && (
            <div
              className={cn(
                'flex min-h-0 min-w-0 flex-1 flex-col rounded-popover border border-border bg-bg',
                !isReading && 'max-md:hidden',
              )}
            >
              <header className="flex shrink-0 items-center gap-2 border-b border-border px-3 py-2">
                <Button size="sm" variant="ghost" className="md:hidden" onClick={() => setReading(false)}>
                  <ArrowLeft aria-hidden />
                  {t('All')}
                </Button>
                <p className="min-w-0 flex-1 truncate text-xs text-text-faint">{noteOf(chosen)}</p>
                <Button variant="primary" size="sm" disabled={isMaking} onClick={() => use(chosen)}>
                  {t('Use template')}
                </Button>
              </header>
              <section
                // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
                tabIndex={0}
                aria-label={t('Preview of {title}', { title: chosen.title })}
                className="min-h-0 flex-1 overflow-y-auto px-5 py-5 sm:px-8"
              >
                <p aria-hidden className="text-[2.5rem] leading-none">
                  {chosen.icon}
                </p>
                <h2 className="mt-2 mb-3 text-2xl font-bold tracking-tight text-balance">{chosen.title}</h2>
                <Preview key={chosen.key} entry={chosen} />
              </section>
            </div>
          )}
        </Command>
      </DialogContent>
    </Dialog>
  )
}

function noteOf({ source }: TemplateEntry): string {
  if (source.kind === 'built-in') return source.template.summary
  const { savedBy, hasChildren } = source.template
  return [savedBy && t('Saved by {savedBy}', { savedBy }), hasChildren && 'with the pages inside']
    .filter(Boolean)
    .join(', ')
}

/** The body of a template, to be read. */
function Preview({ entry: { source } }: { entry: TemplateEntry }) {
  return source.kind === 'own' ? (
    <OwnPreview id={source.template.id} />
  ) : (
    <BuiltInPreview slug={source.template.slug} />
  )
}

function OwnPreview({ id }: { id: string }) {
  const page = useQuery(trpc.document.document.queryOptions({ id }))
  return <Body query={page} blocks={page.data?.contentRich} />
}

function BuiltInPreview({ slug }: { slug: string }) {
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
