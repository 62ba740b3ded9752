import { useQuery } from '@tanstack/react-query'
import type { Block } from '@/blocks'
import { language } from '@/shared/i18n'
import { lazy } from '@/ui/lazy'
import { readyContent } from './ready-content'

const StaticPage = lazy<{ blocks: readonly Block[] }>(() => import('@/blocks/static-page'))

/** How a page of a ready template begins, small; a picture that stands beside its name. */
export function Miniature({ id, title, icon }: { id: string; title: string; icon: string }) {
  const { data: blocks } = useQuery(readyContent(id))
  return (
    <span aria-hidden inert className="block h-36 overflow-hidden bg-bg select-none">
      {blocks && (
        <span
          dir="ltr"
          lang="en"
          className="block w-[580px] origin-top-left scale-[0.285] px-10 pt-8 rtl:origin-top-right"
        >
          <span className="mb-2 block text-[3rem] leading-none">{icon}</span>
          <span lang={language()} className="mb-4 block text-[2.25rem]/[1.2] font-bold tracking-tight">
            {title}
          </span>
          <StaticPage blocks={blocks} />
        </span>
      )}
    </span>
  )
}
