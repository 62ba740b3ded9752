import { Copy, Lock, Users, X } from 'lucide-react'
import { useId, useState } from 'react'
import { failureWords } from '@/app/failures'
import { rpc } from '@/app/rpc'
import { useCurrentUser } from '@/app/session'
import { t } from '@/shared/i18n'
import type { Level } from '@/shared/permissions'
import { Avatar } from '@/ui/avatar'
import { Button, IconButton } from '@/ui/button'
import { Checkbox } from '@/ui/checkbox'
import { copyText } from '@/ui/copy-text'
import { ErrorState } from '@/ui/error-state'
import { Select } from '@/ui/select'
import { Skeleton } from '@/ui/skeleton'
import { type PageSharing, roleName, type SharedPerson } from '../model'
import { type Change, roleOptions } from './changes'
import { InviteForm } from './invite-form'
import { LinkPart } from './link-part'
import { RequestList } from './request-list'
import { useChangeSharing, useSharing } from './use-sharing'

/** Who has the page, and how others come to have it (product.md 2.36); what lies behind it is for its owners. */
export default function ShareTab({ id }: { id: string }) {
  const query = useSharing(id)
  const changing = useChangeSharing(id)
  const [problem, setProblem] = useState<string | null>(null)
  const change: Change = async (call) => {
    setProblem(null)
    try {
      await changing.mutateAsync(call)
      return true
    } catch (error) {
      setProblem(failureWords(error, t('That did not work. Please try again.')))
      return false
    }
  }
  if (query.error && query.data === undefined)
    return (
      <ErrorState
        title={failureWords(query.error, t('Who has this page could not be loaded'))}
        action={<Button onClick={() => void query.refetch()}>{t('Try again')}</Button>}
      />
    )
  if (query.data === undefined)
    return (
      <div className="flex flex-col gap-3" aria-busy>
        <Skeleton className="h-8" />
        <Skeleton className="h-20" />
      </div>
    )
  const sharing = query.data
  return (
    <div className="flex flex-col gap-4">
      {sharing.level === 'manage' ? (
        <>
          <InviteForm id={id} change={change} />
          {sharing.requests.length > 0 && <RequestList requests={sharing.requests} />}
          <PodPart sharing={sharing} change={change} />
          <PeopleList sharing={sharing} change={change} />
          <LinkPart sharing={sharing} change={change} />
          <HideReview sharing={sharing} change={change} />
        </>
      ) : (
        <OwnRole sharing={sharing} change={change} />
      )}
      <p role="alert" className="text-sm text-danger empty:hidden">
        {problem}
      </p>
      <CopyPageLink sharing={sharing} />
    </div>
  )
}

/** Does what follows from the pod and the pages above count here? */
function PodPart({ sharing, change }: { sharing: PageSharing; change: Change }) {
  const { id, pod, isRestricted, isClosedAbove } = sharing
  const label = t('Who else has it')
  const inherited = isClosedAbove
    ? t('Same people as the page above')
    : pod && !pod.isPersonal
      ? t('People of “{name}” ({people})', { name: pod.name, people: pod.people })
      : t('Same people as the pages above')
  return (
    <div className="flex items-center gap-2.5">
      <span className="text-text-muted [&_svg]:size-4">
        {isRestricted ? <Lock aria-hidden /> : <Users aria-hidden />}
      </span>
      <Select
        label={label}
        value={isRestricted ? 'restricted' : 'inherited'}
        options={[
          { value: 'inherited', label: inherited },
          { value: 'restricted', label: t('Only invited people') },
        ]}
        onValueChange={(value) =>
          void change(() => rpc.share.setInheritance.mutate({ id, isRestricted: value === 'restricted' }))
        }
        className="min-w-0 flex-1"
      />
    </div>
  )
}

