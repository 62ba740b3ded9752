import { SmilePlus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '@/ui/button'
import { Popover, PopoverContent, PopoverTrigger } from '@/ui/popover'
import { Skeleton } from '@/ui/skeleton'

const EmojiPanel = lazy(() => import('./emoji-panel'))

export interface PageIconPickerProps {
  icon: string | null
  /** Without it the icon is only shown (product.md 2.28: archived pages). */
  onChange?: ((icon: string | null) => void) | undefined
}

/** The page's large icon, or "Add icon"; pressing it opens the emoji. */
export function PageIconPicker({ icon, onChange }: PageIconPickerProps) {
  const [open, setOpen] = useState(false)
  const large = (
    <span aria-hidden className="text-[4rem] leading-none">
      {icon}
    </span>
  )
  if (!onChange)
    return icon ? (
      <div className="mb-2 inline-flex h-18 items-center" role="img" aria-label={`Page icon ${icon}`}>
        {large}
      </div>
    ) : null
  const choose = (next: string | null) => {
    setOpen(false)
    if (next !== icon) onChange(next)
  }
  return (
    <Popover open={open} onOpenChange={setOpen}>
      {icon ? (
        <PopoverTrigger
          aria-label="Change icon"
          className="mb-2 -ms-1.5 inline-flex h-18 cursor-pointer items-center rounded-popover px-1.5 hover:bg-hover"
        >
          {large}
        </PopoverTrigger>
      ) : (
        <PopoverTrigger
          render={
            <Button
              variant="ghost"
              size="sm"
              className="reveal-on-hover -ms-2 mb-1 font-sans text-text-faint"
            >
              <SmilePlus aria-hidden />
              Add icon
            </Button>
          }
        />
      )}
      <PopoverContent label="Icon" className="w-80 p-0">
        <Suspense fallback={<EmojiSkeleton />}>
          <EmojiPanel onChoose={choose} onRemove={icon ? () => choose(null) : undefined} />
        </Suspense>
      </PopoverContent>
    </Popover>
  )
}

const EmojiSkeleton = () => (
  <div aria-busy="true" className="flex h-92 flex-col gap-3 p-3">
    <Skeleton className="h-8 w-full" />
    <Skeleton className="min-h-0 w-full flex-1" />
  </div>
)
