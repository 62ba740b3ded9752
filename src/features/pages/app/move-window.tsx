import { useQuery } from '@tanstack/react-query'
import { Command } from 'cmdk'
import { CornerLeftUp, Users } from 'lucide-react'
import { useMemo, useState } from 'react'
import { trpc } from '@/app/rpc'
import { LIMITS } from '@/shared/limits'
import { Dialog, DialogContent } from '@/ui/dialog'
import type { PageSummary } from '../model'
import { ancestorsOf, heightOf, refuseMove, subtreeIds } from '../page-tree'
import type { MoveDialogProps } from './move-dialog'
import { PageIcon } from './page-icon'

/** As many as anybody reads; typing narrows them down. */
const SHOWN = 50

/** The window of `MoveDialog`. */
export default function MoveWindow({ moving, pages, onClose, onMove, onMoveToPod }: MoveDialogProps) {
  const [query, setQuery] = useState('')
  const targets = useMemo(() => targetsOf(pages, moving ?? []), [pages, moving])
  const wanted = query.trim().toLocaleLowerCase()
  const found = targets.filter((target) => target.page.title.toLocaleLowerCase().includes(wanted))
  const pods = useQuery(trpc.pod.pods.queryOptions()).data?.pods ?? []
  // Out of a pod goes only what is one's own.
  const otherPods = moving?.every((page) => page.canManage)
    ? pods.filter(
        ({ id, name }) =>
          moving.every((page) => page.podId !== id) && name.toLocaleLowerCase().includes(wanted),
      )
    : []
  const choose = (id: string | null) => {
    onMove(id)
    close()
  }
  const close = () => {
    setQuery('')
    onClose()
  }
  const title = moving?.length === 1 ? `Move “${moving[0]?.title}”` : `Move ${moving?.length ?? 0} pages`

  return (
    <Dialog open={moving !== null} onOpenChange={(open) => !open && close()}>
      <DialogContent title={title}>
        <Command shouldFilter={false} label="Where to" className="flex flex-col gap-2">
          <Command.Input
            value={query}
            onValueChange={setQuery}
            placeholder="Find a page or a pod to move it into…"
            className="h-9 w-full rounded-control border border-border-strong/60 bg-surface-raised px-2.5 coarse:h-11"
          />
          <Command.List className="-mx-2 max-h-72 overflow-y-auto">
            <Command.Empty className="px-2 py-6 text-center text-text-muted">No matches</Command.Empty>
            {wanted === '' && (
              <Command.Item value="top level" onSelect={() => choose(null)} className={ITEM}>
                <span aria-hidden className="inline-flex size-5 items-center justify-center text-text-faint">
                  <CornerLeftUp className="size-4" />
                </span>
                Top level
              </Command.Item>
            )}
            {found.slice(0, SHOWN).map(({ page, path }) => (
              <Command.Item key={page.id} value={page.id} onSelect={() => choose(page.id)} className={ITEM}>
                <PageIcon icon={page.icon} />
                <span className="truncate">{page.title}</span>
                {path && (
                  <span className="ms-auto min-w-0 max-w-1/2 truncate ps-2 text-text-faint">{path}</span>
                )}
              </Command.Item>
            ))}
            {otherPods.length > 0 && (
              <Command.Group
                heading="Other pods"
                className="[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-text-faint"
              >
                {otherPods.map(({ id, name }) => (
                  <Command.Item
                    key={id}
                    value={`pod ${id}`}
                    onSelect={() => {
                      onMoveToPod(id)
                      close()
                    }}
                    className={ITEM}
                  >
                    <span
                      aria-hidden
                      className="inline-flex size-5 items-center justify-center text-text-faint"
                    >
                      <Users className="size-4" />
                    </span>
                    <span className="truncate">{name}</span>
                  </Command.Item>
                ))}
              </Command.Group>
            )}
            {found.length > SHOWN && (
              <p className="px-2 py-1.5 text-text-faint">
                {found.length - SHOWN} more. Type to narrow them down.
              </p>
            )}
          </Command.List>
        </Command>
      </DialogContent>
    </Dialog>
  )
}

const ITEM =
  'flex min-h-8 cursor-pointer items-center gap-2 rounded-control px-2 py-1 coarse:min-h-11 data-[selected=true]:bg-hover'

/** The pages that all of `moving` may go into, with where each stands. */
function targetsOf(pages: readonly PageSummary[], moving: readonly PageSummary[]) {
  if (moving.length === 0) return []
  const byId = new Map(pages.map((page) => [page.id, page]))
  const ids = moving.map(({ id }) => id)
  const inside = subtreeIds(pages, ids)
  // Counted once and not for each place: a pod has thousands.
  const height = heightOf(pages, ids)
  return pages
    .filter((page) => !inside.has(page.id))
    .filter((page) => {
      const to = { parentDocumentId: page.id }
      // Nothing inside of what is moved comes this far, so the depth alone can be against it.
      return refuseMove('', to, ancestorsOf(byId, page.id), height, LIMITS.pageDepth) === null
    })
    .map((page) => ({
      page,
      path: ancestorsOf(byId, page.parentDocumentId)
        .map((id) => byId.get(id)?.title)
        .reverse()
        .join(' / '),
    }))
    .sort((a, b) => a.page.title.localeCompare(b.page.title))
}
