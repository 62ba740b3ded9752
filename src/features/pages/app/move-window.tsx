import { useQuery } from '@tanstack/react-query'
import { Command } from 'cmdk'
import { CornerLeftUp, Users } from 'lucide-react'
import { useMemo, useState } from 'react'
import { trpc } from '@/app/rpc'
import { withTitle } from '@/shared/by-title'
import { compareWords } from '@/shared/compare-words'
import { t } from '@/shared/i18n'
import { LIMITS } from '@/shared/limits'
import { Dialog, DialogContent } from '@/ui/dialog'
import type { PageSummary } from '../model'
import { ancestorsOf, heightOf, refuseMove, subtreeIds } from '../page-tree'
import type { MoveDialogProps } from './move-dialog'
import { PageIcon } from './page-icon'
import { MOST_PLACES, PlaceItem, PlaceSearch, PlaceSign } from './place-search'

/** The window of `MoveDialog`. */
export default function MoveWindow({ moving, pages, onClose, onMove, onMoveToPod }: MoveDialogProps) {
  const [query, setQuery] = useState('')
  const targets = useMemo(() => targetsOf(pages, moving ?? []), [pages, moving])
  const wanted = query.trim().toLocaleLowerCase()
  const found = withTitle(targets, query)
  const pods = useQuery(trpc.pod.pods.queryOptions()).data?.pods ?? []
  // Out of a pod goes only what is one's own.
  const otherPods = moving?.every(({ level }) => level === 'manage')
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
  const title =
    moving?.length === 1
      ? t('Move “{title}”', { title: moving[0]?.title ?? '' })
      : t('Move {count} pages', { count: moving?.length ?? 0 })

  return (
    <Dialog open={moving !== null} onOpenChange={(open) => !open && close()}>
      <DialogContent title={title}>
        <PlaceSearch
          placeholder={t('Find a page or a pod to move it into…')}
          query={query}
          onQuery={setQuery}
          more={found.length - MOST_PLACES}
          listClass="-mx-2 max-h-72"
        >
          {wanted === '' && (
            <PlaceItem
              value="top level"
              onSelect={() => choose(null)}
              sign={
                <PlaceSign>
                  <CornerLeftUp />
                </PlaceSign>
              }
              title={t('Top level')}
            />
          )}
          {found.slice(0, MOST_PLACES).map(({ page, path }) => (
            <PlaceItem
              key={page.id}
              value={page.id}
              onSelect={() => choose(page.id)}
              sign={<PageIcon icon={page.icon} />}
              title={page.title}
              path={path}
            />
          ))}
          {otherPods.length > 0 && (
            <Command.Group
              heading={t('Other pods')}
              className="[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-text-faint"
            >
              {otherPods.map(({ id, name }) => (
                <PlaceItem
                  key={id}
                  value={`pod ${id}`}
                  onSelect={() => {
                    onMoveToPod(id)
                    close()
                  }}
                  sign={
                    <PlaceSign>
                      <Users />
                    </PlaceSign>
                  }
                  title={name}
                />
              ))}
            </Command.Group>
          )}
        </PlaceSearch>
      </DialogContent>
    </Dialog>
  )
}

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
      title: page.title,
      path: ancestorsOf(byId, page.parentDocumentId)
        .map((id) => byId.get(id)?.title)
        .reverse()
        .join(' / '),
    }))
    .sort((a, b) => compareWords(a.title, b.title))
}
