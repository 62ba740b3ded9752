import { useQuery } from '@tanstack/react-query'
import { Command } from 'cmdk'
import { ChevronDown, CornerLeftUp } from 'lucide-react'
import { useId, useState } from 'react'
import { trpc } from '@/app/rpc'
import { PageIcon } from '@/features/pages/app/page-icon'
import type { ImportPlace } from './send-file'

/** As many as anybody reads; typing narrows them down. */
const SHOWN = 50
const ITEM =
  'flex min-h-8 cursor-pointer items-center gap-2 rounded-control px-2 py-1 coarse:min-h-11 data-[selected=true]:bg-hover'
/** The pod that the person is in: the server knows which. */
const ONLY_TOP = { id: undefined, label: 'Top level' }
const topOf = (pod: string): string => `Top level of ${pod}`

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
  const found = pages.filter(({ title }) => title.toLocaleLowerCase().includes(wanted))
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
        <span className="text-text-muted">Into</span>
        {chosen && <PageIcon icon={chosen.icon} />}
        <span className="truncate">
          {place.parentDocumentId === null
            ? (tops.find(({ id }) => id === podId) ?? ONLY_TOP).label
            : (chosen?.title ?? 'this page')}
        </span>
        <ChevronDown aria-hidden className="ms-auto size-4 shrink-0 text-text-muted" />
      </button>
      <div id={list} hidden={!open}>
        {open && (
          <Command shouldFilter={false} label="Into which page" className="mt-2 flex flex-col gap-2">
            <Command.Input
              autoFocus
              value={query}
              onValueChange={setQuery}
              placeholder="Find a page to import into…"
              className="h-9 w-full rounded-control border border-border-strong/60 bg-surface-raised px-2.5 coarse:h-11"
            />
            <Command.List className="max-h-48 overflow-y-auto">
              <Command.Empty className="px-2 py-6 text-center text-text-muted">No matches</Command.Empty>
              {tops
                .filter(({ label }) => label.toLocaleLowerCase().includes(wanted))
                .map(({ id, label }) => (
                  <Command.Item
                    key={`top ${id}`}
                    value={`top ${id}`}
                    onSelect={() => choose({ parentDocumentId: null, podId: id })}
                    className={ITEM}
                  >
                    <span
                      aria-hidden
                      className="inline-flex size-5 items-center justify-center text-text-faint"
                    >
                      <CornerLeftUp className="size-4" />
                    </span>
                    <span className="truncate">{label}</span>
                  </Command.Item>
                ))}
              {found.slice(0, SHOWN).map((page) => (
                <Command.Item
                  key={page.id}
                  value={page.id}
                  onSelect={() => choose({ ...place, parentDocumentId: page.id })}
                  className={ITEM}
                >
                  <PageIcon icon={page.icon} />
                  <span className="truncate">{page.title}</span>
                </Command.Item>
              ))}
            </Command.List>
          </Command>
        )}
      </div>
    </div>
  )
}
