import { useEffect, useState } from 'react'
import { t } from '@/shared/i18n'

/** Milliseconds between two looks at the microphone. */
const EVERY = 100

/** How loud it is at the microphone. */
export function LevelMeter({ stream }: { stream: MediaStream }) {
  const [level, setLevel] = useState(0)
  useEffect(() => {
    const context = new AudioContext()
    const analyser = context.createAnalyser()
    analyser.fftSize = 1024
    context.createMediaStreamSource(stream).connect(analyser)
    const samples = new Float32Array(analyser.fftSize)
    const timer = setInterval(() => {
      analyser.getFloatTimeDomainData(samples)
      const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length
      // From −60 dB, which is silence, to 0.
      setLevel(Math.max(0, Math.min(1, 1 + Math.log10(Math.max(power, 1e-9)) / 6)))
    }, EVERY)
    return () => {
      clearInterval(timer)
      void context.close()
    }
  }, [stream])
  return (
    <div className="h-2 overflow-hidden rounded-full bg-hover">
      <meter
        aria-label={t('Microphone level')}
        min={0}
        max={100}
        value={Math.round(level * 100)}
        className="sr-only"
      />
      <div className="h-full rounded-full bg-success" style={{ width: `${level * 100}%` }} />
    </div>
  )
}
