import { type FormEvent, useState } from 'react'
import { askBeforeUnload } from '@/app/leaving'
import { rpc } from '@/app/rpc'
import { t } from '@/shared/i18n'
import { createStore } from '@/shared/store'
import { Button } from '@/ui/button'
import { Field, TextArea } from '@/ui/field'
import { useStore } from '@/ui/use-store'
import { MEMORY } from '../model'
import { act } from './act'

/** What is being written: it stays when the settings are closed or another section is opened. */
const draft = createStore('')
askBeforeUnload(() => draft.get().trim() !== '')

/** Writes down something new. */
export function NewMemory() {
  const typed = useStore(draft)
  const [isBusy, setIsBusy] = useState(false)
  const memory = typed.trim()
  const create = async (event?: FormEvent) => {
    event?.preventDefault()
    if (memory === '' || isBusy) return
    setIsBusy(true)
    await act({
      async call() {
        try {
          await rpc.memory.create.mutate({ memory, status: 'active' })
        } finally {
          setIsBusy(false)
        }
        // What has been typed meanwhile is the next one.
        if (draft.get() === typed) draft.set('')
      },
      done: t('Memory created successfully'),
      failed: t('Failed to create memory'),
    })
  }
  return (
    <form onSubmit={create} className="flex flex-col gap-2">
      <Field
        label={t('New memory')}
        hint={t(
          'What assistants should know of you. Active memories go to the language model with whatever you ask it, the newest first, as many as fit.',
        )}
      >
        <TextArea
          value={typed}
          maxLength={MEMORY.memory}
          placeholder={t('I teach chemistry and write for beginners.')}
          onChange={(event) => draft.set(event.target.value)}
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
