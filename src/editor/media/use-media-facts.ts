import { useEffect, useState } from 'react'
import { type MediaFacts, mediaFactsUrl } from '@/blocks/media/media-facts'

/** What was asked in this tab, by address. */
const asked = new Map<string, Promise<MediaFacts | null>>()

async function ask(url: string): Promise<MediaFacts | null> {
  try {
    const answer = await fetch(url)
    if (answer.ok) return ((await answer.json()) as { facts: MediaFacts | null }).facts
  } catch {
    // Without an answer it plays as well, and says less of itself.
  }
  asked.delete(url)
  return null
}

/** What the server tells of a film or a sound of ours; undefined while it is asked, null for any other file and when it tells nothing. */
export function useMediaFacts(url: string, isWanted = true): MediaFacts | null | undefined {
  const from = isWanted ? mediaFactsUrl(url) : null
  const [facts, setFacts] = useState<MediaFacts | null>()
  useEffect(() => {
    setFacts(undefined)
    if (from === null) return
    let isCurrent = true
    const asking = asked.get(from) ?? ask(from)
    asked.set(from, asking)
    void asking.then((found) => isCurrent && setFacts(found))
    return () => {
      isCurrent = false
    }
  }, [from])
  return from === null ? null : facts
}
