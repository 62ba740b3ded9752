import { type FormEvent, useState } from 'react'
import { askBeforeUnload } from '@/app/leaving'
import { rpc } from '@/app/rpc'
import { t } from '@/shared/i18n'
import { createStore } from '@/shared/store'
import { Button } from '@/ui/button'
import { Field, Input, TextArea } from '@/ui/field'
import { Select } from '@/ui/select'
import { useStore } from '@/ui/use-store'
import { DISPLAYS, displayWords, MEMORY, PROMPT_ICONS, type PromptDisplay, type PromptIcon } from '../model'
import { act } from './act'

interface Draft {
  title: string
  prompt: string
  icon: PromptIcon
  display: PromptDisplay
}
const EMPTY: Draft = { title: '', prompt: '', icon: PROMPT_ICONS[0], display: 'generate' }
/** What is being written: it stays when the settings are closed or another section is opened. */
const kept = createStore(EMPTY)
askBeforeUnload(() => `${kept.get().title}${kept.get().prompt}`.trim() !== '')

/** Writes down something new. */
export function NewPrompt() {
  const draft = useStore(kept)
  const { icon, display } = draft
  const change = (fields: Partial<Draft>) => kept.set({ ...kept.get(), ...fields })
  const [isBusy, setIsBusy] = useState(false)
  const title = draft.title.trim()
  const prompt = draft.prompt.trim()
  const mayBeSaved = title !== '' && prompt !== '' && !isBusy
  const create = async (event?: FormEvent) => {
    event?.preventDefault()
    if (!mayBeSaved) return
    setIsBusy(true)
    await act({
      async call() {
        try {
          await rpc.prompt.create.mutate({ title, prompt, icon, display, status: 'active' })
        } finally {
          setIsBusy(false)
        }
        // What has been typed meanwhile is the next one.
        if (kept.get() === draft) kept.set({ ...EMPTY, display })
      },
      done: t('Prompt created successfully'),
      failed: t('Failed to create prompt'),
    })
  }
  return (
    <form onSubmit={create} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end gap-2">
        <IconChoice value={icon} onValueChange={(next) => change({ icon: next })} />
        <Field label={t('Title')} className="min-w-40 flex-1">
          <Input
            value={draft.title}
            maxLength={MEMORY.title}
            onChange={(event) => change({ title: event.target.value })}
          />
        </Field>
        <Select<PromptDisplay>
          label={t('Used for')}
          value={display}
          options={DISPLAYS.map((value) => ({ value, label: displayWords(value) }))}
          onValueChange={(next) => change({ display: next })}
        />
      </div>
      <Field
        label={t('New prompt')}
        hint={t(
          'What assistants should be told. Active prompts go to the language model with every request of their kind, the newest first, as many as fit.',
        )}
      >
        <TextArea
          value={draft.prompt}
          maxLength={MEMORY.prompt}
          placeholder={t('Use short sentences and no jargon.')}
          onChange={(event) => change({ prompt: event.target.value })}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void create()
          }}
        />
      </Field>
      <Button type="submit" variant="primary" disabled={!mayBeSaved} className="self-start">
        {t('Add prompt')}
      </Button>
    </form>
  )
}

function IconChoice({ value, onValueChange }: { value: PromptIcon; onValueChange(icon: PromptIcon): void }) {
  return (
    <fieldset className="flex flex-wrap gap-0.5">
      <legend className="mb-1.5 text-sm font-medium">{t('Icon')}</legend>
      {PROMPT_ICONS.map((icon) => (
        <label
          key={icon}
          className="inline-flex size-8 cursor-pointer items-center justify-center rounded-control text-base hover:bg-hover has-checked:bg-pressed has-focus-visible:outline-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name="prompt-icon"
            className="sr-only"
            checked={icon === value}
            aria-label={icon}
            onChange={() => onValueChange(icon)}
          />
          <span aria-hidden>{icon}</span>
        </label>
      ))}
    </fieldset>
  )
}
