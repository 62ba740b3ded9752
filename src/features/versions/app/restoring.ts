import { queryClient, rpc, trpc } from '@/app/rpc'
import { t } from '@/shared/i18n'
import { formatsNow } from '@/ui/formats'
import { toast } from '@/ui/toast'
import type { PageVersion } from '../model'
import { versionsChanged, wordsOf } from './saving'

/** What the history says takes the place of what it said before. */
const TOAST = 'version'

const failed = (error: unknown) => void toast.error(wordsOf(error), { id: TOAST })

/** The page's facts have changed, and so have its versions. The page itself is live. */
async function pageChanged(documentId: string): Promise<void> {
  await Promise.all([
    versionsChanged(),
    queryClient.invalidateQueries({ queryKey: trpc.document.document.queryKey({ id: documentId }) }),
  ])
}

interface Restored {
  documentId: string
  changed: boolean
  undoVersionId: string | null
}

/** Says what was restored, and offers to take it back. */
async function restored(call: Promise<Restored>, said: string): Promise<boolean> {
  try {
    const { documentId, changed, undoVersionId } = await call
    if (!changed || undoVersionId === null) toast(t('The page reads like this already.'), { id: TOAST })
    else
      toast.success(said, {
        id: TOAST,
        action: { label: t('Undo'), onClick: () => void undoRestore(undoVersionId) },
      })
    await pageChanged(documentId)
    return true
  } catch (error) {
    failed(error)
    await versionsChanged()
    return false
  }
}

/** Makes the page read as in a version; answers whether it does. */
export const restoreVersion = ({ id, createdAt }: PageVersion): Promise<boolean> =>
  restored(
    rpc.version.restoreVersion.mutate({ versionId: id }),
    t('The page is as it was on {momentOf}', { momentOf: formatsNow().dateTime(createdAt) }),
  )

/** Makes one block read as in a version. */
export const restoreBlock = (versionId: string, blockId: string): Promise<boolean> =>
  restored(rpc.version.restoreBlock.mutate({ versionId, blockId }), t('The block is restored'))

/** Takes a restore back. */
export async function undoRestore(versionId: string): Promise<void> {
  try {
    const { documentId } = await rpc.version.undoRestore.mutate({ versionId })
    toast.success(t('The restore was undone'), { id: TOAST })
    await pageChanged(documentId)
  } catch (error) {
    failed(error)
    await versionsChanged()
  }
}

/** Deletes a version for good. Throws why it could not in words for the person. */
export async function deleteVersion({ id }: PageVersion): Promise<void> {
  try {
    await rpc.version.delete.mutate({ versionId: id })
    toast.success(t('Version deleted'), { id: TOAST })
  } catch (error) {
    throw new Error(wordsOf(error), { cause: error })
  } finally {
    await versionsChanged()
  }
}
