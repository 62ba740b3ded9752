import { UsersRound } from 'lucide-react'
import { t } from '@/shared/i18n'
import { Avatar } from '@/ui/avatar'
import { Button } from '@/ui/button'
import { lazy } from '@/ui/lazy'
import { PopupButton } from '@/ui/popup-button'
import { usePeopleIn } from './people'
import type { Room } from './room'
import type { RoomPanelProps } from './room-panel'

const RoomPanel = lazy<RoomPanelProps>(() => import('./room-panel'))

export interface RoomControlProps extends Omit<RoomPanelProps, 'popup' | 'people'> {
  /** Null outside of a room, and until it is open. */
  room: Room | null
}

/** The button above a page that says how many edit it, and opens who they are and which room this is (product.md 2.40). */
export function RoomControl(props: RoomControlProps) {
  const people = usePeopleIn(props.room)
  const count = people ? people.others.length + 1 : 0
  return (
    <PopupButton
      kind="dialog"
      button={
        <Button
          size="sm"
          variant="ghost"
          aria-label={
            people ? t('Room, {count, plural, one {# person} other {# people}}', { count }) : t('Room')
          }
        >
          {people?.you ? (
            <Avatar name={people.you.name} src={people.you.avatarUrl} size="sm" />
          ) : (
            <UsersRound aria-hidden />
          )}
          {people ? count : t('Room')}
        </Button>
      }
    >
      {(popup) => <RoomPanel {...props} people={people} popup={popup} />}
    </PopupButton>
  )
}
