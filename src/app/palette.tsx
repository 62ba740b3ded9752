import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Command } from 'cmdk'
import { FileText } from 'lucide-react'
import type { ReactNode } from 'react'
import { Dialog, DialogContent } from '@/ui/dialog'
import { Kbd } from '@/ui/kbd'
import { type Action, useAllActions } from './actions'
import { showOverlay } from './overlays'
import { paletteScore } from './palette-score'
import { trpc } from './rpc'
import { useCurrentUser } from './session'

const itemClass =
  'flex min-h-8 cursor-default items-center gap-2 rounded-control px-2 text-sm coarse:min-h-11 data-[selected=true]:bg-hover [&_svg]:size-4 [&_svg]:text-text-muted'
const groupClass =
  '[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-text-faint'

/** Finds and runs any action, and opens any page (mod+k, mod+p). */
export default function Palette() {
  const actions = useAllActions().filter((action) => !action.hidden && (action.enabled?.() ?? true))
  const { user } = useCurrentUser()
  const pages = useQuery(trpc.document.allDocuments.queryOptions({}, { enabled: user !== null })).data
    ?.documents
  const navigate = useNavigate()

  // The window closes first: what runs may open another one, or move the focus.
  const choose = (run: () => void) => {
    showOverlay(null)
    queueMicrotask(run)
  }
  const sections = Map.groupBy(actions, (action) => action.section ?? 'Actions')

  return (
    <Dialog open onOpenChange={(open) => !open && showOverlay(null)}>
      <DialogContent
        bare
        hideClose
        title="Command palette"
        className="top-[12dvh] max-w-xl translate-y-0 overflow-hidden"
      >
        <Command
          loop
          label="Command palette"
          filter={(_id, typed, words) => paletteScore(typed, words ?? [])}
        >
          <Command.Input
            placeholder="Search pages and actions"
            className="h-11 w-full border-b border-border bg-transparent px-4 text-sm outline-none focus-visible:outline-none"
          />
          <Command.List className="max-h-[min(24rem,60dvh)] scroll-py-1 overflow-y-auto p-1">
            <Command.Empty className="px-3 py-8 text-center text-text-muted">No results found</Command.Empty>
            {pages && pages.length > 0 && (
              <Command.Group heading="Pages" className={groupClass}>
                {pages.map((page) => (
                  <Command.Item
                    key={page.id}
                    value={`page ${page.id}`}
                    keywords={[page.title || 'Untitled']}
                    onSelect={() =>
                      choose(() => void navigate({ to: '/$documentId', params: { documentId: page.id } }))
                    }
                    className={itemClass}
                  >
                    <span className="flex size-4 items-center justify-center" aria-hidden>
                      {page.icon || <FileText />}
                    </span>
                    <span className="min-w-0 truncate">{page.title || 'Untitled'}</span>
                  </Command.Item>
                ))}
              </Command.Group>
            )}
            {[...sections].map(([section, group]) => (
              <Command.Group key={section} heading={section} className={groupClass}>
                {group.map((action) => (
                  <ActionItem key={action.id} action={action} onSelect={() => choose(action.run)} />
                ))}
              </Command.Group>
            ))}
          </Command.List>
        </Command>
      </DialogContent>
    </Dialog>
  )
}

function ActionItem({ action, onSelect }: { action: Action; onSelect(): void }): ReactNode {
  const Icon = action.icon
  return (
    <Command.Item
      value={action.id}
      keywords={[action.label, ...(action.keywords ?? [])]}
      onSelect={onSelect}
      className={itemClass}
    >
      <span className="flex size-4">{Icon && <Icon aria-hidden />}</span>
      <span className="min-w-0 flex-1 truncate">{action.label}</span>
      {action.shortcut && <Kbd keys={action.shortcut} />}
    </Command.Item>
  )
}
