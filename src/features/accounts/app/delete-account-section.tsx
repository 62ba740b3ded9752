import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { failureWords, rpc, trpc } from '@/app/rpc'
import { type CurrentUser, useCurrentUser } from '@/app/session'
import { loadAnew } from '@/app/tell-after-load'
import { forgetAiSettings } from '@/features/ai/app/ai-settings'
import { recordingWindow } from '@/features/recordings/app/recording-windows'
import { t } from '@/shared/i18n'
import { Button, buttonClass } from '@/ui/button'
import { ErrorState } from '@/ui/error-state'
import { Field, Input } from '@/ui/field'
import { Skeleton } from '@/ui/skeleton'
import { toast } from '@/ui/toast'

const localPages = () => import('@/editor/live/local/unsent-pages')

/** Says what goes and what stays, offers a copy, and deletes the account once its address was typed (product.md 5.11, 7.25). */
export default function DeleteAccountSection() {
  const { user } = useCurrentUser()
  if (!user) return null
  return (
    <div className="flex max-w-md flex-col gap-6">
      <div className="flex flex-col gap-2">
        <p>
          {t(
            'Your account, your sessions, your recordings, and the pages and files that nobody else has are deleted for good.',
          )}
        </p>
        <p className="text-text-muted">
          {t(
            'Pages that you share, pages in pods with other people, and what you said in comments stay there, without your name.',
          )}
        </p>
      </div>
      <Copies />
      <DeleteForm user={user} />
    </div>
  )
}

/** Every page at the top of the pod, with all that lies in it, as a file. */
function Copies() {
  const pages = useQuery(trpc.document.documents.queryOptions({ parentDocumentId: null }))
  return (
    <section aria-labelledby="copies" className="flex flex-col gap-2">
      <h3 id="copies" className="text-sm font-medium">
        {t('Keep a copy first')}
      </h3>
      <Button className="self-start" onClick={() => recordingWindow.set('library')}>
        {t('Download recordings from the Media Library')}
      </Button>
      <p className="text-text-muted">
        {t('Each file holds a page of the current pod with its sub-pages, pictures and files.')}
      </p>
      {pages.isPending ? (
        <Skeleton className="h-16" />
      ) : pages.error ? (
        <ErrorState
          title={failureWords(pages.error, t('Your pages could not be loaded'))}
          action={<Button onClick={() => void pages.refetch()}>{t('Try again')}</Button>}
        />
      ) : pages.data.documents.length === 0 ? (
        <p className="text-text-muted">{t('There are no pages here.')}</p>
      ) : (
        <ul className="max-h-60 divide-y divide-border overflow-y-auto rounded-popover border border-border">
          {pages.data.documents.map(({ id, title }) => (
            <li key={id} className="flex items-center gap-2 px-3 py-1.5">
              <span className="min-w-0 flex-1 truncate">{title}</span>
              {(['markdown', 'json'] as const).map((format) => (
                <a
                  key={format}
                  href={`/api/export/${format}?documentId=${id}&subPages=true&discussions=true`}
                  download
                  aria-label={
                    format === 'markdown'
                      ? t('Download “{title}” as Markdown', { title })
                      : t('Download “{title}” as JSON', { title })
                  }
                  className={buttonClass('ghost', 'sm')}
                >
                  <Download aria-hidden />
                  {format === 'markdown' ? t('Markdown') : t('JSON')}
                </a>
              ))}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function DeleteForm({ user }: { user: CurrentUser }) {
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const remove = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setFailure(null)
    try {
      await rpc.user.deleteAccount.mutate({ email: typed })
    } catch (error) {
      const message = failureWords(error, t('please try again'))
      setFailure(t('Failed to delete account: {message}', { message }))
      setBusy(false)
      return
    }
    forgetAiSettings(user.id)
    try {
      await (await localPages()).forgetLocalPages(user.id)
    } catch {
      toast.error(t('Your pages could not be removed from this browser. Clear its site data.'))
    } finally {
      loadAnew('/', t('Account deleted successfully'))
    }
  }
  return (
    <form onSubmit={remove} className="flex flex-col gap-3">
      <Field label={t('Type your email address to confirm: {email}', { email: user.email })} error={failure}>
        <Input
          value={typed}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      <Button type="submit" variant="danger" className="self-start" disabled={typed !== user.email || busy}>
        {t('Delete account')}
      </Button>
    </form>
  )
}