function PeopleList({ sharing, change }: { sharing: PageSharing; change: Change }) {
  const heading = useId()
  const { user } = useCurrentUser()
  const { id, people, invites } = sharing
  if (people.length + invites.length === 0) return null
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className="mb-1 text-xs font-medium text-text-muted">
        {t('People on this page')}
      </h2>
      <ul aria-labelledby={heading} className="flex max-h-64 flex-col overflow-y-auto">
        {people.map((person) => (
          <Person
            key={person.id}
            person={person}
            isMe={person.id === user?.id}
            onRole={(level) => void change(() => rpc.share.setRole.mutate({ id, userId: person.id, level }))}
            onRemove={() => void change(() => rpc.share.remove.mutate({ id, userId: person.id }))}
          />
        ))}
        {invites.map((invite) => (
          <li key={invite.id} className="flex min-h-11 items-center gap-2 border-t border-border py-1.5">
            <span className="min-w-0 flex-1">
              <span className="block truncate">{invite.to}</span>
              <span className="block truncate text-xs text-text-muted">
                {t('Invited as {role}', { role: roleName(invite.level) })}
              </span>
            </span>
            <IconButton
              label={t('Take back the invitation of {name}', { name: invite.to })}
              onClick={() => void change(() => rpc.share.revokeInvite.mutate({ id: invite.id }))}
            >
              <X aria-hidden />
            </IconButton>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Do viewers learn of what is suggested and said? */
function HideReview({ sharing, change }: { sharing: PageSharing; change: Change }) {
  const { id, hidesReview } = sharing
  const [asked, setAsked] = useState<boolean | null>(null)
  const hide = async (isHidden: boolean) => {
    setAsked(isHidden)
    await change(() => rpc.suggestion.hideReview.mutate({ documentId: id, isHidden }))
    setAsked(null)
  }
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the tick box is the control inside
    <label className="flex min-h-8 cursor-pointer items-center gap-2.5 coarse:min-h-11">
      <Checkbox checked={asked ?? hidesReview} onCheckedChange={(isHidden) => void hide(isHidden)} />
      <span>{t('Hide suggestions and comments from viewers')}</span>
    </label>
  )
}

interface PersonProps {
  person: SharedPerson
  isMe: boolean
  onRole(level: Level): void
  onRemove(): void
}

function Person({ person, isMe, onRole, onRemove }: PersonProps) {
  const { name, username, isOwn, from, level } = person
  const detail = from ? t('From “{title}”', { title: from.title }) : username && `@${username}`
  return (
    <li className="flex min-h-11 items-center gap-2 border-t border-border py-1.5 first:border-t-0">
      <Avatar name={name} src={person.avatarUrl} />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">
          {name}
          {isMe && <span className="font-normal text-text-muted"> {t('(you)')}</span>}
        </span>
        {detail && <span className="block truncate text-xs text-text-muted">{detail}</span>}
      </span>
      {isMe ? (
        <span className="text-text-muted">{roleName(level)}</span>
      ) : (
        <Select
          label={t('Role of {name}', { name })}
          value={level}
          options={roleOptions()}
          onValueChange={onRole}
          className="min-w-28"
        />
      )}
      {isOwn && (
        <IconButton
          label={isMe ? t('Leave this page') : t('Take {name} off this page', { name })}
          onClick={onRemove}
        >
          <X aria-hidden />
        </IconButton>
      )}
    </li>
  )
}

/** What somebody who does not own the page sees: what they are on it, and the ways to be more, or to go. */
function OwnRole({ sharing, change }: { sharing: PageSharing; change: Change }) {
  const { user } = useCurrentUser()
  const [asked, setAsked] = useState(false)
  const { id, level } = sharing
  return (
    <div className="flex flex-col gap-2">
      <p>{t('Your role on this page: {role}. Only its owners share it.', { role: roleName(level) })}</p>
      <div className="flex flex-wrap gap-2">
        {level !== 'edit' && (
          <Button
            disabled={asked}
            onClick={async () =>
              setAsked(await change(() => rpc.share.requestAccess.mutate({ id, level: 'edit' })))
            }
          >
            {asked ? t('Its owners are asked') : t('Ask to edit')}
          </Button>
        )}
        {sharing.pod === null && user && (
          <Button onClick={() => void change(() => rpc.share.remove.mutate({ id, userId: user.id }))}>
            {t('Leave this page')}
          </Button>
        )}
      </div>
    </div>
  )
}

/** The page's address, and who can open it. */
function CopyPageLink({ sharing }: { sharing: PageSharing }) {
  const link = `${window.location.origin}/${sharing.id}`
  const who = {
    private: t('Only you can open it.'),
    shared: t('Only people who have this page can open it.'),
    public: t('Everybody can read this page; here it opens for people who have it.'),
  }[sharing.privacy]
  return (
    <div className="flex items-center gap-2 border-t border-border pt-3">
      <p className="min-w-0 flex-1 text-xs text-text-muted">{who}</p>
      <Button onClick={() => void copyText(link, t('Link copied. {who}', { who }), link)}>
        <Copy aria-hidden />
        {t('Copy page link')}
      </Button>
    </div>
  )
}
