import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { failureWords } from '@/app/rpc'
import type { PageDetail } from '@/features/pages/model'
import { t } from '@/shared/i18n'
import { Button } from '@/ui/button'
import { Checkbox } from '@/ui/checkbox'
import { Field, Input } from '@/ui/field'
import { useFormatChoice } from '@/ui/formats'
import { toast } from '@/ui/toast'
import { PASSWORD, PUBLISH_WORDS, type PublishSettings, slugFrom, slugProblem } from '../model'
import {
  changesOf,
  type Draft,
  type DraftField,
  draftFaults,
  draftOf,
  isChanged,
  type PublishChanges,
  refusedField,
} from './publish-draft'
import { useUpdatePublication } from './use-publish'

interface PublishFormProps {
  page: Pick<PageDetail, 'id' | 'title'>
  settings: PublishSettings
  /** What is written and not saved yet; null: nothing. */
  draft: Draft | null
  onDraft(draft: Draft | null): void
  /** Publishes the page with these changes. Rejects with what the server says, which the form shows at its field. */
  onPublish(changes: PublishChanges): Promise<unknown>
}

/**
 * How a page is shown to everybody. Before it is published the form's button publishes it as the form says; afterwards
 * the button saves what was changed.
 */
export function PublishForm({ page, settings, draft: written, onDraft, onPublish }: PublishFormProps) {
  const { timeZone } = useFormatChoice()
  const draft = written ?? draftOf(settings, timeZone)
  const update = useUpdatePublication(page.id)
  const [isSending, setSending] = useState(false)
  const [refused, setRefused] = useState<{ field: DraftField | null; words: string } | null>(null)
  const expires = useRef<HTMLInputElement>(null)
  const form = useRef<HTMLFormElement>(null)
  // How often it was sent in vain. What is wrong can take the focus only when it is drawn, and no longer disabled.
  const [failed, setFailed] = useState(0)
  useEffect(() => {
    if (failed > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [failed])
  const faults = draftFaults(draft)
  const suggestion = slugFrom(page.title)
  const isDirty = isChanged(draft, settings, timeZone)

  const faultAt = (field: DraftField) => faults[field] ?? (refused?.field === field ? refused.words : null)
  const change = (fields: Partial<Draft>) => {
    setRefused(null)
    onDraft({ ...draft, ...fields })
  }

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // A time that is half written reads as empty, which would mean "does not end".
    if (expires.current?.validity.badInput)
      setRefused({ field: 'expires', words: PUBLISH_WORDS.expiryIncomplete })
    else if (Object.keys(faults).length === 0) {
      setSending(true)
      setRefused(null)
      try {
        const changes = changesOf(draft, settings, timeZone)
        if (settings.isPublished) {
          await update.mutateAsync(changes)
          toast.success(t('Setting updated'))
        } else await onPublish(changes)
        onDraft(null)
        return
      } catch (error) {
        const words = failureWords(error, t('Your changes could not be saved'))
        const field = refusedField(words)
        // Failing to publish as such is told where publishing is told.
        if (field || settings.isPublished) setRefused({ field, words })
      } finally {
        setSending(false)
      }
    }
    setFailed((times) => times + 1)
  }

  return (
    <form ref={form} noValidate aria-busy={isSending} onSubmit={(event) => void submit(event)}>
      <fieldset disabled={isSending} className="flex flex-col gap-3 border-t border-border pt-3">
        <Field
          label={t('Address')}
          error={faultAt('slug')}
          hint={
            !faultAt('slug') &&
            t('{host}/preview/{slug}', { host: window.location.host, slug: draft.slug || page.id })
          }
          aside={
            draft.slug === '' &&
            slugProblem(suggestion) === null && (
              <Aside onClick={() => change({ slug: suggestion })}>{t('Use the title')}</Aside>
            )
          }
        >
          <Input
            value={draft.slug}
            placeholder={t('our-project')}
            maxLength={60}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => change({ slug: event.target.value.toLowerCase().replace(/\s+/g, '-') })}
          />
        </Field>
        <Field
          label={t('Password')}
          error={faultAt('password')}
          hint={
            draft.removesPassword &&
            settings.isPublished &&
            t('Anyone with the link can read it once you save.')
          }
          aside={
            settings.hasPassword &&
            draft.password === '' &&
            (draft.removesPassword ? (
              <Aside onClick={() => change({ removesPassword: false })}>{t('Keep')}</Aside>
            ) : (
              <Aside onClick={() => change({ removesPassword: true })}>{t('Remove')}</Aside>
            ))
          }
        >
          <Input
            type="password"
            value={draft.password}
            placeholder={
              settings.hasPassword && !draft.removesPassword ? t('Set. Write here to change it') : t('None')
            }
            maxLength={PASSWORD.max}
            autoComplete="new-password"
            onChange={(event) => change({ password: event.target.value, removesPassword: false })}
          />
        </Field>
        <Field label={t('Expires')} error={faultAt('expires')}>
          <Input
            ref={expires}
            type="datetime-local"
            value={draft.expires}
            onChange={(event) => change({ expires: event.target.value })}
          />
        </Field>
        <Choice
          label={t('Show the pages inside it too')}
          checked={draft.subPages}
          onChange={(subPages) => change({ subPages })}
        />
        <Choice
          label={t('Hide from search engines, feeds and lists')}
          checked={draft.noindex}
          onChange={(noindex) => change({ noindex })}
        />
        <div role="alert" className="text-xs text-danger empty:hidden">
          {refused?.field === null && refused.words}
        </div>
        {(isDirty || !settings.isPublished) && (
          <div className="flex justify-end gap-2">
            {isDirty && (
              <Button
                onClick={() => {
                  setRefused(null)
                  onDraft(null)
                }}
              >
                {t('Reset')}
              </Button>
            )}
            <Button type="submit" variant="primary" className={settings.isPublished ? undefined : 'flex-1'}>
              {settings.isPublished ? t('Save') : t('Publish')}
            </Button>
          </div>
        )}
      </fieldset>
    </form>
  )
}

function Aside({ onClick, children }: { onClick(): void; children: ReactNode }) {
  return (
    <button type="button" className="cursor-pointer text-xs text-accent hover:underline" onClick={onClick}>
      {children}
    </button>
  )
}

function Choice({
  label,
  checked,
  onChange,
}: {
  label: string
  checked: boolean
  onChange(checked: boolean): void
}) {
  const id = useId()
  return (
    <label htmlFor={id} className="flex min-h-7 cursor-pointer items-center gap-2 coarse:min-h-11">
      <Checkbox id={id} checked={checked} onCheckedChange={onChange} />
      {label}
    </label>
  )
}
