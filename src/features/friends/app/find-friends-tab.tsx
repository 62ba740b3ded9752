import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { trpc } from '@/app/rpc'
import { t } from '@/shared/i18n'
import { EmptyState } from '@/ui/empty-state'
import { Field, Input } from '@/ui/field'
import { FRIENDS } from '../model'
import { AddFriend } from './friend-actions'
import { Loaded } from './list-states'
import { PersonRow, peopleClass } from './person-row'

/** Milliseconds after the last key until the server is asked (product.md 9.7, people search). */
const DEBOUNCE = 100

/** Searches for people by name and username, and asks them. */
export function FindFriendsTab() {
  const [typed, setTyped] = useState('')
  const [query, setQuery] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setQuery(typed.trim()), DEBOUNCE)
    return () => clearTimeout(timer)
  }, [typed])
  const found = useQuery({
    ...trpc.friends.searchUsers.queryOptions({ query, limit: FRIENDS.found }),
    enabled: query !== '',
    placeholderData: keepPreviousData,
  })
  return (
    <div className="flex flex-col gap-3">
      <Field
        label={t('Find people')}
        hint={t('By name or username. Nobody is found by their email address.')}
      >
        <Input
          type="search"
          value={typed}
          maxLength={FRIENDS.query}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder={t('Name or username')}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      {query !== '' && (
        <Loaded query={found} failed={t('People could not be searched for')}>
          {(people) =>
            people.length === 0 ? (
              <EmptyState icon={<Search aria-hidden />} title={t('No users found')} />
            ) : (
              <ul className={peopleClass} aria-label={t('People found')}>
                {people.map((person) => (
                  <PersonRow key={person.id} person={person}>
                    <AddFriend person={person} />
                  </PersonRow>
                ))}
              </ul>
            )
          }
        </Loaded>
      )}
    </div>
  )
}
