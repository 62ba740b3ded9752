import { CornerUpRight } from 'lucide-react'
import { useEffect, useState } from 'react'
import { offerBlockActions } from '@/editor/offered-actions'
import type { OpenPage } from '@/editor/open-pages'
import { later } from '@/ui/later'

const MoveBlocksWindow = later<{ page: OpenPage; onClose(): void }>(() => import('./move-blocks-window'))

/** Offers "Move to…" in the block menu: the selected blocks go to the end of another page. */
export function MoveBlocks() {
  const [page, setPage] = useState<OpenPage | null>(null)
  useEffect(
    () =>
      offerBlockActions([
        {
          id: 'blocks.move',
          label: 'Move to…',
          icon: CornerUpRight,
          keywords: ['another page', 'send'],
          run: setPage,
        },
      ]),
    [],
  )
  return page && <MoveBlocksWindow page={page} onClose={() => setPage(null)} />
}
