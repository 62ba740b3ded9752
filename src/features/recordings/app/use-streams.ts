import { useCallback, useEffect, useRef, useState } from 'react'
import { t } from '@/shared/i18n'
import { onEnded, openSource, type Quality, release, type Source } from './capture'
import type { Streams } from './recording-session'

const UNABLE: Record<Source, () => string> = {
  screen: () => t('Unable to access screen sharing'),
  camera: () => t('Unable to access camera'),
  microphone: () => t('Unable to access microphone'),
}

/**
 * What is switched on, each with a preview. One that cannot be had is said, and its switch goes off (product.md 8.7); so does
 * one that ends. What is still open goes off with the menu, unless it was taken to be recorded.
 */
export function useStreams(quality: Quality) {
  const [streams, setStreams] = useState<Streams>({})
  const [opening, setOpening] = useState<Source | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const open = useRef<Streams>({})
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
      for (const stream of Object.values(open.current)) release(stream)
    }
  }, [])
  const change = useCallback((next: Streams) => {
    open.current = next
    setStreams(next)
  }, [])
  const off = useCallback(
    (source: Source) => {
      const { [source]: stream, ...rest } = open.current
      release(stream)
      change(rest)
    },
    [change],
  )
  const toggle = async (source: Source) => {
    setFault(null)
    if (open.current[source]) return off(source)
    setOpening(source)
    try {
      const stream = await openSource(source, quality)
      if (isGone.current) return release(stream)
      change({ ...open.current, [source]: stream })
      onEnded(stream, () => {
        if (open.current[source] === stream) off(source)
      })
    } catch {
      if (!isGone.current) setFault(UNABLE[source]())
    } finally {
      if (!isGone.current) setOpening(null)
    }
  }
  /** Gives what is open to the code that records it. */
  const take = (): Streams => {
    const taken = open.current
    change({})
    return taken
  }
  return { streams, opening, fault, toggle, take }
}
