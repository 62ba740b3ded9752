import type { ReactNode } from 'react'
import type { PageUser } from '@/document'
import { t } from '@/shared/i18n'
import { Avatar } from '@/ui/avatar'
import { useFormats } from '@/ui/formats'
import { timeLabel } from '@/ui/time-label'

/** Who moved their caret longer ago than this is not called active now. */
const ACTIVE_MS = 2 * 60_000

interface Person {
  name: string
  avatarUrl?: string | null | undefined
}

/** Everybody who is here, oneself first (product.md 2.40, 9.10). */
export function PeopleList({ you, others }: { you: Person | null; others: readonly PageUser[] }) {
  return (
    <ul aria-label={t('Active Users')} className="-mx-2 flex max-h-80 flex-col overflow-y-auto">
      {you && (
        <Row>
          <Avatar name={you.name} src={you.avatarUrl} />
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
          <span aria-hidden className="size-2.5 shrink-0 rounded-full" style={{ background: person.color }} />
        </Row>
      ))}
    </ul>
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
