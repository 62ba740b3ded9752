import { Skeleton } from '@/ui/skeleton'
import type { HomeShape } from './home-shape'

const WIDTHS = ['w-1/2', 'w-2/3', 'w-2/5', 'w-3/5', 'w-1/3']

/** What home is about to show, in its shape: the heights are those of `home-parts.tsx` and `waiting-rows.tsx`. */
export function HomeSkeleton({ shape }: { shape: HomeShape }) {
  return (
    <div aria-busy="true" className="flex flex-col gap-8">
      <Part lines={shape.waiting} height="h-[76px]" />
      <Part lines={shape.due} height="h-9 coarse:h-11" />
      <Part lines={shape.mentions} height="h-[76px]" />
      <Part lines={shape.recents} height="h-9 coarse:h-11" />
      <Part lines={shape.changed} height="h-9 coarse:h-11" />
      <Part lines={shape.favorites} height="h-9 coarse:h-11" />
    </div>
  )
}

function Part({ lines, height }: { lines: number; height: string }) {
  if (lines === 0) return null
  return (
    <div>
      <div className="mb-2 flex h-5 items-center px-2">
        <Skeleton className="h-3 w-32" />
      </div>
      {Array.from({ length: lines }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <div key={at} className={`flex items-center gap-2 px-2 ${height}`}>
          <Skeleton className="size-5 shrink-0" />
          <Skeleton className={`h-4 ${WIDTHS[at % WIDTHS.length]}`} />
        </div>
      ))}
    </div>
  )
}
