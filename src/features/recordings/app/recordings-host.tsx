import { useEffect } from 'react'
import { useCurrentUser } from '@/app/session'
import { t } from '@/shared/i18n'
import { lazy } from '@/ui/lazy'
import { toast } from '@/ui/toast'
import { useStore } from '@/ui/use-store'
import { RecorderBar } from './recorder-bar'
import { recordingSession, sessionActions } from './recording-session'
import { recordingWindow } from './recording-windows'
import { leftChanged, useLeft } from './use-left'

const RecordMenu = lazy(() => import('./record-menu'))
const LibraryDialog = lazy(() => import('./library-dialog'))

/** The windows of the recordings and what stands on every screen while one is made. Says once what an earlier tab has left. */
export default function RecordingsHost() {
  const { user } = useCurrentUser()
  const shown = useStore(recordingWindow)
  const { kind } = useStore(recordingSession)
  const isIdle = kind === 'idle'
  // What this tab has put aside is in the list from then on.
  useEffect(() => {
    if (isIdle) void leftChanged()
  }, [isIdle])
  const userId = user?.id ?? null
  // Nothing goes on being recorded without its controls on the screen.
  useEffect(() => {
    if (userId !== null) return () => sessionActions.leave()
  }, [userId])
  if (!user) return null
  return (
    <>
      <Left userId={user.id} />
      {shown === 'menu' && <RecordMenu />}
      {shown === 'library' && <LibraryDialog />}
      <RecorderBar />
    </>
  )
}

let hasTold = false

function Left({ userId }: { userId: string }) {
  const count = useLeft(userId).data?.length ?? 0
  useEffect(() => {
    if (count === 0 || hasTold) return
    hasTold = true
    toast(t('A recording is not in your library yet.'), {
      duration: 15_000,
      action: { label: t('Media Library'), onClick: () => recordingWindow.set('library') },
    })
  }, [count])
  return null
}
