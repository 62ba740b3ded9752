import { useQuery } from '@tanstack/react-query'
import { ChevronDown, CornerLeftUp } from 'lucide-react'
import { useId, useState } from 'react'
import { trpc } from '@/app/rpc'
import { PageIcon } from '@/features/pages/app/page-icon'
import { MOST_PLACES, PlaceItem, PlaceSearch, PlaceSign } from '@/features/pages/app/place-search'
import { withTitle } from '@/shared/by-title'
import { t } from '@/shared/i18n'
import type { ImportPlace } from './send-file'

/** The pod that the person is in: the server knows which. */
const ONLY_TOP = {
  id: undefined,
  get label() {
    return t('Top level')
  },
}
const topOf = (pod: string): string => t('Top level of {pod}', { pod })

interface PlacePickerProps {
  place: ImportPlace
  onChange(place: ImportPlace): void
}

/** Where the new pages go: the top level of a pod, or into a page of the pod that is chosen. */
export function PlacePicker({ place, onChange }: PlacePickerProps) {
  const [open, setOpen] = useState(false)
  const [query, setQuery] = useState('')
  const list = useId()
  const { data: known } = useQuery(trpc.pod.pods.queryOptions())
  const pods = known?.pods ?? []
  const podId = place.podId ?? known?.activePodId
  // With one pod nobody has to know that there are pods.
  const tops = pods.length > 1 ? pods.map(({ id, name }) => ({ id, label: topOf(name) })) : [ONLY_TOP]
  const { data } = useQuery(
    trpc.document.allDocuments.queryOptions(place.podId === undefined ? {} : { podId: place.podId }),
  )
  const pages = data?.documents ?? []
  const chosen = pages.find(({ id }) => id === place.parentDocumentId)
  const wanted = query.trim().toLocaleLowerCase()
  const found = withTitle(pages, query)
  const choose = (next: ImportPlace) => {
    onChange(next)
    setOpen(false)
    setQuery('')
  }
  return (
    <div className="mb-4">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={list}
        className="flex h-9 w-full cursor-pointer items-center gap-2 rounded-control border border-border-strong/60 bg-surface-raised px-2.5 text-start text-sm hover:border-border-strong coarse:h-11"
        onClick={() => setOpen(!open)}
      >
        <span className="text-text-muted">{t('Into')}</span>
        {chosen && <PageIcon icon={chosen.icon} />}
        <span className="truncate">
          {place.parentDocumentId === null
            ? (tops.find(({ id }) => id === podId) ?? ONLY_TOP).label
            : (chosen?.title ?? t('this page'))}
        </span>
        <ChevronDown aria-hidden className="ms-auto size-4 shrink-0 text-text-muted" />
      </button>
      <div id={list} hidden={!open}>
        {open && (
          <div className="mt-2">
            <PlaceSearch
              autoFocus
              label={t('Into which page')}
              placeholder={t('Find a page to import into…')}
              query={query}
              onQuery={setQuery}
              more={found.length - MOST_PLACES}
              listClass="max-h-48"
            >
              {tops
                .filter(({ label }) => label.toLocaleLowerCase().includes(wanted))
                .map(({ id, label }) => (
                  <PlaceItem
                    key={`top ${id}`}
                    value={`top ${id}`}
                    onSelect={() => choose({ parentDocumentId: null, podId: id })}
                    sign={
                      <PlaceSign>
                        <CornerLeftUp />
                      </PlaceSign>
                    }
                    title={label}
                  />
                ))}
              {found.slice(0, MOST_PLACES).map((page) => (
                <PlaceItem
                  key={page.id}
                  value={page.id}
                  onSelect={() => choose({ ...place, parentDocumentId: page.id })}
                  sign={<PageIcon icon={page.icon} />}
                  title={page.title}
                />
              ))}
            </PlaceSearch>
          </div>
        )}
      </div>
    </div>
  )
}
