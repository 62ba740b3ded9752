import { FolderInput, Trash2 } from 'lucide-react'
import { Button } from '@/ui/button'

export interface SelectionBarProps {
  count: number
  onMove(): void
  onTrash(): void
  onDone(): void
}

/** What can be done with the pages that are ticked in select mode. */
export function SelectionBar({ count, onMove, onTrash, onDone }: SelectionBarProps) {
  return (
    <section
      aria-label="Selected pages"
      className="sticky bottom-2 mt-2 flex flex-col gap-2 rounded-popover border border-border bg-surface-raised p-2 shadow-float"
    >
      <div className="flex items-center gap-2">
        <span role="status" className="me-auto ps-1 text-text-muted tabular-nums">
          {count} selected
        </span>
        <Button size="sm" variant="ghost" onClick={onDone}>
          Done
        </Button>
      </div>
      <div className="flex gap-2">
        <Button size="sm" className="flex-1" disabled={count === 0} onClick={onMove}>
          <FolderInput aria-hidden />
          Move to…
        </Button>
        <Button size="sm" className="flex-1" disabled={count === 0} onClick={onTrash}>
          <Trash2 aria-hidden />
          Trash
        </Button>
      </div>
    </section>
  )
}
