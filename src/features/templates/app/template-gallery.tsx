import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Command } from 'cmdk'
import { ArrowLeft, LoaderCircle } from 'lucide-react'
import { useState } from 'react'
import { trpc } from '@/app/rpc'
import { PageIcon } from '@/features/pages/app/page-icon'
import { usePages } from '@/features/pages/app/use-pages'
import { t } from '@/shared/i18n'
import { Button } from '@/ui/button'
import { cn } from '@/ui/cn'
import { Dialog, DialogContent } from '@/ui/dialog'
import { ErrorState } from '@/ui/error-state'
import { readyPagesIn } from '../ready/ready-templates'
import { demos } from './demos/demos'
import {
  type GalleryCategory,
  galleryCategories,
  readyKey,
  type TemplateEntry,
  templateGroups,
} from './template-entries'
import { TemplatePreview } from './template-preview'
import { showTemplates, useTemplateWindow } from './template-window'
import { makePageOf } from './use-template'

/** The gallery: one's own templates, ready ones and sample pages, each as it reads, and a page of one where it is wanted. */
export default function TemplateGallery() {
  const asked = useTemplateWindow()
  const navigate = useNavigate()
  const mine = useQuery(trpc.template.templates.queryOptions({}))
  const [query, setQuery] = useState('')
  const [category, setCategory] = useState<GalleryCategory | null>(null)
  const [chosenKey, setChosenKey] = useState(asked?.readyId ? readyKey(asked.readyId) : '')
  /** On a small screen the preview takes the place of the list. */
  const [isReading, setReading] = useState(asked?.readyId !== undefined)
  const [isMaking, setMaking] = useState(false)
  const parentId = asked?.parentDocumentId ?? null
  const parent = usePages().data?.documents.find((page) => page.id === parentId)

  const own = mine.data?.documents ?? []
  const groups = templateGroups(own, query, category)
  const entries = groups.flatMap((group) => group.entries)
  const chosen = entries.find((entry) => entry.key === chosenKey) ?? entries[0]

  const use = async (entry: TemplateEntry) => {
    const slug = demonstrated(entry)
    if (slug) {
      showTemplates(null)
      await navigate({ to: '/$documentId', params: { documentId: slug } })
      return
    }
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
        className="flex h-[46rem] max-w-6xl flex-col [&>:nth-child(3)]:min-h-0 [&>:nth-child(3)]:flex-1"
      >
        {/* Only the list is steered by arrows and Enter: beside it they scroll the page and press buttons. */}
        <div className="flex h-full min-h-0 gap-4">
          <div className={cn('flex min-h-0 w-full flex-col gap-2 md:w-80', isReading && 'max-md:hidden')}>
            <Categories value={category} hasOwn={own.length > 0} onChange={setCategory} />
            <Command
              shouldFilter={false}
              label={t('Templates')}
              value={chosen?.key ?? ''}
              onValueChange={setChosenKey}
              className="flex min-h-0 flex-1 flex-col gap-2"
            >
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
                {groups.map(({ label, entries }) => (
                  <Command.Group
                    key={label}
                    heading={label}
                    className="pb-2 [&>[cmdk-group-heading]]:px-2 [&>[cmdk-group-heading]]:py-1.5 [&>[cmdk-group-heading]]:text-xs [&>[cmdk-group-heading]]:font-medium [&>[cmdk-group-heading]]:text-text-faint"
                  >
                    {entries.map((entry) => (
                      <Row
                        key={entry.key}
                        entry={entry}
                        onSelect={() => {
                          setChosenKey(entry.key)
                          setReading(true)
                        }}
                      />
                    ))}
                  </Command.Group>
                ))}
                {mine.data?.documents.length === 0 && query === '' && category === null && (
                  <p className="px-2 pb-3 text-pretty text-text-muted">
                    {t(
                      'To keep a page of your own as a template, choose “Save as template” in the options of the page.',
                    )}
                  </p>
                )}
              </Command.List>
            </Command>
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
                  {isMaking && <LoaderCircle aria-hidden className="animate-spin motion-reduce:hidden" />}
                  {isMaking
                    ? t('Creating page...')
                    : demonstrated(chosen)
                      ? t('Open the page')
                      : t('Use this template')}
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
                <TemplatePreview key={chosen.key} entry={chosen} />
              </section>
            </div>
          )}
        </div>
      </DialogContent>
    </Dialog>
  )
}

/** The sample page whose text speaks of what it shows beside it, which a page made of that text would lack. */
const demonstrated = ({ source }: TemplateEntry): string | null =>
  source.kind === 'sample' && demos[source.template.slug]?.at === 'top' ? source.template.slug : null

interface CategoriesProps {
  value: GalleryCategory | null
  /** Whether there is anything under "Yours". */
  hasOwn: boolean
  onChange(next: GalleryCategory | null): void
}

/** Narrows the list to one category, or to none. */
function Categories({ value, hasOwn, onChange }: CategoriesProps) {
  const choices = [
    { category: null, label: t('All') },
    ...galleryCategories().filter(({ category }) => category !== 'own' || hasOwn),
  ]
  return (
    <fieldset className="flex shrink-0 flex-wrap gap-1">
      <legend className="sr-only">{t('Categories')}</legend>
      {choices.map(({ category, label }) => (
        <button
          key={category ?? 'all'}
          type="button"
          aria-pressed={value === category}
          onClick={() => onChange(category)}
          className="h-7 cursor-pointer rounded-full border border-border px-2.5 text-xs text-text-muted touch-target hover:bg-hover hover:text-text aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-text"
        >
          {label}
        </button>
      ))}
    </fieldset>
  )
}

function Row({ entry, onSelect }: { entry: TemplateEntry; onSelect(): void }) {
  return (
    <Command.Item
      value={entry.key}
      onSelect={onSelect}
      className="flex min-h-8 cursor-pointer items-center gap-2 rounded-control px-2 py-1 coarse:min-h-11 data-[selected=true]:bg-hover"
    >
      <PageIcon icon={entry.icon} className={entry.source.kind === 'ready' ? 'self-start' : undefined} />
      <span className="min-w-0">
        <span className="block truncate">{entry.title}</span>
        {entry.source.kind === 'ready' && (
          <span className="block text-xs text-pretty text-text-muted">{entry.summary}</span>
        )}
      </span>
    </Command.Item>
  )
}

function noteOf({ source }: TemplateEntry): string {
  if (source.kind === 'sample') return source.template.summary
  if (source.kind === 'ready') {
    const count = readyPagesIn(source.template.id).length
    const inside = t('{count, plural, one {# page} other {# pages}} inside', { count })
    return count === 0 ? source.template.summary : `${source.template.summary} ${inside}`
  }
  const { savedBy, hasChildren } = source.template
  return [savedBy && t('Saved by {savedBy}', { savedBy }), hasChildren && t('with the pages inside')]
    .filter(Boolean)
    .join(', ')
}
