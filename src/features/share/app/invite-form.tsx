import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { rpc, trpc } from '@/app/rpc'
import { useFriends } from '@/features/friends/app/use-friends'
import { t } from '@/shared/i18n'
import type { Level } from '@/shared/permissions'
import { Button } from '@/ui/button'
import { Field, Input } from '@/ui/field'
import { Select } from '@/ui/select'
import { toast } from '@/ui/toast'
import { type Change, roleOptions } from './changes'

const holds = (texts: (string | null)[], words: string): boolean =>
  texts.some((text) => text?.toLowerCase().includes(words.toLowerCase()))

/** Friends who are offered while nothing is typed. */
const OFFERED = 6

/** Invites somebody to a page: people whom one knows by name, friends first, others by username, anybody by e-mail. */
export function InviteForm({ id, change }: { id: string; change: Change }) {
  const list = useId()
  const queries = useQueryClient()
  const [typed, setTyped] = useState('')
  const [level, setLevel] = useState<Level>('view')
  const [isBusy, setIsBusy] = useState(false)
  const words = typed.trim().replace(/^@/, '')
  const known = useQuery({
    ...trpc.user.users.queryOptions({ search: words, limit: 8 }),
    placeholderData: (before) => before,
  })
  const friends = useFriends().data ?? []
  const isFriend = new Set(friends.map(({ id }) => id))
  const people = [
    ...friends.filter(({ name, username }) => holds([name, username], words)),
    ...(known.data?.items ?? []).filter(({ id }) => !isFriend.has(id)),
  ]
  const isEmail = /^[^\s@]+@[^\s@]+$/.test(typed.trim())
  /** Whom a name stands for: the person who alone has it, else the one with that username; null, and said, when that is not clear. */
  const personCalled = async (): Promise<{ username: string } | null> => {
    if (typed.trim().startsWith('@')) return { username: words }
    // What is offered may still be what fits fewer letters.
    const found = await queries
      .fetchQuery(trpc.user.users.queryOptions({ search: words, limit: 50 }))
      .catch(() => known.data)
    const all = [...new Map([...friends, ...(found?.items ?? [])].map((one) => [one.id, one])).values()]
    const called = all.filter(({ name, username }) =>
      [name, username].some((text) => text?.toLowerCase() === words.toLowerCase()),
    )
    const [only] = called
    if (called.length > 1)
      toast.error(
        t('“{name}” could be several people. Choose one from the list, or type their @username.', {
          name: words,
        }),
      )
    else if (only && only.username === null)
      toast.error(t('{name} has no username. Invite them by their e-mail address.', { name: only.name }))
    else return { username: only?.username ?? words }
    return null
  }
  const invite = async (event: FormEvent) => {
    event.preventDefault()
    setIsBusy(true)
    const who = isEmail ? { email: words } : await personCalled()
    if (who && (await change(() => rpc.share.invite.mutate({ id, level, ...who })))) setTyped('')
    setIsBusy(false)
  }
  return (
    <form onSubmit={invite}>
      <Field
        label={t('Invite somebody')}
        hint={isEmail ? t('They get an email that opens the page for this address only.') : undefined}
      >
        <span className="flex flex-wrap gap-2">
          <Input
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            list={list}
            placeholder={t('Name, username or e-mail')}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            className="basis-full"
          />
          <datalist id={list}>
            {people.map((person) => (
              <option key={person.id} value={person.username ? `@${person.username}` : person.name}>
                {person.name}
              </option>
            ))}
          </datalist>
          <Select<Level>
            label={t('Role of the invited person')}
            value={level}
            options={roleOptions()}
            onValueChange={setLevel}
            className="min-w-28 flex-1"
          />
          <Button type="submit" variant="primary" disabled={isBusy || typed.trim() === ''}>
            {t('Invite')}
          </Button>
        </span>
      </Field>
      {typed === '' && friends.length > 0 && (
        <ul aria-label={t('Friends')} className="mt-2 flex flex-wrap gap-1">
          {friends.slice(0, OFFERED).map(({ id: friendId, name, username }) => (
            <li key={friendId}>
              <Button
                size="sm"
                variant="ghost"
                aria-label={t('Invite {name}', { name })}
                onClick={() => setTyped(username ?? name)}
              >
                {name}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </form>
  )
}
