import { type FormEvent, useState } from 'react'
import { rpc } from '@/app/rpc'
import { UnsavedGuard } from '@/app/unsaved-guard'
import { t } from '@/shared/i18n'
import { Button } from '@/ui/button'
import { Field, TextArea } from '@/ui/field'
import { MEMORY } from '../model'
import { act } from './act'

/** Writes down something new. */
export function NewMemory() {
  const [typed, setTyped] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const memory = typed.trim()
  const create = async (event?: FormEvent) => {
    event?.preventDefault()
    if (memory === '' || isBusy) return
    setIsBusy(true)
    const isDone = await act({
      call: () => rpc.memory.create.mutate({ memory, status: 'active' }),
      done: t('Memory created successfully'),
      failed: t('Failed to create memory'),
    })
    if (isDone) setTyped('')
    setIsBusy(false)
  }
  return (
    <form onSubmit={create} className="flex flex-col gap-2">
      <UnsavedGuard enabled={memory !== '' && !isBusy} />
      <Field
        label={t('New memory')}
        hint={t(
          'What assistants should know of you. Active memories are meant for the language model of this installation.',
        )}
      >
        <TextArea
          value={typed}
          maxLength={MEMORY.memory}
          placeholder={t('I teach chemistry and write for beginners.')}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void create()
          }}
        />
      </Field>
      <Button type="submit" variant="primary" disabled={memory === '' || isBusy} className="self-start">
        {t('Add memory')}
      </Button>
    </form>
  )
}
