import { Users } from 'lucide-react'
import { useId } from 'react'
import { t } from '@/shared/i18n'
import { InvitationList } from './invitation-list'
import { useInvitations } from './use-invitations'

/** Invitations to pods at the top of home; nothing while there are none. */
export default function HomeInvitations() {
  const id = useId()
  const { invitations } = useInvitations()
  if (invitations.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h2
        id={id}
        className="mb-2 flex items-center gap-1.5 px-2 text-xs font-medium text-text-faint [&_svg]:size-3.5"
      >
        <Users aria-hidden />
        {t('Invitations')}
      </h2>
      <InvitationList invitations={invitations} />
    </section>
  )
}
