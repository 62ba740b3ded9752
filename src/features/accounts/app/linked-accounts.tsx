import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { failureWords, rpc, trpc } from '@/app/rpc'
import { t } from '@/shared/i18n'
import { Button } from '@/ui/button'
import { ConfirmDialog } from '@/ui/confirm-dialog'
import { Dialog, DialogContent } from '@/ui/dialog'
import { ErrorState } from '@/ui/error-state'
import { Skeleton } from '@/ui/skeleton'
import { toast } from '@/ui/toast'
import { OAUTH_PROVIDERS, type OAuthProvider } from '../model'
import { authCall } from './auth-call'
import { Problem } from './auth-form'
import { PROVIDERS, providerErrorWords } from './provider-words'
import { type Proof, ProofStep } from './step-form'

/** The accounts elsewhere with which the person signs in. A code to the address always works too, so all may go. */
export function LinkedAccounts() {
  const queries = useQueryClient()
  const query = useQuery(trpc.user.linkedAccounts.queryOptions())
  const ways = useQuery(trpc.user.signInWays.queryOptions())
  const company = useQuery(trpc.user.companySignIn.queryOptions()).data?.name
  const { error } = useSearch({ strict: false })
  const [linking, setLinking] = useState<OAuthProvider | null>(null)
  const [unlinking, setUnlinking] = useState<OAuthProvider | null>(null)
  const nameOf = (provider: OAuthProvider) =>
    provider === 'oidc' ? (company ?? PROVIDERS.oidc.name) : PROVIDERS[provider].name

  const link = async (provider: OAuthProvider, proof: Proof = {}) => {
    const { to } = (await authCall(`${provider}/link`, proof)) as { to: string }
    setLinking(null)
    window.location.assign(to)
  }
  const begin = async (provider: OAuthProvider, isAsked: boolean) => {
    if (isAsked) return setLinking(provider)
    await link(provider).catch((failure: unknown) =>
      toast.error(failure instanceof Error ? failure.message : t('Failed to link the account')),
    )
  }
  const unlink = async (provider: OAuthProvider) => {
    try {
      await rpc.user.unlinkAccount.mutate({ provider })
    } catch (failure) {
      throw new Error(failureWords(failure, t('Failed to unlink the account')), { cause: failure })
    } finally {
      await queries.invalidateQueries({ queryKey: trpc.user.linkedAccounts.queryKey() })
    }
  }

  if (query.isPending || ways.isPending) return <Skeleton className="h-24" />
  const failed = [query, ways].find(({ error }) => error !== null)
  if (!query.data || !ways.data)
    return (
      <ErrorState
        title={failureWords(failed?.error, t('Your linked accounts could not be loaded'))}
        action={<Button onClick={() => void failed?.refetch()}>{t('Try again')}</Button>}
      />
    )
  const { hasPassword, hasSecondFactor } = ways.data
  const linked = new Set(query.data.linked.map(({ provider }) => provider))
  const shown = OAUTH_PROVIDERS.filter((provider) => provider !== 'oidc' || company || linked.has(provider))
  return (
    <>
      <Problem>{providerErrorWords(error)}</Problem>
      <p className="text-text-muted">
        {t(
          'Sign in with an account that you have elsewhere. A code sent to your email address always works too.',
        )}
      </p>
      <ul className="divide-y divide-border rounded-popover border border-border">
        {shown.map((provider) => {
          const name = nameOf(provider)
          return (
            <li key={provider} className="flex items-center gap-3 px-3 py-2.5">
              <div className="min-w-0 flex-1">
                <p className="truncate font-medium">{name}</p>
                <p className="truncate text-xs text-text-muted">
                  {linked.has(provider) ? t('Linked') : t('Not linked')}
                </p>
              </div>
              {linked.has(provider) ? (
                <Button
                  size="sm"
                  aria-label={t('Unlink {name}', { name })}
                  onClick={() => setUnlinking(provider)}
                >
                  {t('Unlink')}
                </Button>
              ) : (
                <Button
                  size="sm"
                  aria-label={t('Link {name}', { name })}
                  onClick={() => void begin(provider, hasPassword || hasSecondFactor)}
                >
                  {t('Link')}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      <Dialog open={linking !== null} onOpenChange={(open) => !open && setLinking(null)}>
        {linking && (
          <DialogContent
            title={t('Link {name}', { name: nameOf(linking) })}
            description={
              hasPassword && t('Enter your password, then sign in with {name}.', { name: nameOf(linking) })
            }
          >
            <ProofStep
              asksPassword={hasPassword}
              asksCode={hasSecondFactor}
              onCancel={() => setLinking(null)}
              onProof={(proof) => link(linking, proof)}
            />
          </DialogContent>
        )}
      </Dialog>
      <ConfirmDialog
        open={unlinking !== null}
        onOpenChange={(open) => !open && setUnlinking(null)}
        title={t('Unlink this account?')}
        description={t('You can no longer sign in with it. Your pages stay as they are.')}
        confirmLabel={t('Unlink')}
        danger
        onConfirm={async () => {
          if (unlinking) await unlink(unlinking)
        }}
      />
    </>
  )
}
