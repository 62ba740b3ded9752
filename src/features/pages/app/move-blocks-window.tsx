import { useQuery } from '@tanstack/react-query'
import { Command } from 'cmdk'
import { useState } from 'react'
import { failureWords, rpc, trpc } from '@/app/rpc'
import type { Block, Json } from '@/blocks/kit/block'
import { sameJson } from '@/blocks/kit/equal'
import { selectedBlocks, takeOff } from '@/editor/clipboard/taken-blocks'
import type { OpenPage } from '@/editor/open-pages'
import { Dialog, DialogContent } from '@/ui/dialog'
import { toast } from '@/ui/toast'
import { PageIcon } from './page-icon'

/** As many as anybody reads; typing narrows them down. */
const SHOWN = 50

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
    if (isExact && !view.isDestroyed && takeOff(view, taken, `Moved to ${title}`)) {
      toast.success(`Moved to “${title}”`, {
        action: { label: 'Open page', onClick: () => host().openPath?.(`/${id}`) },
      })
      view.focus()
    } else
      toast.error(
        `A copy of these blocks is on “${title}”. They were changed meanwhile, or can not be moved exactly, so they are still here as well.`,
      )
  } catch (error) {
    toast.error(failureWords(error, 'The blocks could not be moved. Try again.'))
  }
}

/** Asks for the page that the selected blocks go to. */
export default function MoveBlocksWindow({ page, onClose }: { page: OpenPage; onClose(): void }) {
  const [query, setQuery] = useState('')
  const { data, isError } = useQuery(trpc.document.allDocuments.queryOptions({}))
  const here = page.host().pagePath ?? location.pathname
  const wanted = query.trim().toLocaleLowerCase()
  const found = (data?.documents ?? []).filter(
    ({ id, title }) => `/${id}` !== here && title.toLocaleLowerCase().includes(wanted),
  )
  const choose = (target: Target) => {
    onClose()
    void moveTo(page, target)
  }
  const empty = isError
    ? 'The pages could not be loaded. Try again.'
    : data
      ? 'No matches'
      : 'Looking for pages…'
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title="Move blocks to">
        <Command shouldFilter={false} label="Where to" className="flex flex-col gap-2">
          <Command.Input
            value={query}
            onValueChange={setQuery}
            placeholder="Find a page to move them to…"
            className="h-9 w-full rounded-control border border-border-strong/60 bg-surface-raised px-2.5 coarse:h-11"
          />
          <Command.List className="-mx-2 max-h-72 overflow-y-auto">
            <Command.Empty className="px-2 py-6 text-center text-text-muted">{empty}</Command.Empty>
            {found.slice(0, SHOWN).map(({ id, title, icon }) => (
              <Command.Item
                key={id}
                value={id}
                onSelect={() => choose({ id, title })}
                className="flex min-h-8 cursor-pointer items-center gap-2 rounded-control px-2 py-1 coarse:min-h-11 data-[selected=true]:bg-hover"
              >
                <PageIcon icon={icon} />
                <span className="truncate">{title}</span>
              </Command.Item>
            ))}
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
