import type { Action, ExternalToast } from 'sonner'
import { createStore, type Store } from '@/shared/store'

/** How a message is shown. A later one with the same `id` takes its place. */
export interface ToastOptions extends Pick<ExternalToast, 'id' | 'duration'> {
  description?: string | undefined
  action?: Action
  /** It was closed without its action. */
  onGone?(): void
}

/** One message on its way to the screen. */
export interface Said {
  kind: 'message' | 'success' | 'error' | 'loading'
  words: string
  options: ToastOptions & { id: string | number }
}

let count = 0
let show: ((said: Said) => void) | null = null
const hasSpoken = createStore(false)
const waiting = createStore<readonly Said[]>([])

/** What shows messages takes over, with those that came before it; until the returned function is called. */
export function showToasts(shower: (said: Said) => void): () => void {
  show = shower
  for (const said of waiting.get()) shower(said)
  waiting.set([])
  return () => {
    show = null
  }
}

/** Says it; the answer is the message's id, with which a later one can replace it. */
const say =
  (kind: Said['kind']) =>
  (words: string, options?: ToastOptions): string | number => {
    const id = options?.id ?? `toast ${++count}`
    const said = { kind, words, options: { ...options, id } }
    if (show) show(said)
    else {
      waiting.set([...waiting.get().filter(({ options }) => options.id !== id), said])
      hasSpoken.set(true)
    }
    return id
  }

/** A short message at the lower edge: `toast.error('…')`, `toast.success`, `toast.loading`. Only when something needs saying. */
export const toast = Object.assign(say('message'), {
  success: say('success'),
  error: say('error'),
  loading: say('loading'),
})

/** It was read, or nobody is to be told of it any more: what shows messages does not get it. */
export const unsay = (said: Said): void => waiting.set(waiting.get().filter((one) => one !== said))

/** Whether anything was said yet. */
export const spoken: Store<boolean> = hasSpoken

/** What was said and is not shown yet. */
export const unshown: Store<readonly Said[]> = waiting
