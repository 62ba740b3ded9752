import { fetchAs } from '@/app/rpc'
import { t } from '@/shared/i18n'
import { createStore, type Store } from '@/shared/store'
import {
  CONNECTION_ERROR,
  CONNECTION_FAILED,
  CONNECTION_LOST,
  CONNECTION_TIMEOUT,
  NO_MICROPHONE,
  NO_SESSION,
  NO_WEBRTC,
  UNKNOWN_ERROR,
  VOICE_ERROR,
  type Voice,
} from '../model'
import { ended, noted, type Talk, withEvent } from './talk'
import { answerOf, noteOf } from './use-page-tool'
import { eventIn, type VoiceCall, type VoiceEvent } from './voice-events'

/** Milliseconds until a connection has to stand (product.md 9.12). */
const CONNECT_WITHIN = 10_000
/** Times that a voice calls tools without anybody saying something: one that loops is not paid for without end. */
const MOST_ROUNDS = 6

/** How a voice chat is (product.md 4.19). */
export interface VoiceState {
  status: 'disconnected' | 'connecting' | 'connected'
  /** What is happening while it is connected. */
  activity: 'ready' | 'listening' | 'speaking'
  isMuted: boolean
  messages: Talk
  /** What went wrong last, in words. */
  error: string | null
}

const BEGINNING: VoiceState = {
  status: 'disconnected',
  activity: 'ready',
  isMuted: false,
  messages: [],
  error: null,
}

/** Why it could not be connected, in words. */
class NotConnected extends Error {}

/** A conversation with a voice of the operator's service, over WebRTC. */
export class VoiceSession {
  private readonly own = createStore<VoiceState>(BEGINNING)
  readonly state: Store<VoiceState> = this.own
  private connection: RTCPeerConnection | null = null
  private channel: RTCDataChannel | null = null
  private rounds = 0
  private microphone: MediaStream | null = null
  private readonly speaker = new Audio()
  private leaving = new AbortController()
  /** The message of each id of the service. */
  private readonly places = new Map<string, string>()

  /** Asks for the microphone and connects. What goes wrong stands in the state. */
  async connect(voice: Voice, withPages = false): Promise<void> {
    if (this.own.get().status !== 'disconnected') return
    this.leaving = new AbortController()
    const { signal } = this.leaving
    this.change({ status: 'connecting', error: null, activity: 'ready', isMuted: false })
    try {
      await this.open(voice, withPages, signal)
      if (!signal.aborted) this.change({ status: 'connected' })
    } catch (error) {
      if (signal.aborted) return
      const words = error instanceof NotConnected ? error.message : UNKNOWN_ERROR()
      this.end(words)
    }
  }

  /** Ends the conversation; what was said stays to be read. */
  disconnect(): void {
    this.end(null)
  }

  mute(isMuted: boolean): void {
    for (const track of this.microphone?.getAudioTracks() ?? []) track.enabled = !isMuted
    this.change({ isMuted })
  }

  private async open(voice: Voice, withPages: boolean, signal: AbortSignal): Promise<void> {
    const microphone = await navigator.mediaDevices.getUserMedia({ audio: true }).catch(() => null)
    if (!microphone) throw new NotConnected(NO_MICROPHONE())
    this.microphone = microphone
    if (signal.aborted) return this.release()
    const secret = await beginSession(voice, withPages, signal)
    const connection = new RTCPeerConnection()
    this.connection = connection
    for (const track of microphone.getTracks()) {
      connection.addTrack(track, microphone)
      // It was unplugged, or forbidden meanwhile.
      track.addEventListener('ended', () => this.connection === connection && this.end(NO_MICROPHONE()))
    }
    connection.addEventListener('track', ({ streams }) => {
      this.speaker.srcObject = streams[0] ?? null
      // A browser that plays nothing by itself has had a click a moment ago; without sound the words can still be read.
      this.speaker.play().catch(() => this.note(t('This browser does not play the voice.')))
    })
    const channel = connection.createDataChannel('oai-events')
    this.channel = channel
    this.rounds = 0
    channel.addEventListener('message', ({ data }) => {
      const event = eventIn(data)
      if (event) this.take(event)
    })
    const lost = () => this.connection === connection && this.end(CONNECTION_FAILED(CONNECTION_LOST()))
    connection.addEventListener('connectionstatechange', () => {
      if (connection.connectionState === 'failed') lost()
    })
    await connection.setLocalDescription()
    const answer = await call(secret, connection.localDescription?.sdp ?? '', signal)
    await connection.setRemoteDescription({ type: 'answer', sdp: answer })
    await isOpen(channel, signal)
    channel.addEventListener('close', lost)
  }

