import { ChevronsUpDown } from 'lucide-react'
import { t } from '@/shared/i18n'
import { lazy, usePreload } from '@/ui/lazy'
import { PopupButton } from '@/ui/popup-button'
import { Skeleton } from '@/ui/skeleton'
import { useFollowPage } from './follow-page'
import { PodBadge } from './pod-badge'
import { useInvitations } from './use-invitations'
import { usePods } from './use-pods'

const PodMenu = lazy(() => import('./pod-menu'))

/** The pod that one works in, at the top of the sidebar; opens the choice of another and what can be done with it. */
export default function PodSwitcher() {
  usePreload(PodMenu)
  const { pods, guestOf, active, query } = usePods()
  useFollowPage(active?.id ?? null, pods)
  const waiting = useInvitations().invitations.length
  if (!active && query.isPending) return <Skeleton className="mb-1 h-8 coarse:h-11" />
  const name = active?.name ?? t('Pods')
  return (
    <PopupButton
      kind="menu"
      button={
        <button
          type="button"
          aria-label={
            waiting > 0
              ? t('Pod: {name}, {waiting, plural, one {# invitation} other {# invitations}}', {
                  name,
                  waiting,
                })
              : t('Pod: {name}', { name })
          }
          className="mb-1 flex h-8 w-full cursor-pointer items-center gap-2 rounded-control px-1.5 text-start hover:bg-hover focus-visible:-outline-offset-2 data-[popup-open]:bg-hover coarse:h-11"
        >
          <PodBadge name={name} icon={active?.icon ?? null} />
          <span className="min-w-0 flex-1 truncate font-medium">{name}</span>
          {waiting > 0 && (
            <span
              aria-hidden
              className="inline-flex h-4.5 min-w-4.5 items-center justify-center rounded-full bg-accent px-1 text-[0.6875rem] font-semibold text-accent-text"
            >
              {waiting}
            </span>
          )}
          <ChevronsUpDown aria-hidden className="size-3.5 text-text-faint" />
        </button>
      }
    >
      {(popup) => (
        <PodMenu popup={popup} pods={pods} guestOf={guestOf} active={active} invitations={waiting} />
      )}
    </PopupButton>
  )
}
