import { lazy, usePreload } from './lazy'
import { spoken } from './toast'
import { useStore } from './use-store'

const ToastWindow = lazy(() => import('./toast-window'))

/** Where toasts appear; stands once in the application. Its code comes with the first message, or before. */
export function Toaster() {
  usePreload(ToastWindow)
  return useStore(spoken) && <ToastWindow />
}
