import { useQuery } from '@tanstack/react-query'
import { Eye, EyeOff } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { trpc } from '@/app/rpc'
import { useCurrentUser } from '@/app/session'
import { UnsavedSettings } from '@/app/unsaved-settings'
import { t } from '@/shared/i18n'
import { Button, IconButton } from '@/ui/button'
import { Field, Input } from '@/ui/field'
import { toast } from '@/ui/toast'
import { type AiSettings, accessOf, aiSettings, saveAiSettings } from './ai-settings'
import { CopilotSetting } from './copilot/copilot-setting'
import { ModelChoice } from './model-choice'
import { TestConnection } from './test-connection'

/** A key is sent in a header: visible letters without a space. */
const KEY = /^[\x21-\x7e]{0,500}$/
const isKey = (typed: string): boolean => KEY.test(typed.trim())

const trimmed = (settings: AiSettings): AiSettings => ({
  openai: settings.openai.trim(),
  anthropic: settings.anthropic.trim(),
  uploadthing: settings.uploadthing.trim(),
  model: settings.model.trim(),
})

const isSame = (a: AiSettings, b: AiSettings): boolean =>
  a.openai === b.openai &&
  a.anthropic === b.anthropic &&
  a.uploadthing === b.uploadthing &&
  a.model === b.model

/** Keys and model of the person, kept in this browser (product.md 2.32, 5.15), and whether they work. */
export default function ApiSettingsForm() {
  const { user } = useCurrentUser()
  const about = useQuery(trpc.ai.about.queryOptions())
  const [kept, setKept] = useState(aiSettings)
  const [typed, setTyped] = useState(kept)
  const change = (fields: Partial<AiSettings>) => setTyped((before) => ({ ...before, ...fields }))
  const next = trimmed(typed)
  const isRight = isKey(typed.openai) && isKey(typed.anthropic) && isKey(typed.uploadthing)
  const maySave = isRight && !isSame(next, kept)

  const save = (event: FormEvent) => {
    event.preventDefault()
    if (!maySave) return
    try {
      saveAiSettings(next)
    } catch {
      toast.error(t('This browser keeps nothing, so your keys could not be saved.'))
      return
    }
    setKept(next)
    setTyped(next)
    toast.success(t('Keys and model saved in this browser'))
  }

  const hosts = about.data?.hosts
  const sentTo = (host: string | undefined) =>
    host === undefined ? undefined : t('Goes to {host} with your requests.', { host })
  return (
    <form onSubmit={save} autoComplete="off" className="flex flex-col gap-4">
      <p className="text-text-muted">
        {user
          ? t(
              'Keys and model stay in this browser until you sign out. They go through this server with each of your requests; it neither keeps nor logs them.',
            )
          : t(
              'Keys and model stay in this browser. Keys are used once you have signed in; until then they are sent nowhere.',
            )}
      </p>
      <KeyField
        label={t('OpenAI API key')}
        value={typed.openai}
        hint={sentTo(hosts?.openai)}
        onChange={(openai) => change({ openai })}
      />
      <KeyField
        label={t('Anthropic API key')}
        value={typed.anthropic}
        hint={sentTo(hosts?.anthropic)}
        onChange={(anthropic) => change({ anthropic })}
      />
      <KeyField
        label={t('UploadThing API key (optional)')}
        value={typed.uploadthing}
        hint={t('Uploads need no key: this server keeps files itself. The key is only kept here.')}
        onChange={(uploadthing) => change({ uploadthing })}
      />
      <ModelChoice
        value={typed.model}
        serverModel={about.data?.model ?? null}
        onValueChange={(model) => change({ model })}
      />
      <div className="flex justify-end">
        <Button type="submit" variant="primary" disabled={!maySave}>
          {t('Save Keys')}
        </Button>
      </div>
      <CopilotSetting />
      {user && <TestConnection access={accessOf(next)} disabled={!isRight} />}
      <UnsavedSettings enabled={!isSame(next, kept)} />
    </form>
  )
}

/** A key, hidden until it is to be seen. */
function KeyField({
  label,
  value,
  hint,
  onChange,
}: {
  label: string
  value: string
  hint: string | undefined
  onChange(value: string): void
}) {
  const [isShown, setShown] = useState(false)
  return (
    <Field label={label} hint={hint} error={isKey(value) ? undefined : t('This is no API key.')}>
      <KeyInput {...{ value, onChange, isShown }} />
      <IconButton
        label={isShown ? t('Hide {label}', { label }) : t('Show {label}', { label })}
        onClick={() => setShown(!isShown)}
        className="-mt-9 me-1 self-end coarse:-mt-11"
      >
        {isShown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
      </IconButton>
    </Field>
  )
}

const KeyInput = ({
  value,
  onChange,
  isShown,
}: {
  value: string
  onChange(value: string): void
  isShown: boolean
}) => (
  <Input
    type={isShown ? 'text' : 'password'}
    // A password manager would keep it elsewhere, or fill in the password of this site.
    autoComplete="new-password"
    data-1p-ignore
    data-lpignore="true"
    autoCapitalize="none"
    spellCheck={false}
    value={value}
    onChange={(event) => onChange(event.target.value)}
    className="pe-10 coarse:pe-12"
  />
)
