import { Camera, MonitorUp, Square } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { clock } from '@/features/recordings/app/recording-words'
import { t } from '@/shared/i18n'
import { LIMITS } from '@/shared/limits'
import { Button } from '@/ui/button'
import { iconCover } from '../../cover/cover'
import type { ChoosesCover } from './pending'
import { recordCover } from './record-cover'

type Source = 'screen' | 'camera'
type State =
  | { kind: 'idle'; fault: string | null }
  | { kind: 'starting' }
  | { kind: 'recording'; stream: MediaStream; stop(): void; seconds: number }
  | { kind: 'placeholder'; left: number }

/** What this browser can record: a phone has a camera, and no way to record its screen. */
const recordable = (): readonly Source[] => {
  const devices = typeof MediaRecorder === 'undefined' ? undefined : navigator.mediaDevices
  return [
    ...(devices?.getDisplayMedia ? (['screen'] as const) : []),
    ...(devices?.getUserMedia ? (['camera'] as const) : []),
  ]
}
/** Seconds that the placeholder takes (product.md 4.5). */
const PLACEHOLDER_SECONDS = 3

/** A recording of the screen or the camera as a cover (`onBusy`: one is being made); a placeholder only where the browser cannot record (rulings 4). */
export function RecordTab({ onChoose, onBusy }: ChoosesCover & { onBusy(isBusy: boolean): void }) {
  const [state, setState] = useState<State>({ kind: 'idle', fault: null })
  const isBusy = state.kind !== 'idle'
  useEffect(() => {
    onBusy(isBusy)
    return () => onBusy(false)
  }, [isBusy, onBusy])
  const film = useRef<HTMLVideoElement>(null)
  const end = useRef<(() => void) | null>(null)
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
      end.current?.()
    }
  }, [])
  const stream = state.kind === 'recording' ? state.stream : null
  useEffect(() => {
    if (film.current) film.current.srcObject = stream
  }, [stream])

  const placeholderLeft = state.kind === 'placeholder' ? state.left : null
  useEffect(() => {
    if (placeholderLeft === null) return
    const timer = setTimeout(() => {
      if (placeholderLeft > 1) return setState({ kind: 'placeholder', left: placeholderLeft - 1 })
      setState({ kind: 'idle', fault: null })
      const value = iconCover({ name: 'monitor-play', color: null, background: 'misty', filled: true })
      onChoose({ kind: 'value', value })
    }, 1_000)
    return () => clearTimeout(timer)
  }, [placeholderLeft, onChoose])

  const start = async (source: Source) => {
    setState({ kind: 'starting' })
    try {
      const recording = await recordCover(source, {
        onTick: (seconds) => setState((now) => (now.kind === 'recording' ? { ...now, seconds } : now)),
      })
      if (isGone.current) return recording.discard()
      end.current = recording.discard
      setState({ kind: 'recording', stream: recording.stream, stop: recording.stop, seconds: 0 })
      const file = await recording.done
      end.current = null
      if (isGone.current || file === null) return
      setState({ kind: 'idle', fault: null })
      onChoose({ kind: 'file', file, type: 'video', url: URL.createObjectURL(file), isRecorded: true })
    } catch (error) {
      end.current = null
      if (!isGone.current)
        setState({ kind: 'idle', fault: error instanceof Error ? error.message : String(error) })
    }
  }

  if (state.kind === 'recording')
    return (
      <div className="flex flex-col items-center gap-3">
        <video
          ref={film}
          muted
          autoPlay
          playsInline
          className="h-56 w-full rounded-popover bg-surface object-contain"
        />
        <div className="flex items-center gap-3">
          <span role="timer" className="tabular-nums text-danger">
            ● {clock(state.seconds)}
          </span>
          <Button onClick={state.stop}>
            <Square aria-hidden />
            {t('Stop recording')}
          </Button>
        </div>
      </div>
    )
  if (state.kind === 'placeholder')
    return (
      <p role="status" className="py-16 text-center text-sm text-text-muted">
        {t('Making a placeholder… {left}', { left: state.left })}
      </p>
    )
  const sources = recordable()
  if (sources.length === 0)
    return (
      <div className="flex min-h-64 flex-col items-center justify-center gap-3 text-center">
        <p className="max-w-96 text-sm text-text-muted">
          {t('This browser cannot record. A placeholder picture can stand in its place: it is no recording.')}
        </p>
        <Button onClick={() => setState({ kind: 'placeholder', left: PLACEHOLDER_SECONDS })}>
          {t('Use a placeholder')}
        </Button>
      </div>
    )
  return (
    <div className="flex min-h-64 flex-col items-center justify-center gap-3 text-center">
      <div className="flex flex-wrap justify-center gap-2">
        {sources.map((source) => (
          <Button key={source} disabled={state.kind === 'starting'} onClick={() => void start(source)}>
            {source === 'screen' ? <MonitorUp aria-hidden /> : <Camera aria-hidden />}
            {source === 'screen' ? t('Record screen') : t('Record camera')}
          </Button>
        ))}
      </div>
      <p className="text-sm text-text-muted">
        {t('Without sound. Stops at {coverFile} MB.', {
          coverFile: LIMITS.coverFile / 1024 ** 2,
        })}
      </p>
      <p role="alert" className="text-sm text-danger empty:hidden">
        {state.kind === 'idle' && state.fault}
      </p>
    </div>
  )
}
