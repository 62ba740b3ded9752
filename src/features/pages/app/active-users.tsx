import type { ReactNode } from 'react'
import { useCurrentUser } from '@/app/session'
import type { PageUser } from '@/document'
import { t } from '@/shared/i18n'
import { Avatar } from '@/ui/avatar'
import { useFormats } from '@/ui/formats'
import { ButtonPopover } from '@/ui/popover'
import type { Popup } from '@/ui/popup-button'
import { timeLabel } from '@/ui/time-label'

/** Who moved their caret longer ago than this is not called active now. */
const ACTIVE_MS = 2 * 60_000

/** Everybody who has the page open, oneself first (product.md 2.40, 9.10). */
export default function ActiveUsers({ popup, others }: { popup: Popup; others: readonly PageUser[] }) {
  const { user } = useCurrentUser()
  return (
    <ButtonPopover popup={popup} label={t('Active Users')} align="end" className="w-64">
      <h2 className="mb-1 px-2 text-xs font-medium text-text-muted">{t('Active Users')}</h2>
      <ul aria-label={t('Active Users')} className="flex max-h-80 flex-col overflow-y-auto">
        {user && (
          <Row>
            <Avatar name={user.name} src={user.avatarUrl} />
            <span className="min-w-0 flex-1 truncate font-medium">{t('You')}</span>
          </Row>
        )}
        {others.map((person) => (
          <Row key={person.id}>
            <Avatar name={person.name} src={person.avatarUrl} />
            <span className="min-w-0 flex-1">
              <span className="block truncate font-medium">{person.name}</span>
              <LastSeen at={person.lastSeen} />
            </span>
            {/* The color of their caret. */}
            <span
              aria-hidden
              className="size-2.5 shrink-0 rounded-full"
              style={{ background: person.color }}
            />
          </Row>
        ))}
      </ul>
    </ButtonPopover>
  )
}

const Row = ({ children }: { children: ReactNode }) => (
  <li className="flex min-h-10 items-center gap-2.5 rounded-control px-2 py-1">{children}</li>
)

function LastSeen({ at }: { at: string | null | undefined }) {
  const formats = useFormats()
  if (!at) return null
  const now = new Date()
  const words =
    now.getTime() - Date.parse(at) < ACTIVE_MS
      ? t('Active now')
      : t('Active {time} ago', { time: timeLabel(at, now, formats) })
  return <span className="block text-xs text-text-muted">{words}</span>
}
