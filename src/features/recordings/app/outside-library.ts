import { appCodeOf } from '@/app/failures'
import { callAs, rpc } from '@/app/rpc'
import { t } from '@/shared/i18n'
import { storeFile } from '@/ui/store-file'
import { toast } from '@/ui/toast'
import { forgetKept, type KeptRecording } from './kept-pieces'
import { endingOf } from './presets'
import { titleOfKept } from './send-recording'

/** Stores what is not in the library as a file of the person's own; says so when its bytes cannot be read. */
export async function storeOutside(kept: KeptRecording, read: () => Promise<Blob | null>): Promise<void> {
  const bytes = await read().catch(() => null)
  if (!bytes || bytes.size === 0) return void toast.error(t('Download failed. Please try again.'))
  storeFile(new Blob([bytes], { type: kept.mimeType }), `${titleOfKept(kept)}.${endingOf(kept.mimeType)}`)
}

/** What has come of it to the server goes, then what the browser has of it. Rejects when that cannot be: then this browser still has it. */
export async function discardKept(userId: string, { id, sentAs }: KeptRecording): Promise<void> {
  await rpc.recording.discard.mutate({ id: sentAs ?? id }, callAs(userId)).catch((error: unknown) => {
    if (appCodeOf(error) !== 'not-found') throw error
  })
  await forgetKept(userId, id)
}
