import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { lazy, useLoaded, usePreload } from './lazy'
import { type Said, spoken, unsay, unshown } from './toast'
import { useStore } from './use-store'

const ToastWindow = lazy(() => import('./toast-window'))

/** Milliseconds that the code may be on its way before the words are told without it. */
const LATE = 500

/**
 * Where toasts appear; stands once in the application. Its code comes with the first message, or before. Beside the application and not in it, so
 * that what a window says is not told beneath that window.
 */
export function Toaster() {
  usePreload(ToastWindow)
  return useStore(spoken) && createPortal(<Messages />, document.body)
}

/** Milliseconds that words stand there as they are. */
const SHOWN = 10_000

/** At most this many messages stand there at once. */
const MOST = 3

function PlainWords({ said }: { said: Said }) {
  const { kind, words, options } = said
  useEffect(() => {
    // What is to stand until it is dealt with is shown whole once the code is there.
    if (kind === 'loading' || options.duration === Number.POSITIVE_INFINITY) return
    const timer = setTimeout(() => unsay(said), SHOWN)
    return () => clearTimeout(timer)
  }, [kind, said, options.duration])
  return (
    <div>
      <p className="font-medium">{words}</p>
      {options.description && <p className="text-text-muted">{options.description}</p>}
    </div>
  )
}

/** A network that has just gone brings no code, and is often what there is to tell: the words then stand there as they are. */
function Messages() {
  const isThere = useLoaded(ToastWindow)
  const said = useStore(unshown)
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), LATE)
    return () => clearTimeout(timer)
  }, [])
  if (isThere) return <ToastWindow />
  return (
    isLate &&
    said.length > 0 && (
      <div
        role="alert"
        data-toasts
        className="fixed end-6 bottom-6 z-[70] flex max-w-[min(22rem,calc(100%-3rem))] flex-col gap-2 rounded-popover border border-border bg-surface-raised p-4 text-sm text-text shadow-float"
      >
        {said.slice(-MOST).map((one) => (
          <PlainWords key={one.options.id} said={one} />
        ))}
      </div>
    )
  )
}
