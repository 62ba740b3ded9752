import { useNavigate } from '@tanstack/react-router'
import { useId } from 'react'
import { rpc } from '@/app/rpc'
import { t } from '@/shared/i18n'
import { Button } from '@/ui/button'
import { roleName } from '../model'
import { RequestList } from './request-list'
import { useAnswer, useWaiting } from './use-sharing'

/** Invitations to pages and requests for one's own, at the top of home; nothing while there are none. */
export default function HomeWaiting() {
  const heading = useId()
  const { invites, requests } = useWaiting()
  const answer = useAnswer()
  const navigate = useNavigate()
  return (
    <>
      {requests.length > 0 && <RequestList requests={requests} withTitles />}
      {invites.length > 0 && (
        <section aria-labelledby={heading}>
          <h2 id={heading} className="mb-2 px-2 text-xs font-medium text-text-faint">
            {t('Pages shared with you')}
          </h2>
          <ul aria-labelledby={heading} className="flex flex-col gap-2">
            {invites.map(({ id, invitedBy: { name }, level }) => (
              <li
                key={id}
                className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control border border-border p-3"
              >
                <span className="min-w-48 flex-1 break-words">
                  {t('{name} shares a page with you. Your role on it: {role}.', {
                    name,
                    role: roleName(level),
                  })}
                </span>
                <span className="flex gap-2">
                  <Button
                    aria-label={t('Decline the page of {name}', { name })}
                    disabled={answer.isPending}
                    onClick={() => answer.mutate(() => rpc.share.declineInvite.mutate({ id }))}
                  >
                    {t('Decline')}
                  </Button>
                  <Button
                    variant="primary"
                    aria-label={t('Accept the page of {name}', { name })}
                    disabled={answer.isPending}
                    onClick={() =>
                      answer.mutate(async () => {
                        const page = await rpc.share.acceptInvite.mutate({ id })
                        await navigate({ to: '/$documentId', params: { documentId: page.id } })
                      })
                    }
                  >
                    {t('Accept')}
                  </Button>
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
