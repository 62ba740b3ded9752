import { Copy, ExternalLink, Link, Plus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { t } from '@/shared/i18n'
import { MOST_IN_ROOM } from '@/shared/rooms'
import { Avatar } from '@/ui/avatar'
import { Button, IconButton } from '@/ui/button'
import { copyText } from '@/ui/copy-text'
import { Field, Input } from '@/ui/field'
import { ButtonPopover } from '@/ui/popover'
import type { Popup } from '@/ui/popup-button'
import { useStore } from '@/ui/use-store'
import type { PeopleHere } from './people'
import type { Room, RoomState } from './room'
import { lastRoomCode, newRoomCode, wrongRoomCode } from './room-code'

export interface RoomPanelProps {
  popup: Popup
  /** Null outside of a room. */
  room: Room | null
  people: PeopleHere | null
  /** The room that the address names; null when it names none. */
  code: string | null
  /** The address of a room of this page. */
  linkTo(code: string): string
  onConnect(code: string): void
  onDisconnect(): void
}

/** Who is here, which room this is, and how others come in (product.md 2.40). */
export default function RoomPanel({
  popup,
  room,
  people,
  code,
  linkTo,
  onConnect,
  onDisconnect,
}: RoomPanelProps) {
  const [typed, setTyped] = useState(() => code ?? lastRoomCode())
  const [wrong, setWrong] = useState<string | null>(null)
  /** Does something with the code in the field, once it is one. */
  const withCode = (act: (code: string) => void) => {
    const problem = wrongRoomCode(typed)
    setWrong(problem)
    if (!problem) act(typed.trim())
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    withCode(onConnect)
  }
  const change = (next: string) => {
    setTyped(next)
    setWrong(null)
  }
  return (
    <ButtonPopover popup={popup} align="end" label={t('Room')} className="w-80">
      <div className="flex flex-col gap-4">
        <section aria-label={t('Active Users')}>
          <h2 className="mb-2 text-xs font-medium text-text-muted">{t('Active Users')}</h2>
          <ActiveUsers people={people} />
          {room && <Connection room={room} />}
        </section>
        <form onSubmit={submit} noValidate className="flex flex-col gap-2">
          <Field label={t('Room code')} error={wrong}>
            <Input
              value={typed}
              onChange={(event) => change(event.target.value)}
              autoComplete="off"
              spellCheck={false}
              maxLength={100}
            />
          </Field>
          <div className="flex items-center gap-1">
            {code !== null && typed.trim() === code ? (
              // Another button than "Connect": one that became it while it is pressed would send the form.
              <Button key="disconnect" size="sm" onClick={onDisconnect}>
                {t('Disconnect')}
              </Button>
            ) : (
              <Button key="connect" size="sm" type="submit" variant="primary">
                {t('Connect')}
              </Button>
            )}
            <span className="ms-auto" />
            <IconButton label={t('New room')} onClick={() => change(newRoomCode())}>
              <Plus aria-hidden />
            </IconButton>
            <IconButton
              label={t('Copy room id')}
              onClick={() => withCode((id) => void copyText(id, t('Room id copied'), id))}
            >
              <Copy aria-hidden />
            </IconButton>
            <IconButton
              label={t('Copy link')}
              onClick={() => withCode((id) => void copyText(linkTo(id), t('Link copied'), linkTo(id)))}
            >
              <Link aria-hidden />
            </IconButton>
            <IconButton
              label={t('Open in new tab')}
              onClick={() => withCode((id) => window.open(linkTo(id), '_blank', 'noopener'))}
            >
              <ExternalLink aria-hidden />
            </IconButton>
          </div>
        </form>
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

function ActiveUsers({ people }: { people: PeopleHere | null }) {
  if (!people) return <p className="text-text-muted">{t('No live editors.')}</p>
  return (
    <ul className="flex max-h-48 flex-col gap-1.5 overflow-auto">
      {people.you && (
        <Person key="you" name={people.you.name} avatarUrl={people.you.avatarUrl} words={t('You')} />
      )}
      {people.others.map(({ id, name, avatarUrl }) => (
        <Person key={id} name={name} avatarUrl={avatarUrl} words={name} />
      ))}
    </ul>
  )
}

function Person({
  name,
  avatarUrl,
  words,
}: {
  name: string
  avatarUrl?: string | null | undefined
  words: string
}) {
  return (
    <li className="flex min-w-0 items-center gap-2">
      <Avatar name={name} src={avatarUrl} size="sm" />
      <span className="truncate">{words}</span>
    </li>
  )
}

function Connection({ room }: { room: Room }) {
  const state = useStore(room.state)
  return (
    <div role="status" aria-label={t('Room state')} className="mt-2 text-xs text-text-muted">
      <p>{wordsOf(state)}</p>
      {!state.isKept && <p>{t('This browser cannot keep what is written here. The others can.')}</p>}
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
