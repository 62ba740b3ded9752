import { ProviderSilent } from './failures'

/** What a provider answers. Throws {@link ProviderSilent} when that takes longer, and the signal's reason when nobody waits any more. */
export async function answered<Answer>(
  answer: PromiseLike<Answer>,
  milliseconds: number,
  signal: AbortSignal,
): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined
  let end: (() => void) | undefined
  const ended = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new ProviderSilent()), milliseconds)
    end = () => reject(signal.reason)
    signal.addEventListener('abort', end, { once: true })
    if (signal.aborted) end()
  })
  try {
    return await Promise.race([answer, ended])
  } finally {
    clearTimeout(timer)
    if (end) signal.removeEventListener('abort', end)
  }
}
