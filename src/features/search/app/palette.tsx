import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Command } from 'cmdk'
import { FileText } from 'lucide-react'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { useAllActions } from '@/app/actions'
import { showOverlay } from '@/app/overlays'
import { trpc } from '@/app/rpc'
import { useCurrentUser } from '@/app/session'
import { PageSign } from '@/blocks/icon/page-sign'
import { type ActionEntry, entriesIn } from '@/blocks/kit/action'
import { targetOnScreen } from '@/editor/open-pages'
import { UNTITLED } from '@/features/pages/model'
import { apartFromTemplates } from '@/features/pages/own-templates'
import { t } from '@/shared/i18n'
import { Dialog, DialogContent } from '@/ui/dialog'
import { Kbd } from '@/ui/kbd'
import { MEANING } from '../model'
import { actionValue, hitValue, type OfferedPage, pageValue, paletteGroups, valuesOf } from './palette-items'
import { isFiltered, NO_FILTERS, SearchFilters } from './search-filters'
import { RETRY_VALUE, SearchHits } from './search-hits'
import { useMeaning, useSearch } from './use-search'

const itemClass =
  'flex min-h-8 cursor-default items-center gap-2 rounded-control px-2 text-sm coarse:min-h-11 data-[selected=true]:bg-hover [&_svg]:size-4 [&_svg]:text-text-muted'
const groupClass =
  '[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-text-faint'

const NOTHING: never[] = []

/** Finds and runs any action, opens any page or section of the settings, and finds words in pages (mod+k, mod+p). */
export function Palette({ settings }: { settings: readonly ActionEntry[] }) {
  const allActions = useAllActions()
  const { user } = useCurrentUser()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [filters, setFilters] = useState(NO_FILTERS)
  const tree = useQuery(trpc.document.tree.queryOptions({}, { enabled: user !== null })).data?.documents
  const recents = useQuery(trpc.document.recents.queryOptions(undefined, { enabled: user !== null })).data
    ?.documents
  const search = useSearch(typed, filters, user !== null)
  const meaning = useMeaning(typed, filters, user !== null && search.isAsked && !search.isPending)

  const groups = useMemo(
    () =>
      isFiltered(filters)
        ? NOTHING
        : paletteGroups(typed, {
            pages: apartFromTemplates(tree ?? NOTHING).pages,
            recents: recents ?? NOTHING,
            actions: entriesIn('palette', allActions, targetOnScreen()),
            settings: user === null ? NOTHING : settings,
          }),
    [typed, filters, tree, recents, allActions, settings, user],
  )
  const offered = valuesOf(groups)
  // A page that stands above by its title does not come again.
  const hits = search.results.filter(({ id }) => !offered.includes(pageValue(id)))
  // What only may mean the like is shown where nothing else was found.
  const isFound = hits.length > 0 || offered.length > 0
  const related = meaning.results.filter(
    ({ id, similarity }) =>
      (!isFound || similarity >= MEANING.weak) &&
      !offered.includes(pageValue(id)) &&
      !hits.some((hit) => hit.id === id),
  )
  const values = [
    ...offered,
    ...(search.error === null ? [] : [RETRY_VALUE]),
    // What was found for the words before stays to be read, and cannot be opened by mistake.
    ...(search.isPending ? [] : [...hits, ...related].map(({ id }) => hitValue(id))),
  ]

  // Enter opens the first of what is there, unless something was chosen; what is typed next begins anew.
  const [chosen, setChosen] = useState<{ typed: string; value: string } | null>(null)
  const selected = chosen?.typed === typed && values.includes(chosen.value) ? chosen.value : (values[0] ?? '')

  // The window closes first: what runs may open another one, or move the focus.
  const choose = (run: () => void) => {
    showOverlay(null)
    queueMicrotask(run)
  }
  const open = (documentId: string, blockId: string | null, seconds: number | null = null) =>
    choose(
      () =>
        void navigate({
          to: '/$documentId',
          params: { documentId },
          ...(blockId === null ? {} : { hash: blockId }),
          ...(seconds === null ? {} : { search: { at: seconds } }),
        }),
    )
  const tags = useMemo(() => [...new Set(tree?.flatMap((page) => page.tags))].sort(), [tree])

  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && showOverlay(null)}>
      <DialogContent
        bare
        hideClose
        title={t('Command palette')}
        className="top-[12dvh] max-w-xl translate-y-0 overflow-hidden"
      >
        <Command
          loop
          shouldFilter={false}
          value={selected}
          onValueChange={(value) => setChosen({ typed, value })}
          label={t('Command palette')}
        >
          <Command.Input
            value={typed}
            onValueChange={setTyped}
            placeholder={t('Search pages and actions')}
            className="h-11 w-full border-b border-border bg-transparent px-4 text-sm outline-none focus-visible:outline-none"
          />
          <Command.List className="max-h-[min(26rem,60dvh)] scroll-py-1 overflow-y-auto p-1">
            {groups.map((group) => (
              <Command.Group
                key={`${group.kind} ${group.heading}`}
                heading={group.heading}
                className={groupClass}
              >
                {group.kind === 'pages'
                  ? group.pages.map((page) => (
                      <PageItem key={page.id} page={page} onSelect={() => open(page.id, null)} />
                    ))
                  : group.actions.map((action) => (
                      <ActionItem key={action.id} action={action} onSelect={() => choose(action.run)} />
                    ))}
              </Command.Group>
            ))}
            {(hits.length > 0 || search.error !== null) && (
              <SearchHits
                heading={t('In pages')}
                results={hits}
                isStale={search.isPending}
                error={search.error}
                onOpen={({ id, blockId, seconds }) => open(id, blockId, seconds)}
                onRetry={search.retry}
                groupClass={groupClass}
              />
            )}
            {related.length > 0 && !search.isPending && (
              <SearchHits
                heading={t('Related by meaning')}
                results={related}
                isStale={false}
                error={null}
                onOpen={({ id, blockId, seconds }) => open(id, blockId, seconds)}
                onRetry={search.retry}
                groupClass={groupClass}
              />
            )}
          </Command.List>
          {values.length === 0 && hits.length === 0 && (
            <p className="px-3 pt-6 pb-8 text-center text-sm text-text-muted">
              {search.isPending || meaning.isPending ? t('Searching…') : t('No results found')}
            </p>
          )}
        </Command>
        {user && <SearchFilters filters={filters} userId={user.id} tags={tags} onChange={setFilters} />}
        <ResultCount
          isPending={search.isPending || meaning.isPending}
          isAsked={search.isAsked}
          count={hits.length}
          related={related.length}
        />
      </DialogContent>
    </Dialog>
  )
}

