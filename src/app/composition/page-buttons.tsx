import type { PageDetail } from '@/features/pages/model'
import { PublishButton } from '@/features/publish/app/publish-parts'
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
      <PublishButton page={page} />
    </>
  )
}