  private take(event: VoiceEvent): void {
    if (event.type === 'activity') this.change({ activity: event.activity })
    else if (event.type === 'error') this.note(VOICE_ERROR(event.message))
    else if (event.type === 'over') {
      this.change({ activity: 'ready', messages: ended(this.own.get().messages, 'answers') })
      if (event.calls.length > 0) void this.callTools(event.calls)
    } else {
      if (event.type === 'heard') this.rounds = 0
      this.change({ messages: withEvent(this.own.get().messages, event, this.places) })
    }
  }

  /** Carries out what the voice calls, and has it go on with what came of it. */
  private async callTools(calls: readonly VoiceCall[]): Promise<void> {
    const { channel, leaving } = this
    this.rounds += 1
    if (!channel || this.rounds > MOST_ROUNDS) return
    for (const one of calls) {
      this.note(noteOf(one))
      const output = await answerOf(one)
      if (leaving.signal.aborted || channel.readyState !== 'open') return
      const item = { type: 'function_call_output', call_id: one.id, output }
      channel.send(JSON.stringify({ type: 'conversation.item.create', item }))
    }
    channel.send(JSON.stringify({ type: 'response.create' }))
  }

  private note(words: string): void {
    this.change({ messages: noted(this.own.get().messages, words) })
  }

  private end(error: string | null): void {
    this.leaving.abort()
    this.release()
    this.places.clear()
    const messages = ended(this.own.get().messages, 'all')
    this.change({ status: 'disconnected', activity: 'ready', isMuted: false, error, messages })
  }

  private release(): void {
    const { connection, microphone } = this
    this.connection = null
    this.channel = null
    this.microphone = null
    connection?.close()
    for (const track of microphone?.getTracks() ?? []) track.stop()
    this.speaker.srcObject = null
  }

  private change(change: Partial<VoiceState>): void {
    this.own.set({ ...this.own.get(), ...change })
  }
}

async function beginSession(voice: Voice, withPages: boolean, signal: AbortSignal): Promise<string> {
  const answer = await asked('/api/realtime', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ voice, modalities: ['audio', 'text'], withPages }),
    signal,
  })
  const said = (await answer.json().catch(() => null)) as {
    error?: string
    client_secret?: { value?: string }
  } | null
  const secret = said?.client_secret?.value
  if (answer.ok && secret) return secret
  throw new NotConnected(withReason(CONNECTION_FAILED(NO_SESSION(answer.status)), said?.error))
}

async function call(secret: string, sdp: string, signal: AbortSignal): Promise<string> {
  const answer = await asked('/api/realtime/calls', {
    method: 'POST',
    headers: { 'content-type': 'application/sdp', authorization: `bearer ${secret}` },
    body: sdp,
    signal,
  })
  if (answer.ok) return answer.text()
  const said = (await answer.json().catch(() => null)) as { error?: string } | null
  throw new NotConnected(withReason(CONNECTION_FAILED(NO_WEBRTC(answer.status)), said?.error))
}

const withReason = (words: string, reason: string | undefined): string =>
  reason ? `${words}. ${reason}` : words

async function asked(path: string, request: RequestInit): Promise<Response> {
  try {
    return await fetchAs(path, request)
  } catch (error) {
    if (request.signal?.aborted) throw error
    throw new NotConnected(
      withReason(CONNECTION_ERROR(), t('The server cannot be reached. Please try again in a moment.')),
    )
  }
}

/** Resolves when the channel is open. Rejects when it takes too long, or it is not wanted any more. */
const isOpen = (channel: RTCDataChannel, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new NotConnected(CONNECTION_TIMEOUT())), CONNECT_WITHIN)
    const settle = (act: () => void) => () => {
      clearTimeout(timer)
      act()
    }
    if (channel.readyState === 'open') settle(resolve)()
    channel.addEventListener('open', settle(resolve))
    signal.addEventListener(
      'abort',
      settle(() => reject(signal.reason)),
    )
  })
