import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { failureWords } from '@/app/failures'
import { rpc, trpc } from '@/app/rpc'
import { useCurrentUser } from '@/app/session'
import { t } from '@/shared/i18n'
import { Avatar } from '@/ui/avatar'
import { Button, IconButton } from '@/ui/button'
import { ConfirmDialog } from '@/ui/confirm-dialog'
import { Dialog, DialogContent } from '@/ui/dialog'
import { ErrorState } from '@/ui/error-state'
import { Field, Input } from '@/ui/field'
import { useFormats } from '@/ui/formats'
import { Select } from '@/ui/select'
import { Skeleton } from '@/ui/skeleton'
import type { Pod, PodPerson, PodRole, SentInvitation } from '../model'
import { changePods } from './use-pods'

const ROLES = [
  {
    value: 'owner' as const,
    get label() {
      return t('Owner')
    },
  },
  {
    value: 'member' as const,
    get label() {
      return t('Member')
    },
  },
  {
    value: 'guest' as const,
    get label() {
      return t('Guest')
    },
  },
]
const ROLE_LABELS = {
  get owner() {
    return t('Owner')
  },
  get member() {
    return t('Member')
  },
  get guest() {
    return t('Guest')
  },
}

const isAddress = (words: string): boolean => /^[^\s@]+@[^\s@]+$/.test(words)

const invitedName = ({ email, username }: SentInvitation): string => email ?? `@${username ?? ''}`

/** Who is in a pod; its owners add people, take them out and make them owners. */
export function PeopleWindow({ pod, onClose }: { pod: Pod; onClose(): void }) {
  const { user } = useCurrentUser()
  const query = useQuery(trpc.pod.members.queryOptions({ podId: pod.id }))
  const [problem, setProblem] = useState<string | null>(null)
  const owns = pod.role === 'owner'
  const change = async (call: () => Promise<unknown>) => {
    setProblem(null)
    try {
      await changePods(call)
      return true
    } catch (error) {
      setProblem(failureWords(error, t('That did not work. Please try again.')))
      return false
    }
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={t('People in “{name}”', { name: pod.name })}
        description={t(
          'Members read and edit every page of the pod. Owners also decide who is in it. Guests see only the pages that are shared with them.',
        )}
      >
        <div className="flex flex-col gap-4">
          {owns && (
            <AddPerson
              problem={problem}
              onAdd={(words, role) =>
                change(() =>
                  rpc.pod.addMember.mutate({
                    podId: pod.id,
                    role,
                    ...(isAddress(words) ? { email: words } : { username: words }),
                  }),
                )
              }
            />
          )}
          {query.isError && query.data === undefined ? (
            <ErrorState
              title={t('The people could not be loaded')}
              action={<Button onClick={() => query.refetch()}>{t('Try again')}</Button>}
            />
          ) : query.data === undefined ? (
            <Skeleton className="h-20" />
          ) : (
            <ul aria-label={t('People')} className="flex flex-col">
              {query.data.members.map((person) => (
                <Person
                  key={person.id}
                  person={person}
                  isMe={person.id === user?.id}
                  owns={owns}
                  onRole={(role) =>
                    change(() => rpc.pod.changeRole.mutate({ podId: pod.id, userId: person.id, role }))
                  }
                  onRemove={() =>
                    change(() => rpc.pod.removeMember.mutate({ podId: pod.id, userId: person.id }))
                  }
                />
              ))}
            </ul>
          )}
          {(query.data?.invitations.length ?? 0) > 0 && (
            <Invited
              invitations={query.data?.invitations ?? []}
              onWithdraw={(id) => change(() => rpc.pod.withdrawInvitation.mutate({ id }))}
            />
          )}
        </div>
      </DialogContent>
    </Dialog>
  )
}

