import { CloudUpload, Download, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import { failureWords, rpc } from '@/app/rpc'
import { useCurrentUser } from '@/app/session'
import { t } from '@/shared/i18n'
import { Button, IconButton } from '@/ui/button'
import { ConfirmDialog } from '@/ui/confirm-dialog'
import { useFormats } from '@/ui/formats'
import { toast } from '@/ui/toast'
import type { UnfinishedRecording } from '../model'
import { hold, type KeptRecording, keptBytes } from './kept-pieces'
import { discardKept, storeOutside } from './outside-library'
import { tellSaved } from './recording-session'
import { clock, waitingWords } from './recording-words'
import type { WaitsFor } from './send-pieces'
import { sendKept, titleOfKept } from './send-recording'
import { type Left, leftChanged, useLeft } from './use-left'
import { recordingsChanged } from './use-recordings'

/** What is not in the library yet, to be brought there: cut off with its tab, or not sent to its end. */
export function UnsentRecordings() {
  const { user } = useCurrentUser()
  return user && <List userId={user.id} />
}

const isHere = (left: Left): left is { kept: KeptRecording } => 'kept' in left

function List({ userId }: { userId: string }) {
  const left = useLeft(userId, { isWatching: true }).data ?? []
  if (left.length === 0) return null
  return (
    <section aria-label={t('Not in your library yet')} className="mb-4">
      <h3 className="mb-1 text-xs font-medium text-text-muted">{t('Not in your library yet')}</h3>
      <ul className="divide-y divide-border rounded-popover border border-border">
        {left.map((one) => (
          <li key={isHere(one) ? one.kept.id : one.unfinished.id}>
            {isHere(one) ? (
              <KeptItem userId={userId} kept={one.kept} />
            ) : (
              <SentItem unfinished={one.unfinished} />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** One that this browser has, with all of its seconds. */
function KeptItem({ userId, kept }: { userId: string; kept: KeptRecording }) {
  const [sending, setSending] = useState<NowSending | null>(null)
  const save = async () => {
    const letGo = hold(kept.id)
    const abort = new AbortController()
    let now: NowSending = { share: 0, waitsFor: null, stop: () => abort.abort() }
    const tell = (news: Partial<NowSending>) => {
      now = { ...now, ...news }
      setSending(now)
    }
    tell({})
    try {
      const recording = await sendKept(userId, kept, {
        signal: abort.signal,
        onProgress: (share) => tell({ share }),
        onWaiting: (waitsFor) => tell({ waitsFor }),
      })
      tellSaved(recording)
    } catch (error) {
      // Who has stopped it knows; it stays in the list.
      if (!abort.signal.aborted) throw error
    } finally {
      letGo()
      setSending(null)
    }
  }
  return (
    <Item
      title={titleOfKept(kept)}
      startedAt={kept.startedAt}
      duration={kept.duration}
      sending={sending}
      onSave={save}
      onStore={() => void storeOutside(kept, () => keptBytes(userId, kept))}
      onDiscard={() => discardKept(userId, kept)}
    />
  )
}

/** One that another browser has sent, up to where it was cut off. */
function SentItem({ unfinished }: { unfinished: UnfinishedRecording }) {
  const { id, title, startedAt, duration } = unfinished
  return (
    <Item
      title={title}
      startedAt={Date.parse(startedAt)}
      duration={duration}
      onSave={async () => {
        try {
          tellSaved(await rpc.recording.finish.mutate({ id, size: null }))
        } finally {
          // When only the answer was lost, it is in the library.
          await recordingsChanged()
        }
      }}
      onDiscard={() => rpc.recording.discard.mutate({ id })}
    />
  )
}

interface NowSending {
  /** From 0 to 1. */
  share: number
  waitsFor: WaitsFor | null
  stop(): void
}

interface ItemProps {
  title: string
  /** Milliseconds since 1970, and seconds. */
  startedAt: number
  duration: number
  sending?: NowSending | null
  onSave(): Promise<unknown>
  onStore?(): void
  onDiscard(): Promise<unknown>
}

function Item({ title, startedAt, duration, sending, onSave, onStore, onDiscard }: ItemProps) {
  const { dateTime } = useFormats()
  const [isBusy, setIsBusy] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const act = async (what: () => Promise<unknown>, failed: string) => {
    setIsBusy(true)
    try {
      await what()
    } catch (error) {
      toast.error(failed, { description: failureWords(error, error instanceof Error ? error.message : '') })
    } finally {
      setIsBusy(false)
      await leftChanged()
    }
  }
  return (
    <article aria-label={title} className="flex flex-wrap items-center gap-x-2 gap-y-1 px-3 py-2">
      <div className="min-w-40 flex-1">
        <p className="truncate font-medium">{title}</p>
        <p className="text-xs text-text-muted">
          {dateTime(startedAt)} · {clock(duration)}
        </p>
      </div>
      {sending && (
        <>
          <progress
            aria-label={t('Saving the recording…')}
            value={sending.share}
            className="w-24 accent-accent"
          />
          <IconButton label={t('Stop saving')} onClick={sending.stop}>
            <X aria-hidden />
          </IconButton>
        </>
      )}
      <Button
        size="sm"
        disabled={isBusy}
        onClick={() => void act(onSave, t('The recording could not be saved'))}
      >
        <CloudUpload aria-hidden />
        {t('Save to library')}
      </Button>
      {onStore && (
        <IconButton label={t('Download “{title}”', { title })} onClick={onStore}>
          <Download aria-hidden />
        </IconButton>
      )}
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
        description={t('It is in no library, and is gone then.')}
        confirmLabel={t('Discard')}
        danger
        onConfirm={() => act(onDiscard, t('The recording could not be discarded'))}
      />
      {sending?.waitsFor && (
        <p role="status" className="basis-full text-xs text-text-muted">
          {waitingWords(sending.waitsFor)}
        </p>
      )}
    </article>
  )
}
