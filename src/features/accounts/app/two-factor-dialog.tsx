import { useEffect, useState } from 'react'
import { renderSVG } from 'uqr'
import { t } from '@/shared/i18n'
import { Button } from '@/ui/button'
import { copyText } from '@/ui/copy-text'
import { Dialog, DialogContent, DialogFooter } from '@/ui/dialog'
import { Field, Input } from '@/ui/field'
import { toast } from '@/ui/toast'
import { CODE_LENGTH } from '../model'
import { authCall } from './auth-call'
import { CodeField } from './auth-fields'
import { Problem } from './auth-form'
import { isCode, type Proof, ProofStep, SecondFactorField, StepForm } from './step-form'

export type TwoFactorTask = 'set-up' | 'recovery-codes' | 'end'

interface TwoFactorDialogProps {
  task: TwoFactorTask
  /** Without a password there is none to ask for. */
  hasPassword: boolean
  onClose(): void
  /** Asks the server again. */
  onChanged(): Promise<void>
}

type Step =
  | { name: 'password' }
  | { name: 'app'; address: string; recoveryCodes: string[] }
  | { name: 'codes'; recoveryCodes: string[] }

const titleOf = (task: TwoFactorTask): string =>
  ({
    'set-up': t('Set up two-factor authentication'),
    'recovery-codes': t('New recovery codes'),
    end: t('Turn off two-factor authentication'),
  })[task]

/** Turns two-factor authentication on or off, or makes new recovery codes, step by step. */
export default function TwoFactorDialog({ task, hasPassword, onClose, onChanged }: TwoFactorDialogProps) {
  const [step, setStep] = useState<Step>({ name: 'password' })
  const [isConfirming, setConfirming] = useState(false)
  const begin = async (proof: Proof = {}) => {
    if (task === 'set-up') {
      const begun = await authCall('second-factor/begin', proof)
      setStep({ name: 'app', ...(begun as { address: string; recoveryCodes: string[] }) })
    } else {
      const renewed = await authCall('second-factor/recovery-codes', proof)
      setStep({ name: 'codes', ...(renewed as { recoveryCodes: string[] }) })
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(open, details) => {
        // Recovery codes are shown once: no slip of the hand takes them away, nor the moment before they come.
        const isKept = isConfirming || (step.name === 'codes' && details.reason !== 'close-press')
        if (isKept) details.cancel()
        else if (!open) onClose()
      }}
    >
      <DialogContent title={titleOf(task)}>
        {task === 'end' ? (
          <EndStep
            onCancel={onClose}
            onEnded={async () => {
              await onChanged()
              onClose()
              toast.success(t('Two-factor authentication is off'))
            }}
          />
        ) : step.name === 'password' ? (
          hasPassword || task === 'recovery-codes' ? (
            <ProofStep
              asksPassword={hasPassword}
              asksCode={task === 'recovery-codes'}
              onCancel={onClose}
              onProof={begin}
            />
          ) : (
            <BeginAtOnce begin={begin} />
          )
        ) : step.name === 'app' ? (
          <AppStep
            address={step.address}
            onCancel={onClose}
            onConfirm={async (code) => {
              setConfirming(true)
              try {
                await authCall('second-factor/confirm', { code })
                setStep({ name: 'codes', recoveryCodes: step.recoveryCodes })
              } finally {
                setConfirming(false)
              }
              await onChanged()
            }}
          />
        ) : (
          <CodesStep codes={step.recoveryCodes} onDone={onClose} />
        )}
      </DialogContent>
    </Dialog>
  )
}

/** An account without a password goes on without one. */
function BeginAtOnce({ begin }: { begin(): Promise<void> }) {
  const [problem, setProblem] = useState<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the window opens
  useEffect(() => {
    begin().catch((error: unknown) => setProblem(error instanceof Error ? error.message : String(error)))
  }, [])
  return <Problem>{problem}</Problem>
}

interface AppStepProps {
  address: string
  onCancel(): void
  onConfirm(code: string): Promise<void>
}

function AppStep({ address, onCancel, onConfirm }: AppStepProps) {
  const [code, setCode] = useState('')
  const key = new URL(address).searchParams.get('secret') ?? ''
  const picture = `data:image/svg+xml,${encodeURIComponent(renderSVG(address, { border: 2 }))}`
  return (
    <StepForm
      submitLabel={t('Turn on')}
      ready={code.length === CODE_LENGTH}
      onCancel={onCancel}
      onSubmit={() => onConfirm(code)}
    >
      <p>{t('Scan this with an authenticator app, then enter the code that it shows.')}</p>
      <img
        src={picture}
        alt={t('QR code for an authenticator app')}
        className="mx-auto size-44 rounded-control"
      />
      <Field label={t('Key, if the app cannot scan')}>
        <Input readOnly value={key.replace(/(.{4})(?=.)/g, '$1 ')} className="font-mono text-xs" />
      </Field>
      <CodeField value={code} onChange={setCode} autoFocus />
    </StepForm>
  )
}

function EndStep({ onCancel, onEnded }: { onCancel(): void; onEnded(): Promise<void> }) {
  const [code, setCode] = useState('')
  return (
    <StepForm
      submitLabel={t('Turn off')}
      ready={isCode(code)}
      onCancel={onCancel}
      onSubmit={async () => {
        await authCall('second-factor/end', { code })
        await onEnded()
      }}
    >
      <SecondFactorField value={code} onChange={setCode} autoFocus />
    </StepForm>
  )
}

function CodesStep({ codes, onDone }: { codes: readonly string[]; onDone(): void }) {
  const text = codes.join('\n')
  return (
    <>
      <p>
        {t(
          'Keep these codes in a safe place. Each signs you in once when you do not have your app. They are not shown again.',
        )}
      </p>
      <ul
        aria-label={t('Recovery codes')}
        className="mt-4 grid grid-cols-2 gap-x-4 gap-y-1 rounded-control bg-hover p-3 text-center font-mono"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <DialogFooter>
        <a
          className="self-center text-sm text-accent underline"
          href={`data:text/plain,${encodeURIComponent(`${text}\n`)}`}
          download="sheaf-recovery-codes.txt"
        >
          {t('Download')}
        </a>
        <Button
          onClick={() => void copyText(text, t('Recovery codes copied'), t('Please select and copy them.'))}
        >
          {t('Copy')}
        </Button>
        <Button variant="primary" onClick={onDone}>
          {t('Done')}
        </Button>
      </DialogFooter>
    </>
  )
}
