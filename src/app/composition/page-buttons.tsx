import type { PageDetail } from '@/features/pages/model'
import { ShareButtons } from '@/features/share/app/share-buttons'
import { lazy } from '@/ui/lazy'

const CommentsButton = lazy<{ documentId: string }>(
  () => import('@/features/comments/app/comments-button'),
  <span className="size-7" />,
)

/** What other features put into a page's header. */
export function PageButtons({ page }: { page: PageDetail }) {
  return (
    <>
      <CommentsButton key={page.id} documentId={page.id} />
      <ShareButtons page={page} />
    </>
  )
}
