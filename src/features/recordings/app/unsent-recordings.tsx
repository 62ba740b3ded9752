import { CloudUpload, Download, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useCurrentUser } from '@/app/session'
import { t } from '@/shared/i18n'
import { Button, IconButton } from '@/ui/button'
import { ConfirmDialog } from '@/ui/confirm-dialog'
import { useFormats } from '@/ui/formats'
import { toast } from '@/ui/toast'
import { forgetKept, hold, type KeptRecording } from './kept-pieces'
import { endingOf } from './presets'
import { tellSaved } from './recording-session'
import { clock } from './recording-words'
import { sendKept, titleOfKept, wholeOf } from './send-recording'
import { leftChanged, useLeft } from './use-left'

/** What is in this browser alone, to be brought into the library: cut off with its tab, or not sent. */
export function UnsentRecordings() {
  const { user } = useCurrentUser()
  return user && <List userId={user.id} />
}

function List({ userId }: { userId: string }) {
  const left = useLeft(userId).data ?? []
  if (left.length === 0) return null
  return (
    <section aria-label={t('Only in this browser')} className="mb-4">
      <h3 className="mb-1 text-xs font-medium text-text-muted">{t('Only in this browser')}</h3>
      <ul className="divide-y divide-border rounded-popover border border-border">
        {left.map((kept) => (
          <li key={kept.id}>
            <Item userId={userId} kept={kept} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Item({ userId, kept }: { userId: string; kept: KeptRecording }) {
  const { dateTime } = useFormats()
  const [share, setShare] = useState<number | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const title = titleOfKept(kept)
  const save = async () => {
    setIsBusy(true)
    const letGo = hold(kept.id)
    try {
      tellSaved(await sendKept(userId, kept, { onProgress: setShare }))
    } catch (error) {
      toast.error(error instanceof Error ? error.message : String(error))
    } finally {
      letGo()
      setShare(null)
      setIsBusy(false)
      await leftChanged()
    }
  }
  const store = async () => {
    try {
      const address = URL.createObjectURL(await wholeOf(userId, kept, null))
      const link = document.createElement('a')
      link.href = address
      link.download = `${title}.${endingOf(kept.mimeType)}`
      link.click()
      setTimeout(() => URL.revokeObjectURL(address), 60_000)
    } catch {
      toast.error(t('Download failed. Please try again.'))
    }
  }
  return (
    <article aria-label={title} className="flex flex-wrap items-center gap-x-2 gap-y-1 px-3 py-2">
      <div className="min-w-40 flex-1">
        <p className="truncate font-medium">{title}</p>
        <p className="text-xs text-text-muted">
          {dateTime(kept.startedAt)} · {clock(kept.duration)}
        </p>
      </div>
      {share !== null && (
        <progress aria-label={t('Saving the recording…')} value={share} className="w-24 accent-accent" />
      )}
      <Button size="sm" disabled={isBusy} onClick={() => void save()}>
        <CloudUpload aria-hidden />
        {t('Save to library')}
      </Button>
      <IconButton label={t('Download “{title}”', { title })} onClick={() => void store()}>
        <Download aria-hidden />
      </IconButton>
      <IconButton
        label={t('Discard “{title}”', { title })}
        disabled={isBusy}
        onClick={() => setIsAsking(true)}
      >
        <Trash2 aria-hidden />
      </IconButton>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={t('Discard “{title}”?', { title })}
        description={t('It is in this browser alone, and is gone then.')}
        confirmLabel={t('Discard')}
        danger
        onConfirm={async () => {
          await forgetKept(userId, kept.id)
          await leftChanged()
        }}
      />
    </article>
  )
}
