import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { failureWords } from '@/app/failures'
import { t } from '@/shared/i18n'
import { Button } from '@/ui/button'
import { useFormats } from '@/ui/formats'
import { toast } from '@/ui/toast'
import type { PodInvitation, PodRole } from '../model'
import { PodBadge } from './pod-badge'
import { acceptInvitation, declineInvitation } from './use-invitations'

/** Who invites as what, until when. */
const INVITES: Record<PodRole, (said: { name: string; date: string }) => string> = {
  owner: (said) => t('{name} invites you as an owner. Expires {date}.', said),
  member: (said) => t('{name} invites you as a member. Expires {date}.', said),
  guest: (said) =>
    t('{name} invites you as a guest: you see the pages that are shared with you. Expires {date}.', said),
}

/** Invitations to pods: who invites to what and as what, with the two answers. */
export function InvitationList({
  invitations,
  onAccepted,
}: {
  invitations: readonly PodInvitation[]
  onAccepted?(): void
}) {
  return (
    <ul className="flex flex-col gap-2">
      {invitations.map((invitation) => (
        <Invitation key={invitation.id} invitation={invitation} onAccepted={onAccepted} />
      ))}
    </ul>
  )
}

function Invitation({ invitation, onAccepted }: { invitation: PodInvitation; onAccepted?(): void }) {
  const { id, podName, invitedBy, role, expiresAt } = invitation
  const navigate = useNavigate()
  const formats = useFormats()
  const [isBusy, setIsBusy] = useState(false)
  const answer = async (act: () => Promise<unknown>, sentence: string) => {
    setIsBusy(true)
    try {
      await act()
    } catch (error) {
      // Where the invitation is gone by now, there is no place of its own to say it.
      toast.error(failureWords(error, sentence))
      setIsBusy(false)
    }
  }
  const accept = async () => {
    await acceptInvitation(id)
    toast.success(
      role === 'guest'
        ? t('You are a guest of “{podName}” now. What is shared with you appears under “Shared with me”.', {
            podName,
          })
        : t('You are in “{podName}” now.', { podName }),
    )
    onAccepted?.()
    await navigate({ to: '/' })
  }
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control border border-border p-3">
      <PodBadge name={podName} />
      <span className="min-w-48 flex-1">
        <span className="block font-medium break-words">{podName}</span>
        <span className="block text-xs text-text-muted break-words">
          {INVITES[role]({
            name:
              invitedBy.username && invitedBy.username !== invitedBy.name
                ? `${invitedBy.name} (@${invitedBy.username})`
                : invitedBy.name,
            date: formats.date(expiresAt),
          })}
        </span>
      </span>
      <span className="flex gap-2">
        <Button
          disabled={isBusy}
          aria-label={t('Decline the invitation to {podName}', { podName })}
          onClick={() => void answer(() => declineInvitation(id), t('The invitation could not be declined.'))}
        >
          {t('Decline')}
        </Button>
        <Button
          variant="primary"
          disabled={isBusy}
          aria-label={t('Accept the invitation to {podName}', { podName })}
          onClick={() => void answer(accept, t('The invitation could not be accepted.'))}
        >
          {t('Accept')}
        </Button>
      </span>
    </li>
  )
}