interface ResultCountProps {
  isPending: boolean
  isAsked: boolean
  count: number
  related: number
}

/** Says to a screen reader how much was found, once it is settled. */
function ResultCount({ isPending, isAsked, count, related }: ResultCountProps) {
  const [said, setSaid] = useState('')
  useEffect(() => {
    if (isPending) return
    const words = [
      t('{count, plural, =0 {No results} one {# result} other {# results}} in pages', { count }),
      ...(related > 0
        ? [t('{count, plural, one {# related by meaning} other {# related by meaning}}', { count: related })]
        : []),
    ]
    setSaid(isAsked ? words.join(', ') : '')
  }, [isPending, isAsked, count, related])
  return <output className="sr-only">{said}</output>
}

function PageItem({ page, onSelect }: { page: OfferedPage; onSelect(): void }): ReactNode {
  return (
    <Command.Item value={pageValue(page.id)} onSelect={onSelect} className={itemClass}>
      <span className="flex size-4 items-center justify-center" aria-hidden>
        <PageSign icon={page.icon} empty={<FileText />} />
      </span>
      <span className="min-w-0 truncate">{page.title || UNTITLED()}</span>
    </Command.Item>
  )
}

function ActionItem({ action, onSelect }: { action: ActionEntry; onSelect(): void }): ReactNode {
  const Icon = action.icon
  return (
    <Command.Item value={actionValue(action.id)} onSelect={onSelect} className={itemClass}>
      <span className="flex size-4">{Icon && typeof Icon !== 'string' && <Icon aria-hidden />}</span>
      <span className="min-w-0 flex-1 truncate">{action.label}</span>
      {action.shortcut && <Kbd keys={action.shortcut} className="coarse:hidden" />}
    </Command.Item>
  )
}
