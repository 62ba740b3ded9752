import { later, usePreload } from './later'
import { spoken } from './toast'
import { useStore } from './use-store'

const ToastWindow = later(() => import('./toast-window'))

/** Where toasts appear; stands once in the application. Its code comes with the first message, or before. */
export function Toaster() {
  usePreload(ToastWindow)
  return useStore(spoken) && <ToastWindow />
}
