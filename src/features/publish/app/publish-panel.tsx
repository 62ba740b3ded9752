import { Check, Copy, ExternalLink, Globe } from 'lucide-react'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { failureWords } from '@/app/rpc'
import { UnsavedGuard } from '@/app/unsaved-guard'
import type { PageDetail } from '@/features/pages/model'
import { Button, buttonClass, IconButton } from '@/ui/button'
import { Checkbox } from '@/ui/checkbox'
import { ErrorState } from '@/ui/error-state'
import { Field, Input } from '@/ui/field'
import { ButtonPopover } from '@/ui/popover'
import type { Popup } from '@/ui/popup-button'
import { Skeleton } from '@/ui/skeleton'
import { Tab, TabPanel, Tabs, TabsList } from '@/ui/tabs'
import { toast } from '@/ui/toast'
import { PASSWORD, PUBLISH_WORDS, type PublishSettings, publicPath, slugFrom, slugProblem } from '../model'
import { usePublish, usePublishSettings, useUpdatePublication } from './use-publish'

/** How long "copied" is shown (product.md 9.7). */
const COPIED_MS = 2_000

type Props = { popup: Popup; page: Pick<PageDetail, 'id' | 'title' | 'isPublished'> }

/** The publish popover (product.md 2.36): shows the page to everybody, and how. What is not saved outlives closing it. */
export default function PublishPanel({ popup, page }: Props) {
  const query = usePublishSettings(page.id)
  const [draft, setDraft] = useState<Draft | null>(null)
  return (
    <>
      <UnsavedGuard enabled={draft !== null && query.data !== undefined && isChanged(draft, query.data)} />
      <ButtonPopover popup={popup} align="end" label="Publish" className="w-[24rem] p-0 text-start">
        <Tabs defaultValue="publish">
          <TabsList className="px-2 pt-1">
            <Tab value="publish">Publish</Tab>
          </TabsList>
          <TabPanel value="publish" className="p-3">
            {query.data ? (
              <Publish page={page} settings={query.data} draft={draft} onDraft={setDraft} />
            ) : query.error ? (
              <ErrorState
                title={failureWords(query.error, 'How this page is published could not be loaded')}
                action={<Button onClick={() => void query.refetch()}>Try again</Button>}
              />
            ) : (
              <div className="flex flex-col gap-3" aria-busy>
                <Skeleton className="h-5 w-2/3" />
                <Skeleton className="h-8" />
              </div>
            )}
          </TabPanel>
        </Tabs>
      </ButtonPopover>
    </>
  )
}

interface PublishProps {
  page: Props['page']
  settings: PublishSettings
  draft: Draft | null
  onDraft(draft: Draft | null): void
}

function Publish({ page, settings, draft, onDraft }: PublishProps) {
  const publish = usePublish(page.id)
  const isOver = settings.expiresAt !== null && Date.parse(settings.expiresAt) <= Date.now()
  const link = window.location.origin + publicPath(page.id, settings.slug)
  return (
    <div className="flex flex-col gap-4">
      {settings.isPublished ? (
        <div className="flex flex-col gap-2">
          <p className="text-text-muted">
            {isOver
              ? 'The time of this page is over: nobody sees it until you choose another.'
              : settings.hasPassword
                ? 'Everybody with the link and the password can read this page.'
                : 'Everybody with the link can read this page.'}
          </p>
          <ShownLink link={link} />
          <div className="flex gap-2">
            <a href={link} target="_blank" rel="noopener" className={buttonClass('primary', 'md')}>
              <ExternalLink aria-hidden />
              View site
            </a>
            <Button disabled={publish.isPending} onClick={() => publish.mutate(false)}>
              Unpublish
            </Button>
          </div>
        </div>
      ) : (
        <div className="flex flex-col gap-2">
          <p className="text-text-muted">
            {settings.shownBy
              ? `Everybody can read this page, because “${settings.shownBy.title}” is published with the pages inside it.`
              : 'Everybody with the link can read the page as it is now and as you go on writing. Comments, earlier versions and pages that are not published stay private.'}
          </p>
          {settings.shownBy && <ShownLink link={window.location.origin + publicPath(page.id)} />}
          <Button variant="primary" disabled={publish.isPending} onClick={() => publish.mutate(true)}>
            <Globe aria-hidden />
            Publish
          </Button>
        </div>
      )}
      <Settings page={page} settings={settings} draft={draft ?? draftOf(settings)} onDraft={onDraft} />
    </div>
  )
}

function ShownLink({ link }: { link: string }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), COPIED_MS)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = () =>
    navigator.clipboard.writeText(link).then(
      () => setCopied(true),
      () => void toast.error('The link could not be copied.', { description: link }),
    )
  return (
    <div className="flex items-center gap-1">
      <Input
        aria-label="Link to the published page"
        readOnly
        value={link}
        onFocus={(event) => event.target.select()}
      />
      <IconButton label={copied ? 'Copied' : 'Copy link'} size="md" onClick={() => void copy()}>
        {copied ? <Check aria-hidden className="text-success" /> : <Copy aria-hidden />}
      </IconButton>
    </div>
  )
}

