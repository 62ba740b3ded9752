import { LoaderCircle, Square, Volume2 } from 'lucide-react'
import { useEffect, useId } from 'react'
import { t } from '@/shared/i18n'
import { IconButton } from '@/ui/button'
import { useStore } from '@/ui/use-store'
import { read, reading, stopReading } from './reading'
import { sentencesOfText } from './sentences'

/** Reads a text that stands on no page, such as an answer (product.md 4.13): idle, loading, playing; pressed while it plays, it stops. */
export function SpeakButton({ text }: { text: () => string }) {
  const about = useId()
  const now = useStore(reading)
  const status = now.status !== 'idle' && now.about === about ? now.status : 'idle'
  // What is not on the screen any more is not read either.
  useEffect(
    () => () => {
      const left = reading.get()
      if (left.status !== 'idle' && left.about === about) stopReading()
    },
    [about],
  )
  if (status === 'loading')
    return (
      <IconButton label={t('Preparing to read…')} disabled>
        <LoaderCircle aria-hidden className="animate-spin" />
      </IconButton>
    )
  if (status === 'playing')
    return (
      <IconButton label={t('Stop reading')} onClick={stopReading}>
        <Square aria-hidden />
      </IconButton>
    )
  const start = () =>
    void read(
      sentencesOfText(text()).map((one) => ({ text: one })),
      about,
    )
  return (
    <IconButton label={t('Read aloud')} onClick={start}>
      <Volume2 aria-hidden />
    </IconButton>
  )
}
