import { Inbox, Send } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '@/shared/i18n'
import { EmptyState } from '@/ui/empty-state'
import type { FriendRequest } from '../model'
import { AcceptOrDecline, CancelRequest } from './friend-actions'
import { Loaded } from './list-states'
import { PersonRow, peopleClass } from './person-row'
import { usePendingRequests, useSentRequests } from './use-friends'

/** The requests that wait for the person's answer, and those that they have sent. */
export function RequestsTab() {
  const received = usePendingRequests()
  const sent = useSentRequests()
  const failed = t('Your requests could not be loaded')
  return (
    <div className="flex flex-col gap-6">
      <Part title={t('Received')}>
        <Loaded query={received} failed={failed}>
          {(requests) =>
            requests.length === 0 ? (
              <EmptyState icon={<Inbox aria-hidden />} title={t('No pending requests')} />
            ) : (
              <Requests requests={requests} of="sender">
                {({ id, sender }) => <AcceptOrDecline person={sender} friendshipId={id} />}
              </Requests>
            )
          }
        </Loaded>
      </Part>
      <Part title={t('Sent')}>
        <Loaded query={sent} failed={failed}>
          {(requests) =>
            requests.length === 0 ? (
              <EmptyState icon={<Send aria-hidden />} title={t('No sent requests')} />
            ) : (
              <Requests requests={requests} of="receiver">
                {({ id, receiver }) => <CancelRequest person={receiver} friendshipId={id} />}
              </Requests>
            )
          }
        </Loaded>
      </Part>
    </div>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title} className="flex flex-col gap-2">
    <h3 className="text-sm font-semibold text-text-muted">{title}</h3>
    {children}
  </section>
)

function Requests({
  requests,
  of,
  children,
}: {
  requests: readonly FriendRequest[]
  of: 'sender' | 'receiver'
  children(request: FriendRequest): ReactNode
}) {
  return (
    <ul className={peopleClass}>
      {requests.map((request) => (
        <PersonRow key={request.id} person={request[of]}>
          {children(request)}
        </PersonRow>
      ))}
    </ul>
  )
}
