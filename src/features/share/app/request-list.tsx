import { useId } from 'react'
import { rpc } from '@/app/rpc'
import { t } from '@/shared/i18n'
import { Button } from '@/ui/button'
import { type AccessRequest, roleName } from '../model'
import { useAnswer } from './use-sharing'

/** People who ask to be let in, with the two answers. */
export function RequestList({
  requests,
  withTitles = false,
}: {
  requests: readonly AccessRequest[]
  /** They are about several pages. */
  withTitles?: boolean
}) {
  const heading = useId()
  const answer = useAnswer()
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className="mb-1 text-xs font-medium text-text-muted">
        {t('Asking for access')}
      </h2>
      <ul aria-labelledby={heading} className="flex flex-col gap-2">
        {requests.map(({ id, title, person, level, message }) => (
          <li key={id} className="flex flex-wrap items-center gap-2 rounded-control border border-border p-2">
            <span className="min-w-40 flex-1">
              <span className="block font-medium break-words">{person.name}</span>
              <span className="block text-xs text-text-muted break-words">
                {withTitles
                  ? t('asks for “{title}” as {role}', { title, role: roleName(level) })
                  : t('asks to be {role}', { role: roleName(level) })}
              </span>
              {message && <span className="block text-sm break-words">{message}</span>}
            </span>
            <Button
              aria-label={t('Decline the request of {name}', { name: person.name })}
              disabled={answer.isPending}
              onClick={() => answer.mutate(() => rpc.share.answerRequest.mutate({ id, level: null }))}
            >
              {t('Decline')}
            </Button>
            <Button
              variant="primary"
              aria-label={t('Let {name} in', { name: person.name })}
              disabled={answer.isPending}
              onClick={() => answer.mutate(() => rpc.share.answerRequest.mutate({ id, level }))}
            >
              {t('Let in')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
