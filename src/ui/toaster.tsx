import { useEffect, useState } from 'react'
import { lazy, useLoaded, usePreload } from './lazy'
import { spoken, unshown } from './toast'
import { useStore } from './use-store'

const ToastWindow = lazy(() => import('./toast-window'))

/** Milliseconds that the code may be on its way before the words are told without it. */
const LATE = 500

/** Where toasts appear; stands once in the application. Its code comes with the first message, or before. */
export function Toaster() {
  usePreload(ToastWindow)
  return useStore(spoken) && <Messages />
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
    isLate && (
      <div
        role="alert"
        className="fixed end-6 bottom-6 z-50 flex max-w-[min(22rem,calc(100%-3rem))] flex-col gap-2 rounded-popover border border-border bg-surface-raised p-4 text-sm text-text shadow-float"
      >
        {said.map(({ words, options: { id, description } }) => (
          <div key={id}>
            <p className="font-medium">{words}</p>
            {description && <p className="text-text-muted">{description}</p>}
          </div>
        ))}
      </div>
    )
  )
}
