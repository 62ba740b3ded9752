import { type EmojiData, EmojiPicker, type EmojiPickerListComponents } from 'frimousse'
import { useMedia } from '@/app/media'
import { Button } from '@/ui/button'
import { loadEmoji } from './emoji-data'

export interface EmojiPanelProps {
  onChoose(emoji: string): void
  onRemove?: (() => void) | undefined
}

/** All emoji by category with a search, from data on our own origin (product.md 9.2: 23 rem high, 80 wide). */
export default function EmojiPanel({ onChoose, onRemove }: EmojiPanelProps) {
  const touch = useMedia('(pointer: coarse)')
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
      <EmojiPicker.Viewport className="relative min-h-0 flex-1 outline-none">
        <EmojiPicker.Loading className="absolute inset-0 flex items-center justify-center text-text-muted">
          Loading…
        </EmojiPicker.Loading>
        <EmojiPicker.Empty className="absolute inset-0 flex items-center justify-center text-text-muted">
          No matches
        </EmojiPicker.Empty>
        <EmojiPicker.List className="select-none pb-1" components={PARTS} />
      </EmojiPicker.Viewport>
    </EmojiPicker.Root>
  )
}

const resolve = (): Promise<EmojiData> => loadEmoji()

const PARTS: Partial<EmojiPickerListComponents> = {
  CategoryHeader: ({ category, ...props }) => (
    <div {...props} className="bg-surface-raised px-3 pt-2 pb-1 text-xs font-medium text-text-faint">
      {category.label}
    </div>
  ),
  Row: (props) => <div {...props} className="scroll-my-1 px-2" />,
  Emoji: ({ emoji, ...props }) => (
    <button
      {...props}
      type="button"
      className="flex size-8 cursor-pointer items-center justify-center rounded-control text-xl coarse:size-11 coarse:text-2xl data-[active]:bg-hover"
    >
      {emoji.emoji}
    </button>
  ),
}
