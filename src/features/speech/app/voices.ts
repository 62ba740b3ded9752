import { queryClient, trpc } from '@/app/rpc'
import { browserVoice } from './browser-voice'
import { serviceVoice } from './service-voice'

/** A text that is ready to be heard. */
export interface Prepared {
  /** Resolves when it has been heard. The signal ends it; then the signal's reason is thrown. */
  play(signal: AbortSignal): Promise<void>
}

export interface Voice {
  /** It is one of this browser's own. */
  isBrowsers: boolean
  prepare(text: string, signal: AbortSignal): Promise<Prepared>
}

/** Milliseconds for which it is remembered whether there is a service. */
const KNOWN = 60_000

/** The service of the server where one is set up, else a voice of the browser. Throws `ReadingFailed` where there is neither. */
export async function chooseVoice(signal: AbortSignal): Promise<Voice> {
  const { canSpeak } = await queryClient.fetchQuery({
    ...trpc.speech.about.queryOptions(),
    staleTime: KNOWN,
  })
  signal.throwIfAborted()
  return canSpeak ? serviceVoice : browserVoice(signal)
}
