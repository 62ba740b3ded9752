import { useState } from 'react'
import { MissingScreen } from '@/app/error-screens'
import { failureWords } from '@/app/failures'
import { rpc } from '@/app/rpc'
import { t } from '@/shared/i18n'
import { Button } from '@/ui/button'
import { Field, Input } from '@/ui/field'
import { SHARE } from '../model'
import { OrPublished } from './or-published'
import { OrSettled } from './or-settled'

/**
 * The screen for a page that is not there or not shared with the person: the server does not say which. Its owners can be asked;
 * where there are none, nobody hears it, and it looks the same.
 */
export default function MissingPage({ documentId }: { documentId: string }) {
  return (
    <OrSettled documentId={documentId}>
      <OrPublished documentId={documentId}>
        <AskForPage documentId={documentId} />
      </OrPublished>
    </OrSettled>
  )
}

function AskForPage({ documentId }: { documentId: string }) {
  const [message, setMessage] = useState('')
  const [state, setState] = useState<'open' | 'busy' | 'asked'>('open')
  const [problem, setProblem] = useState<string | null>(null)
  const ask = async () => {
    setState('busy')
    setProblem(null)
    try {
      await rpc.share.requestAccess.mutate({ id: documentId, message })
      setState('asked')
    } catch (error) {
      setState('open')
      setProblem(failureWords(error, t('That did not work. Please try again.')))
    }
  }
  return (
    <MissingScreen>
      {state === 'asked' ? (
        <p role="status">
          {t('If there is such a page, its owners are asked now. You are told when they let you in.')}
        </p>
      ) : (
        <form
          className="mx-auto flex w-full max-w-sm flex-col gap-2 text-start"
          onSubmit={(event) => {
            event.preventDefault()
            void ask()
          }}
        >
          <Field label={t('Ask its owners to let you in')} error={problem}>
            <Input
              value={message}
              maxLength={SHARE.message}
              onChange={(event) => setMessage(event.target.value)}
              placeholder={t('A word to them, if you like')}
            />
          </Field>
          <Button type="submit" disabled={state === 'busy'}>
            {t('Ask for access')}
          </Button>
        </form>
      )}
    </MissingScreen>
  )
}
