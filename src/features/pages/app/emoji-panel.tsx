import { useQuery } from '@tanstack/react-query'
import { type EmojiData, EmojiPicker, type EmojiPickerListComponents } from 'frimousse'
import { type AriaAttributes, useCallback } from 'react'
import { useMedia } from '@/app/media'
import { Button } from '@/ui/button'
import { ErrorState } from '@/ui/error-state'
import { Skeleton } from '@/ui/skeleton'
import { loadEmoji } from './emoji-data'

export interface EmojiPanelProps {
  onChoose(emoji: string): void
  onRemove?: (() => void) | undefined
}

/** All emoji by category with a search, from data on our own origin (product.md 9.2: 23 rem high, 80 wide). */
export default function EmojiPanel(props: EmojiPanelProps) {
  const emoji = useQuery({ queryKey: ['emoji'], queryFn: loadEmoji, staleTime: Number.POSITIVE_INFINITY })
  if (emoji.data) return <Picker data={emoji.data} {...props} />
  if (emoji.isPending) return <EmojiSkeleton />
  return (
    <div className="flex h-92 items-center justify-center">
      <ErrorState
        title="The emoji could not be loaded"
        action={<Button onClick={() => emoji.refetch()}>Try again</Button>}
      />
    </div>
  )
}

function Picker({ data, onChoose, onRemove }: EmojiPanelProps & { data: EmojiData }) {
  const touch = useMedia('(pointer: coarse)')
  const resolve = useCallback(() => data, [data])
  return (
    <EmojiPicker.Root
      columns={touch ? 6 : 9}
      resolveEmojiData={resolve}
      onEmojiSelect={({ emoji }) => onChoose(emoji)}
      className="flex h-92 w-full flex-col"
    >
      <div className="flex gap-2 border-b border-border p-2">
        <EmojiPicker.Search
          autoFocus
          aria-label="Search emoji"
          placeholder="Search emoji…"
          className="h-8 min-w-0 flex-1 rounded-control border border-border-strong/60 bg-surface-raised px-2.5 coarse:h-11"
        />
        {onRemove && (
          <Button variant="ghost" onClick={onRemove}>
            Remove
          </Button>
        )}
      </div>
      <EmojiPicker.Viewport tabIndex={0} className="relative min-h-0 flex-1 -outline-offset-2">
        <EmojiPicker.Empty className="absolute inset-0 flex items-center justify-center text-text-muted">
          No matches
        </EmojiPicker.Empty>
        <EmojiPicker.List className="select-none pb-1" components={PARTS} />
      </EmojiPicker.Viewport>
    </EmojiPicker.Root>
  )
}

const EmojiSkeleton = () => (
  <div aria-busy="true" className="flex h-92 flex-col gap-3 p-3">
    <Skeleton className="h-8 w-full" />
    <Skeleton className="min-h-0 w-full flex-1" />
  </div>
)

/** The picker counts rows and columns from 0, ARIA from 1. */
function fromOne<Props extends AriaAttributes>(props: Props): Props {
  const { 'aria-rowindex': row, 'aria-colindex': column } = props
  return {
    ...props,
    ...(row !== undefined && { 'aria-rowindex': row + 1 }),
    ...(column !== undefined && { 'aria-colindex': column + 1 }),
  }
}

const PARTS: Partial<EmojiPickerListComponents> = {
  CategoryHeader: ({ category, ...props }) => (
    <div {...props} className="bg-surface-raised px-3 pt-2 pb-1 text-xs font-medium text-text-faint">
      {category.label}
    </div>
  ),
  Row: (props) => <div {...fromOne(props)} className="scroll-my-1 px-2" />,
  Emoji: ({ emoji, ...props }) => (
    <button
      {...fromOne(props)}
      type="button"
      className="flex size-8 cursor-pointer items-center justify-center rounded-control text-xl coarse:size-11 coarse:text-2xl data-[active]:bg-hover"
    >
      {emoji.emoji}
    </button>
  ),
}
