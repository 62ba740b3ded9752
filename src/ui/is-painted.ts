import { useEffect, useState } from 'react'
import { idle } from './lazy'

/**
 * Whether what stands around this part has been painted: for a large part that would keep it from the screen. A tab out of sight paints
 * nothing, and is not waited for.
 */
export function useIsPainted(): boolean {
  const [isPainted, setPainted] = useState(document.visibilityState === 'hidden')
  useEffect(() => {
    let isGone = false
    // The second frame comes after the first has painted what is there.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => void idle().then(() => !isGone && setPainted(true))),
    )
    return () => {
      isGone = true
    }
  }, [])
  return isPainted
}
