import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { t } from '@/shared/i18n'
import { Button } from '@/ui/button'
import { Problem } from './auth-form'
import { canUsePasskeys, signInWithPasskey } from './use-passkeys'

/** The way in by passkey, where the browser has them. */
export function PasskeyButton({ onDone }: { onDone(): Promise<void> }) {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  if (!canUsePasskeys()) return null
  const signIn = async () => {
    setBusy(true)
    setProblem(null)
    try {
      await signInWithPasskey()
      await onDone()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button size="lg" disabled={isBusy} aria-busy={isBusy} onClick={() => void signIn()}>
        <KeyRound aria-hidden />
        {t('Sign in with a passkey')}
      </Button>
      <Problem>{problem}</Problem>
    </>
  )
}
