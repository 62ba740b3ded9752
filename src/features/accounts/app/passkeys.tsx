import { useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { failureWords, rpc, trpc } from '@/app/rpc'
import { t } from '@/shared/i18n'
import { Button } from '@/ui/button'
import { ConfirmDialog } from '@/ui/confirm-dialog'
import { Dialog, DialogContent } from '@/ui/dialog'
import { ErrorState } from '@/ui/error-state'
import { Field, Input } from '@/ui/field'
import { useFormats } from '@/ui/formats'
import { Skeleton } from '@/ui/skeleton'
import { toast } from '@/ui/toast'
import type { Passkey } from '../model'
import { type Proof, ProofStep, StepForm } from './step-form'
import { addPasskey, canUsePasskeys } from './use-passkeys'

/** The passkeys with which the person signs in. */
export function Passkeys() {
  const formats = useFormats()
  const queries = useQueryClient()
  const query = useQuery(trpc.user.signInWays.queryOptions())
  const [isAsking, setAsking] = useState(false)
  const [renaming, setRenaming] = useState<Passkey | null>(null)
  const [removing, setRemoving] = useState<Passkey | null>(null)
  const reload = () => queries.invalidateQueries({ queryKey: trpc.user.signInWays.queryKey() })

  const add = async (proof: Proof = {}) => {
    await addPasskey(proof)
    setAsking(false)
    toast.success(t('Passkey added'))
    await reload()
  }
  const begin = async (isAsked: boolean) => {
    if (isAsked) return setAsking(true)
    await add().catch((error: unknown) =>
      toast.error(error instanceof Error ? error.message : t('Failed to add a passkey')),
    )
  }
  const rename = async (id: string, name: string) => {
    try {
      await rpc.user.renamePasskey.mutate({ id, name })
    } catch (error) {
      throw new Error(failureWords(error, t('Failed to rename the passkey')), { cause: error })
    } finally {
      await reload()
    }
    setRenaming(null)
  }
  const remove = async (id: string) => {
    try {
      await rpc.user.removePasskey.mutate({ id })
    } catch (error) {
      throw new Error(failureWords(error, t('Failed to remove the passkey')), { cause: error })
    } finally {
      await reload()
    }
  }

  if (query.isPending) return <Skeleton className="h-16" />
  if (query.isLoadingError)
    return (
      <ErrorState
        title={failureWords(query.error, t('Your passkeys could not be loaded'))}
        action={<Button onClick={() => void query.refetch()}>{t('Try again')}</Button>}
      />
    )
  const { passkeys, hasPassword, hasSecondFactor } = query.data
  return (
    <>
      <p className="text-text-muted">
        {t('Sign in with your fingerprint, your face, the PIN of your device or a security key.')}
      </p>
      {passkeys.length > 0 && (
        <ul
          aria-label={t('Passkeys')}
          className="divide-y divide-border rounded-popover border border-border"
        >
          {passkeys.map((passkey) => (
            <li key={passkey.id} className="flex items-center gap-3 px-3 py-2.5">
              <KeyRound aria-hidden className="size-4 shrink-0 text-text-muted" />
              <div className="min-w-0 flex-1">
                <p className="truncate font-medium">{passkey.name}</p>
                <p className="truncate text-xs text-text-muted">
                  {passkey.lastUsedAt === null
                    ? t('added {when}, not used yet', { when: formats.dateTime(passkey.createdAt) })
                    : t('last used {when}', { when: formats.dateTime(passkey.lastUsedAt) })}
                </p>
              </div>
              <Button
                size="sm"
                aria-label={t('Rename passkey {name}', { name: passkey.name })}
                onClick={() => setRenaming(passkey)}
              >
                {t('Rename')}
              </Button>
              <Button
                size="sm"
                aria-label={t('Remove passkey {name}', { name: passkey.name })}
                onClick={() => setRemoving(passkey)}
              >
                {t('Remove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {canUsePasskeys() ? (
        <Button className="self-start" onClick={() => void begin(hasPassword || hasSecondFactor)}>
          {t('Add a passkey')}
        </Button>
      ) : (
        <p className="text-text-muted">{t('Passkeys do not work in this browser or at this address.')}</p>
      )}
      <Dialog open={isAsking} onOpenChange={setAsking}>
        <DialogContent
          title={t('Add a passkey')}
          description={hasPassword && t('Enter your password, then follow your browser.')}
        >
          <ProofStep
            asksPassword={hasPassword}
            asksCode={hasSecondFactor}
            onCancel={() => setAsking(false)}
            onProof={add}
          />
        </DialogContent>
      </Dialog>
      <Dialog open={renaming !== null} onOpenChange={(open) => !open && setRenaming(null)}>
        <DialogContent title={t('Rename passkey')}>
          {renaming && (
            <NameStep
              name={renaming.name}
              onCancel={() => setRenaming(null)}
              onName={(name) => rename(renaming.id, name)}
            />
          )}
        </DialogContent>
      </Dialog>
      <ConfirmDialog
        open={removing !== null}
        onOpenChange={(open) => !open && setRemoving(null)}
        title={t('Remove this passkey?')}
        description={t('It can no longer sign in to your account. Your device may go on offering it.')}
        confirmLabel={t('Remove')}
        danger
        onConfirm={async () => {
          if (removing) await remove(removing.id)
        }}
      />
    </>
  )
}

interface NameStepProps {
  name: string
  onCancel(): void
  onName(name: string): Promise<void>
}

/** What one calls a passkey, to tell a phone from a key on a key ring. */
function NameStep({ name, onCancel, onName }: NameStepProps) {
  const [typed, setTyped] = useState(name)
  const wanted = typed.trim()
  return (
    <StepForm
      submitLabel={t('Rename')}
      ready={wanted !== '' && wanted !== name}
      onCancel={onCancel}
      onSubmit={() => onName(wanted)}
    >
      <Field label={t('Name')}>
        <Input
          value={typed}
          autoFocus
          maxLength={80}
          autoComplete="off"
          onFocus={(event) => event.target.select()}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
    </StepForm>
  )
}
