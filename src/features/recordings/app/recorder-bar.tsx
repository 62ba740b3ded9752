import { Pause, Play, Square, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { t } from '@/shared/i18n'
import { Button, IconButton } from '@/ui/button'
import { ConfirmDialog } from '@/ui/confirm-dialog'
import { useStore } from '@/ui/use-store'
import { recordingSession, type Session, sessionActions } from './recording-session'
import { clock, waitingWords } from './recording-words'

/** What stands on every screen while something is recorded and sent: the time, pause, stop, and how far it is. */
export function RecorderBar() {
  const session = useStore(recordingSession)
  const isBusy = session.kind !== 'idle' && session.kind !== 'failed'
  const isOnlyHere = session.kind === 'failed' && !sessionActions.canWait()
  useEffect(() => {
    if (!isBusy && !isOnlyHere) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isBusy, isOnlyHere])
  if (session.kind === 'idle') return null
  return (
    <section
      aria-label={t('Recording')}
      className="fixed bottom-4 left-1/2 z-50 flex w-max max-w-[calc(100vw-2rem)] -translate-x-1/2 items-center gap-3 rounded-popover max-sm:flex-wrap max-sm:justify-end border border-border bg-surface-raised px-3 py-2 shadow-float"
    >
      <Part session={session} />
    </section>
  )
}

function Part({ session }: { session: Exclude<Session, { kind: 'idle' }> }) {
  switch (session.kind) {
    case 'counting':
      return (
        <>
          <span role="status" className="text-lg font-semibold tabular-nums">
            {t('Starts in {left}', { left: session.left })}
          </span>
          <Button onClick={sessionActions.cancelCountdown}>{t('Cancel')}</Button>
        </>
      )
    case 'recording':
      return (
        <>
          <span
            aria-hidden
            className={
              session.isPaused
                ? 'size-2.5 shrink-0 rounded-full bg-border-strong'
                : 'size-2.5 shrink-0 rounded-full bg-danger'
            }
          />
          <span role="timer" className="min-w-12 tabular-nums">
            {clock(session.seconds)}
          </span>
          {session.dropped > 0 && (
            <span className="text-xs text-text-muted tabular-nums">
              {t('{count, plural, one {# frame dropped} other {# frames dropped}}', {
                count: session.dropped,
              })}
            </span>
          )}
          {session.waitsFor && (
            <span
              role="status"
              className="max-w-48 text-xs text-text-muted max-sm:order-last max-sm:max-w-none max-sm:basis-full"
            >
              {session.waitsFor === 'room'
                ? t('The server has no room left. It is kept in this browser.')
                : t('The server cannot be reached. It is kept in this browser.')}
            </span>
          )}
          {session.isPaused ? (
            <IconButton label={t('Resume recording')} onClick={sessionActions.resume}>
              <Play aria-hidden />
            </IconButton>
          ) : (
            <IconButton label={t('Pause recording')} onClick={sessionActions.pause}>
              <Pause aria-hidden />
            </IconButton>
          )}
          <Button variant="primary" onClick={sessionActions.stop}>
            <Square aria-hidden />
            {t('Stop and save')}
          </Button>
        </>
      )
    case 'saving':
      if (session.waitsFor)
        return (
          <>
            <p role="alert" className="text-sm">
              {waitingWords(session.waitsFor)} <Where />
            </p>
            {sessionActions.canWait() && <Button onClick={sessionActions.later}>{t('Later')}</Button>}
          </>
        )
      return (
        <>
          <span role="status">
            {session.share === null ? t('Preparing the recording…') : t('Saving the recording…')}
          </span>
          <progress
            aria-label={t('Saving the recording…')}
            className="w-28 accent-accent"
            {...(session.share !== null && { value: session.share })}
          />
          <IconButton label={t('Stop saving')} onClick={sessionActions.stopSending}>
            <X aria-hidden />
          </IconButton>
        </>
      )
    case 'failed':
      return (
        <>
          <p role="alert" className="text-sm">
            {session.words} <Where />
          </p>
          <Button variant="primary" onClick={sessionActions.retry}>
            {t('Try again')}
          </Button>
          {sessionActions.canWait() ? (
            <Button onClick={sessionActions.later}>{t('Later')}</Button>
          ) : (
            <OnlyHere />
          )}
        </>
      )
  }
}

/** What can be done with a recording that is in this tab alone and that the server does not take. */
function OnlyHere() {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button onClick={() => void sessionActions.store()}>{t('Download')}</Button>
      <Button onClick={() => setAsking(true)}>{t('Discard')}</Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t('Discard the recording?')}
        description={t('It is in no library, and is gone then.')}
        confirmLabel={t('Discard')}
        danger
        onConfirm={sessionActions.discard}
      />
    </>
  )
}

/** Where a recording is that is not in the library yet. */
function Where() {
  return (
    <span className="text-text-muted">
      {sessionActions.canWait()
        ? t('It is safe in this browser.')
        : t('Keep this tab open: the recording is nowhere else.')}
    </span>
  )
}
