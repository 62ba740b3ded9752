import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { t } from '@/shared/i18n'
import { Avatar } from '@/ui/avatar'
import { IconButton } from '@/ui/button'
import type { Person } from './thread'
import { useReader } from './thread-actions'

/** Chooses somebody who is to see to a thread. */
export function AssignField({ onDone }: { onDone(person: Person | null): void }) {
  const { host, me } = useReader()
  const [query, setQuery] = useState('')
  const [answer, setAnswer] = useState<{ query: string; people: readonly Person[] } | null>(null)
  // Enter chooses nobody who was found for other words.
  const found = answer?.query === query ? answer.people : null
  useEffect(() => {
    let isGone = false
    host.findPeople(query).then(
      (people) => !isGone && setAnswer({ query, people: withMe(people, me, query) }),
      () => !isGone && setAnswer({ query, people: withMe([], me, query) }),
    )
    return () => {
      isGone = true
    }
  }, [host, me, query])
  return (
    <div className="mb-2 rounded-control border border-border">
      <div className="flex items-center">
        <input
          // biome-ignore lint/a11y/noAutofocus: it was asked for just now
          autoFocus
          aria-label={t('Assign to')}
          placeholder={t('Assign to')}
          value={query}
          onChange={({ target }) => setQuery(target.value)}
          onKeyDown={(event) => {
            if ((event.key !== 'Escape' && event.key !== 'Enter') || event.nativeEvent.isComposing) return
            event.preventDefault()
            event.stopPropagation()
            if (event.key === 'Escape') onDone(null)
            else if (found) onDone(found[0] ?? null)
          }}
          className="h-8 min-w-0 flex-1 bg-transparent px-2 text-sm outline-none coarse:h-11"
        />
        <IconButton label={t('Cancel')} onClick={() => onDone(null)}>
          <X aria-hidden />
        </IconButton>
      </div>
      <ul aria-label={t('People')} className="max-h-40 overflow-y-auto p-1">
        {answer?.people.map((person) => (
          <li key={person.id}>
            <button
              type="button"
              onClick={() => onDone(person)}
              className="flex h-8 w-full items-center gap-2 rounded-control px-2 text-start text-sm hover:bg-hover coarse:h-11"
            >
              <Avatar name={person.name} src={person.avatarUrl} size="sm" />
              <span className="truncate">
                {person.id === me.id ? t('{name} (you)', { name: person.name }) : person.name}
              </span>
            </button>
          </li>
        ))}
        {found?.length === 0 && <li className="px-2 py-1 text-sm text-text-faint">{t('No users found')}</li>}
      </ul>
    </div>
  )
}

/** Oneself is the first whom one can choose. */
const withMe = (people: readonly Person[], me: Person, query: string): Person[] => [
  ...(me.name.toLowerCase().includes(query.trim().toLowerCase()) ? [me] : []),
  ...people.filter(({ id }) => id !== me.id),
]