/** Who is invited and has not answered yet; their names are theirs to tell. */
function Invited({
  invitations,
  onWithdraw,
}: {
  invitations: readonly SentInvitation[]
  onWithdraw(id: string): void
}) {
  const formats = useFormats()
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="mb-1 text-xs font-medium text-text-muted">
        {t('Invited')}
      </h3>
      <ul aria-labelledby={id} className="flex flex-col">
        {invitations.map((invitation) => (
          <li
            key={invitation.id}
            className="flex min-h-11 items-center gap-2.5 border-t border-border py-1.5 first:border-t-0"
          >
            <Avatar name={invitation.email ?? invitation.username ?? ''} />
            <span className="min-w-0 flex-1">
              <span className="block truncate font-medium">{invitedName(invitation)}</span>
              <span className="block truncate text-xs text-text-muted">
                {t('Pending until {dayOf}', { dayOf: formats.date(invitation.expiresAt) })}
              </span>
            </span>
            <span className="text-text-muted">{ROLE_LABELS[invitation.role]}</span>
            <Button
              aria-label={t('Withdraw the invitation of {username}', {
                username: invitation.email ?? invitation.username ?? '',
              })}
              onClick={() => onWithdraw(invitation.id)}
            >
              {t('Withdraw')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function AddPerson({
  problem,
  onAdd,
}: {
  problem: string | null
  /** A username or an address. */
  onAdd(words: string, role: PodRole): Promise<boolean>
}) {
  const [typed, setTyped] = useState('')
  const [role, setRole] = useState<PodRole>('member')
  const [isBusy, setIsBusy] = useState(false)
  const add = async (event: FormEvent) => {
    event.preventDefault()
    setIsBusy(true)
    if (await onAdd(typed.trim(), role)) setTyped('')
    setIsBusy(false)
  }
  return (
    <form onSubmit={add}>
      <Field
        label={t('Invite somebody')}
        hint={
          isAddress(typed.trim())
            ? t('They get an email that lets this address only into the pod.')
            : t(
                'By username, which is in their settings under Profile, or by e-mail. They join once they accept.',
              )
        }
        error={problem}
      >
        <span className="flex gap-2">
          <Input
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            placeholder={t('Username or e-mail')}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            className="flex-1"
          />
          <Select
            label={t('Role of the invited person')}
            value={role}
            options={ROLES}
            onValueChange={(next) => setRole(next)}
          />
          <Button type="submit" variant="primary" disabled={isBusy || typed.trim() === ''}>
            {t('Invite')}
          </Button>
        </span>
      </Field>
    </form>
  )
}

interface PersonProps {
  person: PodPerson
  isMe: boolean
  owns: boolean
  onRole(role: PodRole): void
  onRemove(): void
}

function Person({ person, isMe, owns, onRole, onRemove }: PersonProps) {
  const [isAsked, setIsAsked] = useState(false)
  /** The role that the person is about to give themselves. */
  const [own, setOwn] = useState<PodRole | null>(null)
  return (
    <li className="flex min-h-11 items-center gap-2.5 border-t border-border py-1.5 first:border-t-0">
      <Avatar name={person.name} src={person.avatarUrl} />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">
          {person.name}
          {isMe && <span className="font-normal text-text-muted"> {t('(you)')}</span>}
        </span>
        {person.username && (
          <span className="block truncate text-xs text-text-muted">@{person.username}</span>
        )}
      </span>
      {owns ? (
        <Select
          label={t('Role of {name}', { name: person.name })}
          value={person.role}
          options={ROLES}
          onValueChange={(role) => (isMe && role !== person.role ? setOwn(role) : onRole(role))}
          className="min-w-28"
        />
      ) : (
        <span className="text-text-muted">{ROLE_LABELS[person.role]}</span>
      )}
      {owns && !isMe && (
        <IconButton
          label={t('Take {name} out of the pod', { name: person.name })}
          onClick={() => (person.role === 'guest' ? setIsAsked(true) : onRemove())}
        >
          <X aria-hidden />
        </IconButton>
      )}
      <ConfirmDialog
        open={isAsked}
        onOpenChange={setIsAsked}
        title={t('Take {name} out of the pod?', { name: person.name })}
        description={t('What is shared with this guest in the pod ends too.')}
        confirmLabel={t('Take out')}
        danger
        onConfirm={onRemove}
      />
      <ConfirmDialog
        open={own !== null}
        onOpenChange={(open) => !open && setOwn(null)}
        title={t('Change your own role?')}
        description={
          own === 'guest'
            ? t('You will see only the pages that are shared with you. Only an owner can change that again.')
            : t('You will not manage this pod any more. Only an owner can change that again.')
        }
        confirmLabel={t('Change my role')}
        danger
        onConfirm={() => {
          if (own) onRole(own)
        }}
      />
    </li>
  )
}
