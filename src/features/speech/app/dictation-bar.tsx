import { Check, LoaderCircle, Mic, Square, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { t } from '@/shared/i18n'
import { IconButton } from '@/ui/button'
import { useStore } from '@/ui/use-store'
import { cancelDictation, dictation, finishDictation } from './dictation'

/** How far a dictation is, and the ways to end it; nothing while there is none. */
export function DictationBar() {
  const now = useStore(dictation)
  if (now.status === 'idle') return null
  return (
    <section className="speech-bar" aria-label={t('Dictation')}>
      {now.status === 'recording' ? (
        <Mic aria-hidden size={16} className="speech-recording" />
      ) : now.status === 'done' ? (
        <Check aria-hidden size={16} />
      ) : (
        <LoaderCircle aria-hidden size={16} className="animate-spin" />
      )}
      <p role="status">{WORDS[now.status]()}</p>
      {now.status === 'recording' && (
        <>
          <Clock since={now.since} />
          <IconButton label={t('Stop and write it down')} onClick={finishDictation}>
            <Square aria-hidden />
          </IconButton>
        </>
      )}
      {now.status !== 'done' && (
        <IconButton label={t('Cancel dictation')} onClick={cancelDictation}>
          <X aria-hidden />
        </IconButton>
      )}
    </section>
  )
}

const WORDS = {
  starting: () => t('Waiting for the microphone…'),
  recording: () => t('Recording'),
  transcribing: () => t('Transcribing…'),
  done: () => t('Done'),
} as const

/** mm:ss */
export const clock = (milliseconds: number): string => {
  const seconds = Math.floor(milliseconds / 1_000)
  const part = (value: number) => String(value).padStart(2, '0')
  return `${part(Math.floor(seconds / 60))}:${part(seconds % 60)}`
}

function Clock({ since }: { since: number }) {
  const [now, setNow] = useState(since)
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 250)
    return () => clearInterval(timer)
  }, [])
  return (
    <time role="timer" className="speech-clock">
      {clock(now - since)}
    </time>
  )
}
