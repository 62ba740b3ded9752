import { Link } from '@tanstack/react-router'
import { Mic, MicOff, Phone, PhoneOff } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useCurrentUser } from '@/app/session'
import { t } from '@/shared/i18n'
import { Button } from '@/ui/button'
import { Checkbox } from '@/ui/checkbox'
import { cn } from '@/ui/cn'
import { Dialog, DialogContent } from '@/ui/dialog'
import { Select } from '@/ui/select'
import { toast } from '@/ui/toast'
import { useStore } from '@/ui/use-store'
import { DEFAULT_VOICE, NOT_TOGGLED, UNKNOWN_ERROR, VOICES, type Voice, type VoiceMessage } from '../model'
import { KeptTalk } from './kept-talk'
import { settledIn } from './talk'
import { VoiceSession, type VoiceState } from './voice-session'
import { showVoiceChat, useVoiceChat } from './voice-window'

/** Transcripts that are shown (product.md 9.12). */
const SHOWN = 3
/** After it was pressed the button does nothing for this long, so that two presses are not two connections (product.md 9.12). */
const GUARD_MS = 1_000

/** The window of the voice chat (product.md 2.43); closing it ends the conversation. */
export default function VoiceChat() {
  const isOpen = useVoiceChat()
  return (
    <Dialog open={isOpen} onOpenChange={showVoiceChat}>
      <DialogContent
        title={t('Voice chat')}
        description={t('Talk with a model. What you say goes to the AI provider of this server.')}
      >
        <Conversation />
      </DialogContent>
    </Dialog>
  )
}

function Conversation() {
  const [session] = useState(() => new VoiceSession())
  const state = useStore(session.state)
  const [voice, setVoice] = useState<Voice>(DEFAULT_VOICE)
  const [withPages, setWithPages] = useState(false)
  const mayLook = useId()
  const { user } = useCurrentUser()
  const guarded = useRef(false)
  const [kept] = useState(() => new KeptTalk())
  const { chatId, error: notKept } = useStore(kept.state)
  const isKept = user !== null
  useEffect(() => {
    if (!isKept) return
    return session.state.subscribe(() => void kept.keep(settledIn(session.state.get().messages)))
  }, [session, kept, isKept])
  useEffect(
    () => () => {
      session.disconnect()
      if (isKept) void keepTheRest(session, kept)
    },
    [session, kept, isKept],
  )
  const { status, isMuted, error } = state
  const messages = state.messages.filter(({ content }) => content !== '')

  const toggle = () => {
    if (guarded.current) return
    guarded.current = true
    setTimeout(() => {
      guarded.current = false
    }, GUARD_MS)
    if (status !== 'disconnected') session.disconnect()
    else session.connect(voice, withPages).catch(() => toast.error(NOT_TOGGLED()))
  }

  return (
    <div className="flex flex-col gap-4">
      <div className="flex items-center gap-3">
        <span
          aria-hidden
          className={cn(
            'size-3 shrink-0 rounded-full bg-border-strong',
            status === 'connecting' && 'animate-pulse bg-warning',
            status === 'connected' && 'bg-success',
          )}
        />
        <p role="status" aria-label={t('Voice chat state')} className="font-medium">
          {wordsOf(state)}
        </p>
        <span className="ms-auto" />
        <Select<Voice>
          label={t('Voice')}
          value={voice}
          disabled={status !== 'disconnected'}
          options={VOICES.map((value) => ({ value, label: NAMES[value]() }))}
          onValueChange={(next) => setVoice(next)}
        />
      </div>
      {user && (
        <label htmlFor={mayLook} className="flex items-center gap-2 text-sm">
          <Checkbox
            id={mayLook}
            checked={withPages}
            disabled={status !== 'disconnected'}
            onCheckedChange={setWithPages}
          />
          {t('It may look into my pages; what it reads goes to the AI provider')}
        </label>
      )}
      {error !== null && (
        <p role="alert" className="text-sm text-danger">
          {error}
        </p>
      )}
      <ol
        aria-label={t('What was said last')}
        aria-live="polite"
        className="flex min-h-24 flex-col gap-2 rounded-control border border-border p-3 text-sm"
      >
        {messages.length === 0 && (
          <li className="text-text-muted">{t('Nothing yet. Connect, and say something.')}</li>
        )}
        {messages.slice(-SHOWN).map((message) => (
          <li key={message.id} className={cn(message.type === 'system' && 'text-text-muted')}>
            <span className="font-medium">{SPEAKERS[message.type]()}</span> {message.content}
          </li>
        ))}
      </ol>
      {notKept !== null && (
        <div role="alert" className="flex items-center gap-3 text-sm text-danger">
          <p className="min-w-0 grow">{notKept}</p>
          <Button size="sm" onClick={() => void kept.retry()}>
            {t('Try again')}
          </Button>
        </div>
      )}
      {isKept && notKept === null && (
        <p className="text-sm text-text-muted">
          {t('What is said is kept in your chats.')}{' '}
          {chatId !== null && status === 'disconnected' && (
            <Link to="/chat/{-$chatId}" params={{ chatId }} onClick={() => showVoiceChat(false)}>
              {t('Read it in the chat')}
            </Link>
          )}
        </p>
      )}
      <div className="flex justify-end gap-2">
        {status === 'connected' && (
          <Button aria-pressed={isMuted} onClick={() => session.mute(!isMuted)}>
            {isMuted ? <MicOff aria-hidden /> : <Mic aria-hidden />}
            {isMuted ? t('Unmute') : t('Mute')}
          </Button>
        )}
        <Button variant={status === 'disconnected' ? 'primary' : 'secondary'} onClick={toggle}>
          {status === 'disconnected' ? <Phone aria-hidden /> : <PhoneOff aria-hidden />}
          {status === 'disconnected' ? t('Connect') : t('Disconnect')}
        </Button>
      </div>
    </div>
  )
}

/** After the window is closed: what cannot be kept then is said where everything else is said. */
async function keepTheRest(session: VoiceSession, kept: KeptTalk): Promise<void> {
  await kept.keep(settledIn(session.state.get().messages))
  if (await kept.retry()) return
  toast.error(kept.state.get().error ?? UNKNOWN_ERROR(), {
    duration: Number.POSITIVE_INFINITY,
    action: { label: t('Try again'), onClick: () => void keepTheRest(session, kept) },
  })
}

const NAMES: Record<Voice, () => string> = {
  alloy: () => t('Alloy'),
  echo: () => t('Echo'),
  fable: () => t('Fable'),
  onyx: () => t('Onyx'),
  shimmer: () => t('Shimmer'),
}

const SPEAKERS: Record<VoiceMessage['type'], () => string> = {
  user: () => t('You:'),
  assistant: () => t('Voice:'),
  system: () => t('Note:'),
}

function wordsOf({ status, activity, isMuted }: VoiceState): string {
  if (status === 'disconnected') return t('Disconnected')
  if (status === 'connecting') return t('Connecting…')
  if (isMuted && activity !== 'speaking') return t('Muted')
  return { ready: t('Ready'), listening: t('Listening'), speaking: t('Speaking') }[activity]
}
