import { useCallback, useEffect, useState } from 'react'

/** Seconds that go down to 0 from `seconds`; `restart` begins again. Counts by the clock, so a sleeping tab is right. */
export function useCountdown(seconds: number): { left: number; restart: () => void } {
  const [end, setEnd] = useState(() => Date.now() + seconds * 1000)
  const [now, setNow] = useState(() => Date.now())
  const left = Math.max(0, Math.ceil((end - now) / 1000))

  useEffect(() => {
    if (left === 0) return
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [left])

  const restart = useCallback(() => {
    setNow(Date.now())
    setEnd(Date.now() + seconds * 1000)
  }, [seconds])
  return { left, restart }
}
