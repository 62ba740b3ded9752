import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { failureWords, rpc, trpc } from '@/app/rpc'
import { refreshSession } from '@/app/session'
import { UnsavedSettings } from '@/app/unsaved-settings'
import { t } from '@/shared/i18n'
import { Button } from '@/ui/button'
import { cn } from '@/ui/cn'
import { ErrorState } from '@/ui/error-state'
import { Field, Input } from '@/ui/field'
import { Skeleton } from '@/ui/skeleton'
import { toast } from '@/ui/toast'
import { AvatarPicker } from './avatar-picker'
import { useUsernameCheck } from './username-check'

type Profile = Awaited<ReturnType<typeof rpc.user.getSettings.query>>

/** Name and username; the address can be read only (product.md 2.26). */
export default function ProfileSection() {
  const settings = useQuery(trpc.user.getSettings.queryOptions())
  if (settings.isPending)
    return (
      <div className="flex max-w-md flex-col gap-4" aria-busy>
        <Skeleton className="size-16 rounded-full" />
        <Skeleton className="h-14" />
        <Skeleton className="h-14" />
        <Skeleton className="h-14" />
      </div>
    )
  if (settings.isLoadingError)
    return (
      <ErrorState
        title={failureWords(settings.error, t('Your profile could not be loaded'))}
        action={<Button onClick={() => void settings.refetch()}>{t('Try again')}</Button>}
      />
    )
  return (
    <div className="flex max-w-md flex-col gap-6">
      <AvatarPicker profile={settings.data} />
      <ProfileForm profile={settings.data} />
    </div>
  )
}

/** Is what was typed the username that is stored, but for spaces around it and capitals? */
const isSame = (typed: string, stored: string | null): boolean =>
  typed.trim().toLowerCase() === (stored ?? '')

function ProfileForm({ profile }: { profile: Profile }) {
  const queries = useQueryClient()
  const [name, setName] = useState(profile.name)
  const [username, setUsername] = useState(profile.username ?? '')
  const [busy, setBusy] = useState(false)
  const [shown, setShown] = useState(profile)
  if (profile !== shown) {
    // It was saved, here or in another tab: what nobody has changed since says what the server holds.
    setShown(profile)
    if (name === shown.name) setName(profile.name)
    if (isSame(username, shown.username) || isSame(username, profile.username))
      setUsername(profile.username ?? '')
  }
  const check = useUsernameCheck(username, profile.username)

  const changes = {
    ...(name.trim() !== profile.name && { name: name.trim() }),
    ...(username.trim().toLowerCase() !== (profile.username ?? '') && {
      username: username.trim().toLowerCase(),
    }),
  }
  const isDirty = Object.keys(changes).length > 0
  const mayBeSaved = check.state === 'available' || check.state === 'current'

  const save = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    try {
      await rpc.user.updateSettings.mutate(changes)
      toast.success(t('Profile updated successfully!'))
    } catch (error) {
      toast.error(failureWords(error, t('Failed to update profile')))
    } finally {
      await Promise.all([
        queries.invalidateQueries({ queryKey: trpc.user.getSettings.queryKey() }),
        refreshSession(),
      ])
      setBusy(false)
    }
  }

  const taken = check.state === 'unavailable' || check.state === 'error'
  return (
    <form onSubmit={save} aria-busy={busy} className="flex flex-col gap-4">
      <UnsavedSettings enabled={isDirty && !busy} />
      <Field label={t('Email')}>
        <Input value={profile.email} readOnly />
      </Field>
      <Field label={t('Name')} error={name.trim() === '' && t('Please enter a name')}>
        <Input
          value={name}
          maxLength={80}
          autoComplete="name"
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <Field
        label={t('Username')}
        error={taken && check.words}
        hint={
          !taken && (
            <span role="status" className={cn(check.state === 'available' && 'text-success')}>
              {check.words ?? t('Please enter a username')}
            </span>
          )
        }
      >
        <Input
          value={username}
          maxLength={40}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => setUsername(event.target.value)}
        />
      </Field>
      <div className="flex gap-2">
        <Button
          type="submit"
          variant="primary"
          disabled={!isDirty || !mayBeSaved || name.trim() === '' || busy}
        >
          {t('Save')}
        </Button>
        <Button
          disabled={!isDirty || busy}
          onClick={() => {
            setName(profile.name)
            setUsername(profile.username ?? '')
          }}
        >
          {t('Reset')}
        </Button>
      </div>
    </form>
  )
}
