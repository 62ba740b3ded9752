import { newId } from '@/shared/ids'
import type { VoiceMessage } from '../model'
import type { VoiceEvent } from './voice-events'

/** Messages that are kept in the browser. */
const MOST = 1_000

/** A message of a talk. */
export interface TalkMessage extends VoiceMessage {
  /** More of it is still to come. */
  isOpen: boolean
  /** It ended before all of it was said. */
  isStopped: boolean
}

/** What is said and happens in a voice chat. Each call answers a new one. */
export type Talk = readonly TalkMessage[]

/** Adds something that is not said by either of both. */
export const noted = (talk: Talk, content: string): Talk => added(talk, message('system', content))

/**
 * A talk with what an event says. What a person said is written down after the answer to it has begun, so its place is taken (`heardNext`) when
 * the person falls silent. `places`: the message of each id of the service; it is changed.
 */
export function withEvent(talk: Talk, event: VoiceEvent, places: Map<string, string>): Talk {
  if (event.type === 'error' || event.type === 'activity' || event.type === 'over') return talk
  const at = places.get(event.id)
  if (event.type === 'heardNext') {
    const next = { ...message('user', ''), isOpen: true }
    places.set(event.id, next.id)
    // A service that writes nothing down must not hold up the rest.
    return added(
      talk.filter((one) => !(one.isOpen && one.type === 'user')),
      next,
    )
  }
  if (event.type === 'heard') {
    if (!talk.some(({ id }) => id === at)) return added(talk, message('user', event.text))
    return changed(talk, at, { content: event.text, isOpen: false })
  }
  if (event.type === 'unheard') return talk.filter(({ id }) => id !== at)
  if (event.type === 'saying') {
    const begun = talk.find(({ id }) => id === at)
    if (begun) return changed(talk, at, { content: begun.content + event.text })
    const next = { ...message('assistant', event.text), isOpen: true }
    places.set(event.id, next.id)
    return added(talk, next)
  }
  if (!talk.some(({ id }) => id === at)) return added(talk, message('assistant', event.text))
  return changed(talk, at, { content: event.text, isOpen: false })
}

/** Nothing more comes of answers, or of anything at all: what has no words goes. */
export const ended = (talk: Talk, which: 'answers' | 'all'): Talk =>
  talk.flatMap((one) => {
    if (!one.isOpen || (which === 'answers' && one.type === 'user')) return [one]
    return one.content.trim() === '' ? [] : [{ ...one, isOpen: false, isStopped: true }]
  })

/** What was said by both and is to be kept: up to the first message of which more may come. */
export function settledIn(talk: Talk): Talk {
  const open = talk.findIndex(({ isOpen }) => isOpen)
  return talk
    .slice(0, open === -1 ? talk.length : open)
    .filter(({ type, content }) => type !== 'system' && content.trim() !== '')
}

const message = (type: VoiceMessage['type'], content: string): TalkMessage => ({
  id: newId(),
  type,
  content,
  timestamp: new Date().toISOString(),
  isOpen: false,
  isStopped: false,
})

const added = (talk: Talk, next: TalkMessage): Talk => [...talk, next].slice(-MOST)

const changed = (talk: Talk, at: string | undefined, change: Partial<TalkMessage>): Talk =>
  talk.map((one) => (one.id === at ? { ...one, ...change } : one))
