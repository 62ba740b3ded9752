import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureWords, rpc, trpc } from '@/app/rpc'
import type { Block, Json } from '@/blocks/kit/block'
import { sameJson } from '@/blocks/kit/equal'
import { extractBlocks, selectedBlocks } from '@/editor/clipboard/extract-blocks'
import type { OpenPage } from '@/editor/open-pages'
import { withTitle } from '@/shared/by-title'
import { t } from '@/shared/i18n'
import { Dialog, DialogContent } from '@/ui/dialog'
import { toast } from '@/ui/toast'
import { PageIcon } from './page-icon'
import { MOST_PLACES, PlaceItem, PlaceSearch } from './place-search'

interface Target {
  id: string
  title: string
}

const withoutIds = ({ id: _, children, ...rest }: Block): Json =>
  JSON.parse(JSON.stringify({ ...rest, ...(children ? { children: children.map(withoutIds) } : {}) }))

/**
 * Puts the selected blocks behind those of another page, and only takes them off this one when they stand there as they
 * are here. Undo brings them back here; what stands there by then stays.
 */
async function moveTo({ view, host }: OpenPage, { id, title }: Target): Promise<void> {
  const taken = selectedBlocks(view.state)
  if (!taken) return
  try {
    const there = await rpc.document.appendBlocks.mutate({ id, blocks: taken.blocks })
    const isExact = sameJson(there.map(withoutIds), taken.blocks.map(withoutIds))
    if (isExact && !view.isDestroyed && extractBlocks(view, taken, t('Moved to {title}', { title }))) {
      toast.success(t('Moved to “{title}”', { title }), {
        action: { label: t('Open page'), onClick: () => host().openPath?.(`/${id}`) },
      })
      view.focus()
    } else
      toast.error(
        t(
          'A copy of these blocks is on “{title}”. They were changed meanwhile, or cannot be moved exactly, so they are still here as well.',
          { title },
        ),
      )
  } catch (error) {
    toast.error(failureWords(error, t('The blocks could not be moved. Try again.')))
  }
}

/** Asks for the page that the selected blocks go to. */
export default function MoveBlocksWindow({ page, onClose }: { page: OpenPage; onClose(): void }) {
  const [query, setQuery] = useState('')
  const { data, isError } = useQuery(trpc.document.allDocuments.queryOptions({}))
  const here = page.host().pagePath ?? location.pathname
  const found = withTitle(data?.documents ?? [], query).filter(({ id }) => `/${id}` !== here)
  const choose = (target: Target) => {
    onClose()
    void moveTo(page, target)
  }
  const empty = isError
    ? t('The pages could not be loaded. Try again.')
    : data
      ? t('No matches')
      : t('Looking for pages…')
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={t('Move blocks to')}>
        <PlaceSearch
          placeholder={t('Find a page to move them to…')}
          query={query}
          onQuery={setQuery}
          empty={empty}
          more={found.length - MOST_PLACES}
          listClass="-mx-2 max-h-72"
        >
          {found.slice(0, MOST_PLACES).map(({ id, title, icon }) => (
            <PlaceItem
              key={id}
              value={id}
              onSelect={() => choose({ id, title })}
              sign={<PageIcon icon={icon} />}
              title={title}
            />
          ))}
        </PlaceSearch>
      </DialogContent>
    </Dialog>
  )
}
