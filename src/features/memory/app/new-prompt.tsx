import { type FormEvent, useState } from 'react'
import { rpc } from '@/app/rpc'
import { UnsavedGuard } from '@/app/unsaved-guard'
import { t } from '@/shared/i18n'
import { Button } from '@/ui/button'
import { Field, Input, TextArea } from '@/ui/field'
import { Select } from '@/ui/select'
import { DISPLAYS, displayWords, MEMORY, PROMPT_ICONS, type PromptDisplay, type PromptIcon } from '../model'
import { act } from './act'

/** Writes down something new. */
export function NewPrompt() {
  const [title, setTitle] = useState('')
  const [typed, setTyped] = useState('')
  const [icon, setIcon] = useState<PromptIcon>(PROMPT_ICONS[0])
  const [display, setDisplay] = useState<PromptDisplay>('generate')
  const [isBusy, setIsBusy] = useState(false)
  const name = title.trim()
  const prompt = typed.trim()
  const mayBeSaved = name !== '' && prompt !== '' && !isBusy
  const create = async (event?: FormEvent) => {
    event?.preventDefault()
    if (!mayBeSaved) return
    setIsBusy(true)
    const isDone = await act({
      call: () => rpc.prompt.create.mutate({ title: name, prompt, icon, display, status: 'active' }),
      done: t('Prompt created successfully'),
      failed: t('Failed to create prompt'),
    })
    if (isDone) {
      setTitle('')
      setTyped('')
      setIcon(PROMPT_ICONS[0])
    }
    setIsBusy(false)
  }
  return (
    <form onSubmit={create} className="flex flex-col gap-3">
      <UnsavedGuard enabled={(name !== '' || prompt !== '') && !isBusy} />
      <div className="flex flex-wrap items-end gap-2">
        <IconChoice value={icon} onValueChange={setIcon} />
        <Field label={t('Title')} className="min-w-40 flex-1">
          <Input value={title} maxLength={MEMORY.title} onChange={(event) => setTitle(event.target.value)} />
        </Field>
        <Select<PromptDisplay>
          label={t('Used for')}
          value={display}
          options={DISPLAYS.map((value) => ({ value, label: displayWords(value) }))}
          onValueChange={setDisplay}
        />
      </div>
      <Field
        label={t('New prompt')}
        hint={t(
          'What assistants should be told. Active prompts are meant for the language model of this installation.',
        )}
      >
        <TextArea
          value={typed}
          maxLength={MEMORY.prompt}
          placeholder={t('Use short sentences and no jargon.')}
          onChange={(event) => setTyped(event.target.value)}
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