/** What is written in the form and not saved yet. */
interface Draft {
  slug: string
  password: string
  /** As a field for date and time has it: local, to the minute. */
  expires: string
}

const localTime = (iso: string | null): string => {
  if (iso === null) return ''
  const at = new Date(iso)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

const draftOf = (settings: PublishSettings): Draft => ({
  slug: settings.slug ?? '',
  password: '',
  expires: localTime(settings.expiresAt),
})

const changesOf = (draft: Draft, settings: PublishSettings) => ({
  ...(draft.slug !== (settings.slug ?? '') && { slug: draft.slug || null }),
  ...(draft.password !== '' && { password: draft.password }),
  ...(draft.expires !== localTime(settings.expiresAt) && {
    expiresAt: draft.expires === '' ? null : new Date(draft.expires).toISOString(),
  }),
})

const isChanged = (draft: Draft, settings: PublishSettings): boolean =>
  Object.keys(changesOf(draft, settings)).length > 0

interface SettingsProps extends Omit<PublishProps, 'draft'> {
  draft: Draft
}

function Settings({ page, settings, draft, onDraft }: SettingsProps) {
  const update = useUpdatePublication(page.id)
  const [failure, setFailure] = useState<string | null>(null)
  const slugFault = draft.slug === '' ? null : slugProblem(draft.slug)
  const passwordFault =
    draft.password !== '' && draft.password.length < PASSWORD.min ? PUBLISH_WORDS.passwordShort : null
  const isDirty = isChanged(draft, settings)
  const suggestion = slugFrom(page.title)

  const change = (fields: Partial<Draft>) => {
    setFailure(null)
    onDraft({ ...draft, ...fields })
  }
  const save = (changes: Parameters<typeof update.mutate>[0], done: () => void = () => undefined) =>
    update.mutate(changes, {
      onSuccess: done,
      onError: (error) => setFailure(failureWords(error, 'Your changes could not be saved')),
    })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save(changesOf(draft, settings), () => {
      onDraft(null)
      toast.success('Setting updated')
    })
  }

  return (
    <form onSubmit={submit} className="flex flex-col gap-3 border-t border-border pt-3">
      <Field
        label="Address"
        error={slugFault}
        hint={!slugFault && `${window.location.host}/preview/${draft.slug || page.id}`}
        aside={
          draft.slug === '' && slugProblem(suggestion) === null ? (
            <button
              type="button"
              className="cursor-pointer text-xs text-accent hover:underline"
              onClick={() => change({ slug: suggestion })}
            >
              Use the title
            </button>
          ) : undefined
        }
      >
        <Input
          value={draft.slug}
          placeholder="a-name-of-your-own"
          maxLength={60}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => change({ slug: event.target.value.toLowerCase().replace(/\s+/g, '-') })}
        />
      </Field>
      <Field
        label="Password"
        error={passwordFault}
        aside={
          settings.hasPassword ? (
            <button
              type="button"
              className="cursor-pointer text-xs text-accent hover:underline"
              onClick={() => save({ password: null })}
            >
              Remove
            </button>
          ) : undefined
        }
      >
        <Input
          type="password"
          value={draft.password}
          placeholder={settings.hasPassword ? 'Set. Write here to change it' : 'None'}
          maxLength={PASSWORD.max}
          autoComplete="new-password"
          onChange={(event) => change({ password: event.target.value })}
        />
      </Field>
      <Field label="Ends">
        <Input
          type="datetime-local"
          value={draft.expires}
          onChange={(event) => change({ expires: event.target.value })}
        />
      </Field>
      <Choice
        label="Show the pages inside it too"
        checked={settings.subPages}
        disabled={update.isPending}
        onChange={(subPages) => save({ subPages })}
      />
      <Choice
        label="Hide from search engines, feeds and lists"
        checked={settings.noindex}
        disabled={update.isPending}
        onChange={(noindex) => save({ noindex })}
      />
      <div role="alert" className="text-xs text-danger empty:hidden">
        {failure}
      </div>
      {isDirty && (
        <div className="flex justify-end gap-2">
          <Button disabled={update.isPending} onClick={() => onDraft(null)}>
            Reset
          </Button>
          <Button
            type="submit"
            variant="primary"
            disabled={update.isPending || slugFault !== null || passwordFault !== null}
          >
            Save
          </Button>
        </div>
      )}
    </form>
  )
}

function Choice({
  label,
  checked,
  disabled,
  onChange,
}: {
  label: string
  checked: boolean
  disabled: boolean
  onChange(checked: boolean): void
}) {
  const id = useId()
  return (
    <label htmlFor={id} className="flex min-h-7 cursor-pointer items-center gap-2 coarse:min-h-11">
      <Checkbox id={id} checked={checked} disabled={disabled} onCheckedChange={onChange} />
      {label}
    </label>
  )
}
