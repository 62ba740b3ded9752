import { MessageCircle, Users } from 'lucide-react'
import { useState } from 'react'
import { failureWords } from '@/app/rpc'
import { t } from '@/shared/i18n'
import { Button, IconButton } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { ErrorState } from '@/ui/error-state'
import { Input } from '@/ui/field'
import { toast } from '@/ui/toast'
import type { FriendUser } from '../model'
import { FriendMenu } from './friend-menu'
import { Loaded } from './list-states'
import { PersonRow, peopleClass } from './person-row'
import { doing, useAct, useBlocked, useFriends } from './use-friends'

/** Rows at first, and with each press of the button. */
const STEP = 100

/** The person's friends, and whom they have blocked. */
export function FriendsTab({ onFind }: { onFind(): void }) {
  const friends = useFriends()
  return (
    <div className="flex flex-col gap-6">
      <Loaded query={friends} failed={t('Your friends could not be loaded')}>
        {(people) => <Friends people={people} onFind={onFind} />}
      </Loaded>
      <Blocked />
    </div>
  )
}

function Friends({ people, onFind }: { people: readonly FriendUser[]; onFind(): void }) {
  const [typed, setTyped] = useState('')
  const [most, setMost] = useState(STEP)
  if (people.length === 0)
    return (
      <EmptyState
        icon={<Users aria-hidden />}
        title={t('No friends yet')}
        hint={t('Friends find each other here, and are suggested first when you share a page.')}
        action={<Button onClick={onFind}>{t('Find Friends')}</Button>}
      />
    )
  const words = typed.trim().replace(/^@/, '').toLowerCase()
  const found = people.filter(({ name, username }) =>
    [name, username ?? ''].some((text) => text.toLowerCase().includes(words)),
  )
  return (
    <div className="flex flex-col gap-3">
      <Input
        type="search"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        aria-label={t('Search your friends')}
        placeholder={t('Search your friends')}
      />
      {found.length === 0 ? (
        <EmptyState title={t('No friends found')} />
      ) : (
        <ul className={peopleClass} aria-label={t('Friends')}>
          {found.slice(0, most).map((person) => (
            <PersonRow key={person.id} person={person}>
              <IconButton
                label={t('Message {name}', { name: person.name })}
                onClick={() => toast(t('Direct messaging coming soon!'))}
              >
                <MessageCircle aria-hidden />
              </IconButton>
              <FriendMenu person={person} isFriend />
            </PersonRow>
          ))}
        </ul>
      )}
      {found.length > most && (
        <Button className="self-start" onClick={() => setMost(most + STEP)}>
          {t('Show more')}
        </Button>
      )}
    </div>
  )
}

function Blocked() {
  const blocked = useBlocked()
  const { isBusy, act } = useAct()
  const people = blocked.data ?? []
  if (blocked.isError && blocked.data === undefined)
    return (
      <ErrorState
        title={failureWords(blocked.error, t('The people you have blocked could not be loaded'))}
        action={<Button onClick={() => void blocked.refetch()}>{t('Try again')}</Button>}
      />
    )
  if (people.length === 0) return null
  return (
    <section aria-label={t('Blocked people')} className="flex flex-col gap-2">
      <h3 className="text-sm font-semibold text-text-muted">{t('Blocked people')}</h3>
      <ul className={peopleClass}>
        {people.map((person) => (
          <PersonRow key={person.id} person={person}>
            <Button
              size="sm"
              disabled={isBusy}
              aria-label={t('Unblock {name}', { name: person.name })}
              onClick={() => void act(doing.unblock(person))}
            >
              {t('Unblock')}
            </Button>
          </PersonRow>
        ))}
      </ul>
    </section>
  )
}
