import { useRouter, useSearch } from '@tanstack/react-router'
import { useCurrentUser } from '@/app/session'
import type { PageUser } from '@/document'
import type { LivePage, PeersState } from '@/editor/live'
import { PeopleList } from '@/features/rooms/app/people-list'
import { rememberRoomCode, roomAddress, roomOfSearch } from '@/features/rooms/app/room-code'
import { RoomForm } from '@/features/rooms/app/room-form'
import { t } from '@/shared/i18n'
import { MOST_IN_ROOM } from '@/shared/rooms'
import { Button } from '@/ui/button'
import { ButtonPopover } from '@/ui/popover'
import type { Popup } from '@/ui/popup-button'
import { useStore } from '@/ui/use-store'

interface ActiveUsersProps {
  popup: Popup
  live: LivePage
  others: readonly PageUser[]
}

/** Everybody who has the page open, and the room in which their browsers meet (product.md 2.40, 9.10). */
export default function ActiveUsers({ popup, live, others }: ActiveUsersProps) {
  const { user } = useCurrentUser()
  const { history } = useRouter()
  const code = roomOfSearch(useSearch({ strict: false }))
  const path = `/${live.documentId}`
  return (
    <ButtonPopover popup={popup} label={t('Active Users')} align="end" className="w-80">
      <div className="flex flex-col gap-4">
        <section aria-label={t('Active Users')}>
          <h2 className="mb-1 text-xs font-medium text-text-muted">{t('Active Users')}</h2>
          <PeopleList you={user} others={others} />
          {others.length === 0 && <p className="text-text-muted">{t('No live editors.')}</p>}
        </section>
        <Connection live={live} />
        <RoomForm
          code={code}
          linkTo={(id) => `${window.location.origin}${path}${roomAddress(id)}`}
          onConnect={(id) => {
            rememberRoomCode(id)
            history.push(`${path}${roomAddress(id)}`)
          }}
          onDisconnect={() => history.push(path)}
        />
        <p className="text-xs text-text-muted">
          {t(
            'While the server is there, everything goes through it. Should it go, the browsers of one room go on together, up to {most} of them, and bring it what was written when it is back. Nobody comes in without access to this page.',
            { most: MOST_IN_ROOM },
          )}
        </p>
      </div>
    </ButtonPopover>
  )
}

function Connection({ live }: { live: LivePage }) {
  const state = useStore(live.peers)
  const room = useStore(live.room)
  const { refusedHere, refusedThere } = state
  return (
    <section aria-label={t('Connection to others')} className="flex flex-col gap-2 text-xs text-text-muted">
      <div role="status" aria-label={t('Room state')} className="flex flex-col gap-1">
        <p>{wordsOf(state, room)}</p>
        {refusedThere && (
          <p className="text-danger">
            {t('The others do not take what you write. It stays here until the server is back.')}
          </p>
        )}
        {refusedHere && (
          <p>
            {refusedHere.name
              ? t('Something from {name} was not taken: they may not write it.', { name: refusedHere.name })
              : t('Somebody who could not show who they are was turned away.')}
          </p>
        )}
      </div>
      <Button
        size="sm"
        variant="ghost"
        className="self-start"
        onClick={() => live.meetIn(room === null ? '' : null)}
      >
        {room === null ? t('Connect to the others') : t('Do not connect to the others')}
      </Button>
    </section>
  )
}

function wordsOf({ meeting, peers }: PeersState, room: string | null): string {
  if (room === null) return t('This browser is connected to no other one.')
  if (meeting === 'full') return t('This room is full: {most} people are in it.', { most: MOST_IN_ROOM })
  if (peers > 0)
    return t('{peers, plural, one {Connected to # browser} other {Connected to # browsers}}', { peers })
  return meeting === 'searching' ? t('Looking for the others…') : t('Connected. Nobody else is here yet.')
}
