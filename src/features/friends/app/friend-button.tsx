import { UserCheck } from 'lucide-react'
import { t } from '@/shared/i18n'
import { Button } from '@/ui/button'
import type { PersonCard } from '../model'
import { AcceptOrDecline, AddFriend, CancelRequest } from './friend-actions'
import { FriendMenu } from './friend-menu'
import { doing, useAct } from './use-friends'

/** What one can do about the person whose page it is, by what they are to the one who looks. */
export function FriendButton({ card }: { card: PersonCard }) {
  const { person, relation, friendshipId } = card
  const { isBusy, act } = useAct()
  if (relation === 'self') return null
  if (relation === 'blocked')
    return (
      <Button disabled={isBusy} onClick={() => void act(doing.unblock(person))}>
        {t('Unblock')}
      </Button>
    )
  return (
    <div className="flex flex-wrap items-center gap-2">
      {relation === 'none' && <AddFriend person={person} />}
      {relation === 'sent' && friendshipId && (
        <>
          <span className="text-text-muted">{t('Request sent')}</span>
          <CancelRequest person={person} friendshipId={friendshipId} />
        </>
      )}
      {relation === 'received' && friendshipId && (
        <AcceptOrDecline person={person} friendshipId={friendshipId} />
      )}
      {relation === 'friends' && (
        <span className="inline-flex items-center gap-1.5 text-text-muted [&_svg]:size-4">
          <UserCheck aria-hidden />
          {t('Friends')}
        </span>
      )}
      <FriendMenu person={person} isFriend={relation === 'friends'} />
    </div>
  )
}
