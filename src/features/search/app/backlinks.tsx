import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { trpc } from '@/app/rpc'
import type { PageDetail } from '@/features/pages/model'
import { t } from '@/shared/i18n'
import { lazy } from '@/ui/lazy'
import { PopupButton } from '@/ui/popup-button'

const BacklinksPopover = lazy(() => import('./backlinks-popover'))

/** "Linked from 3 pages" under a page's title, which opens the list of them; nothing where there are none. */
export default function Backlinks({ page: { id } }: { page: Pick<PageDetail, 'id'> }) {
  const { data } = useQuery(
    trpc.document.backlinks.queryOptions({ id, limit: 0 }, { placeholderData: keepPreviousData }),
  )
  if (!data || data.count === 0) return null
  return (
    <PopupButton
      kind="dialog"
      button={
        <button
          type="button"
          className="touch-target cursor-pointer rounded-control text-xs text-text-faint hover:text-text"
        >
          {t('Linked from {count, plural, one {# page} other {# pages}}', { count: data.count })}
        </button>
      }
    >
      {(popup) => <BacklinksPopover popup={popup} id={id} />}
    </PopupButton>
  )
}
