import { Download } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { loadAnew } from '@/app/leaving'
import { failureWords, rpc } from '@/app/rpc'
import { type CurrentUser, useCurrentUser } from '@/app/session'
import { t } from '@/shared/i18n'
import { Button, buttonClass } from '@/ui/button'
import { Field, Input } from '@/ui/field'
import { forgetHere } from './forget-here'
import { noteDone, noteLeaving, tellTabs } from './signing-out'

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
      <Copy />
      <DeleteForm user={user} />
    </div>
  )
}

/** Everything that the account has, in one file. */
const Copy = () => (
  <section aria-labelledby="copies" className="flex flex-col gap-2">
    <h3 id="copies" className="text-sm font-medium">
      {t('Keep a copy first')}
    </h3>
    <p className="text-text-muted">
      {t(
        'One .zip with the pages of all your pods as Markdown and JSON, with their sub-pages, and your files, recordings, comments, chats and settings. Pages in the trash are not in it.',
      )}
    </p>
    <a href="/api/account/copy" download className={`${buttonClass()} self-start`}>
      <Download aria-hidden />
      {t('Download everything')}
    </a>
  </section>
)

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
    noteLeaving(user.id)
    tellTabs(user.id)
    try {
      await forgetHere(user.id)
      noteDone()
      loadAnew('/', t('Account deleted successfully'))
    } catch {
      const words = t(
        'Your account is deleted, but your pages could not be removed from this browser. Clear its site data.',
      )
      loadAnew('/', words, true)
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
