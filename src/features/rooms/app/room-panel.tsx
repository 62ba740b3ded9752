import { t } from '@/shared/i18n'
import { MOST_IN_ROOM } from '@/shared/rooms'
import { ButtonPopover } from '@/ui/popover'
import type { Popup } from '@/ui/popup-button'
import { useStore } from '@/ui/use-store'
import type { PeopleHere } from './people'
import { PeopleList } from './people-list'
import type { Room, RoomState } from './room'
import { RoomForm, type RoomFormProps } from './room-form'

export interface RoomPanelProps extends RoomFormProps {
  popup: Popup
  /** Null outside of a room. */
  room: Room | null
  people: PeopleHere | null
}

/** Who is in a room of a sample page, which room this is, and how others come in (product.md 2.40). */
export default function RoomPanel({ popup, room, people, ...form }: RoomPanelProps) {
  return (
    <ButtonPopover popup={popup} align="end" label={t('Room')} className="w-80">
      <div className="flex flex-col gap-4">
        <section aria-label={t('Active Users')}>
          <h2 className="mb-2 text-xs font-medium text-text-muted">{t('Active Users')}</h2>
          {people ? (
            <PeopleList you={people.you} others={people.others} />
          ) : (
            <p className="text-text-muted">{t('No live editors.')}</p>
          )}
          {room && <Connection room={room} />}
        </section>
        <RoomForm {...form} />
        <p className="text-xs text-text-muted">
          {t(
            'What is written in a room goes from browser to browser, and this server keeps none of it. Everybody who has the code can come in, up to {most} people, under any name.',
            { most: MOST_IN_ROOM },
          )}
        </p>
      </div>
    </ButtonPopover>
  )
}

function Connection({ room }: { room: Room }) {
  const state = useStore(room.state)
  return (
    <div role="status" aria-label={t('Room state')} className="mt-2 text-xs text-text-muted">
      <p>{wordsOf(state)}</p>
      {!state.isKept && <p>{t('This browser cannot keep what is written here. The others can.')}</p>}
      {state.isOverfull && (
        <p>{t('More was sent into this room than this tab can take in. Reload the page to go on.')}</p>
      )}
    </div>
  )
}

function wordsOf({ meeting, peers }: RoomState): string {
  if (meeting === 'full') return t('This room is full: {most} people are in it.', { most: MOST_IN_ROOM })
  if (meeting === 'met') return peers === 0 ? t('Connected. Nobody else is here yet.') : t('Connected')
  return peers === 0
    ? t('Looking for the others…')
    : t('The server is not there. You and the others stay connected, but nobody new can come in.')
}
