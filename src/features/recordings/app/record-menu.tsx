import { Camera, Image, Library, Mic, Monitor } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useCurrentUser } from '@/app/session'
import { t } from '@/shared/i18n'
import { Button } from '@/ui/button'
import { Dialog, DialogContent, DialogFooter } from '@/ui/dialog'
import { Select } from '@/ui/select'
import { toast } from '@/ui/toast'
import { useStore } from '@/ui/use-store'
import { type Quality, recordable, type Source } from './capture'
import { LevelMeter } from './level-meter'
import {
  AUDIO_PRESETS,
  type AudioPreset,
  presetWords,
  soundWords,
  VIDEO_PRESETS,
  type VideoPreset,
} from './presets'
import { record, recordingSession } from './recording-session'
import { recordingWindow } from './recording-windows'
import { badgeOf } from './recording-words'
import { NotSent, takeScreenshot } from './take-screenshot'
import { useRecordings } from './use-recordings'
import { useStreams } from './use-streams'

const ICONS = { screen: Monitor, camera: Camera, microphone: Mic }
const sourceWords = (source: Source): string =>
  ({ screen: t('Screen'), camera: t('Camera'), microphone: t('Microphone') })[source]

const COUNTDOWNS = ['0', '3', '5', '10'] as const
type Countdown = (typeof COUNTDOWNS)[number]

/** What is to be recorded and how (product.md 2.39, 4.7): each that is switched on shows what it gives. */
export default function RecordMenu() {
  const { user } = useCurrentUser()
  const [quality, setQuality] = useState<Quality>({ video: 'medium', sound: 'medium' })
  const [countdown, setCountdown] = useState<Countdown>('3')
  const [isShooting, setIsShooting] = useState(false)
  const { streams, opening, fault, toggle, take } = useStreams(quality)
  const session = useStore(recordingSession)
  const total = useRecordings({ search: '', filter: 'all', sort: 'date' }).data?.pages[0]?.total ?? 0
  const sources = recordable()
  const isAny = Object.values(streams).some(Boolean)
  const close = () => recordingWindow.set(null)
  if (!user) return null
  const start = () => {
    void record(user.id, take(), Number(countdown))
    close()
  }
  const shoot = async () => {
    setIsShooting(true)
    try {
      await takeScreenshot(streams.screen ?? null, quality)
      close()
    } catch (error) {
      sayFailed(error)
    } finally {
      setIsShooting(false)
    }
  }
  return (
    <Dialog open onOpenChange={(open) => !open && close()}>
      <DialogContent title={t('Record')} className="max-w-lg">
        {sources.length === 0 ? (
          <p className="text-text-muted">{t('This browser cannot record.')}</p>
        ) : (
          <div className="flex flex-col gap-4">
            <fieldset className="flex flex-wrap gap-2">
              <legend className="sr-only">{t('What is recorded')}</legend>
              {sources.map((source) => {
                const Icon = ICONS[source]
                const isOn = streams[source] !== undefined
                return (
                  <Button
                    key={source}
                    role="switch"
                    aria-checked={isOn}
                    disabled={opening !== null}
                    onClick={() => void toggle(source)}
                    className={isOn ? 'border-accent bg-accent-soft text-accent' : undefined}
                  >
                    <Icon aria-hidden />
                    {sourceWords(source)}
                  </Button>
                )
              })}
            </fieldset>
            <p role="alert" className="text-sm text-danger empty:hidden">
              {fault}
            </p>
            {(streams.screen || streams.camera) && (
              <div className="flex gap-2">
                {streams.screen && <Preview stream={streams.screen} label={t('Preview of the screen')} />}
                {streams.camera && <Preview stream={streams.camera} label={t('Preview of the camera')} />}
              </div>
            )}
            {streams.microphone && <LevelMeter stream={streams.microphone} />}
            <div className="grid gap-3 sm:grid-cols-[auto_auto_1fr]">
              <Choice label={t('Picture')}>
                <Select<VideoPreset>
                  label={t('Picture')}
                  className="w-full min-w-0"
                  value={quality.video}
                  disabled={Boolean(streams.screen || streams.camera)}
                  onValueChange={(video) => setQuality({ ...quality, video })}
                  options={keysOf(VIDEO_PRESETS).map((value) => ({ value, label: presetWords(value) }))}
                />
              </Choice>
              <Choice label={t('Sound')}>
                <Select<AudioPreset>
                  label={t('Sound')}
                  className="w-full min-w-0"
                  value={quality.sound}
                  disabled={Boolean(streams.microphone)}
                  onValueChange={(sound) => setQuality({ ...quality, sound })}
                  options={keysOf(AUDIO_PRESETS).map((value) => ({ value, label: soundWords(value) }))}
                />
              </Choice>
              <Choice label={t('Countdown')}>
                <Select<Countdown>
                  label={t('Countdown')}
                  className="w-full min-w-0"
                  value={countdown}
                  onValueChange={setCountdown}
                  options={COUNTDOWNS.map((value) => ({
                    value,
                    label:
                      value === '0'
                        ? t('None')
                        : t('{count, plural, one {# second} other {# seconds}}', { count: Number(value) }),
                  }))}
                />
              </Choice>
            </div>
            <p className="text-xs text-text-muted">
              {t(
                'Every second of it is kept in this browser and sent as it comes: whatever ends this tab, what was recorded is there.',
              )}
            </p>
          </div>
        )}
        <DialogFooter>
          <Button className="me-auto" onClick={() => recordingWindow.set('library')}>
            <Library aria-hidden />
            {t('Media Library')}
            {total > 0 && (
              <span className="min-w-5 rounded-full bg-accent-soft px-1.5 text-center text-xs/5 font-medium text-accent tabular-nums">
                {badgeOf(total)}
              </span>
            )}
          </Button>
          {sources.includes('screen') && (
            <Button disabled={isShooting} onClick={() => void shoot()}>
              <Image aria-hidden />
              {t('Take screenshot')}
            </Button>
          )}
          {sources.length > 0 && (
            <Button variant="primary" disabled={!isAny || session.kind !== 'idle'} onClick={start}>
              {t('Start recording')}
            </Button>
          )}
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}

const keysOf = <Key extends string>(record: Record<Key, unknown>): Key[] => Object.keys(record) as Key[]

const Choice = ({ label, children }: { label: string; children: React.ReactNode }) => (
  <div className="flex min-w-0 flex-col gap-1">
    <span aria-hidden className="text-xs text-text-muted">
      {label}
    </span>
    {children}
  </div>
)

function Preview({ stream, label }: { stream: MediaStream; label: string }) {
  const film = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    if (film.current) film.current.srcObject = stream
  }, [stream])
  return (
    <video
      ref={film}
      aria-label={label}
      muted
      autoPlay
      playsInline
      className="aspect-video min-w-0 flex-1 rounded-popover bg-surface object-contain"
    />
  )
}

/** A picture that was taken and not sent can be sent again. */
function sayFailed(error: unknown): void {
  if (!(error instanceof NotSent)) return void toast.error(t('Failed to take screenshot'))
  toast.error(t('Failed to take screenshot'), {
    description: error.message,
    duration: 60_000,
    action: { label: t('Try again'), onClick: () => void error.again().catch(sayFailed) },
  })
}
