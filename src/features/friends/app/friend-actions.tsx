import { Check, UserPlus } from 'lucide-react'
import { t } from '@/shared/i18n'
import { Button } from '@/ui/button'
import type { FriendUser } from '../model'
import { doing, useAct } from './use-friends'

interface OfRequest {
  person: FriendUser
  friendshipId: string
}

/** Asks somebody to be friends. */
export function AddFriend({ person }: { person: FriendUser }) {
  const { isBusy, act } = useAct()
  return (
    <Button
      variant="primary"
      disabled={isBusy}
      aria-label={t('Add {name} as a friend', { name: person.name })}
      onClick={() => void act(doing.send(person))}
    >
      <UserPlus aria-hidden />
      {t('Add friend')}
    </Button>
  )
}

/** Takes back one's own request. */
export function CancelRequest({ person, friendshipId }: OfRequest) {
  const { isBusy, act } = useAct()
  return (
    <Button
      disabled={isBusy}
      aria-label={t('Cancel the request to {name}', { name: person.name })}
      onClick={() => void act(doing.cancel(friendshipId))}
    >
      {t('Cancel request')}
    </Button>
  )
}

/** Answers somebody's request. */
export function AcceptOrDecline({ person, friendshipId }: OfRequest) {
  const { isBusy, act } = useAct()
  const { name } = person
  return (
    <>
      <Button
        disabled={isBusy}
        aria-label={t('Decline the request of {name}', { name })}
        onClick={() => void act(doing.decline(person))}
      >
        {t('Decline')}
      </Button>
      <Button
        variant="primary"
        disabled={isBusy}
        aria-label={t('Accept the request of {name}', { name })}
        onClick={() => void act(doing.accept(friendshipId))}
      >
        <Check aria-hidden />
        {t('Accept')}
      </Button>
    </>
  )
}
