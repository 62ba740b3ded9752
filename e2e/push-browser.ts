import type { Page } from '@playwright/test'
import type { PushBrowser } from '../test/push-service.ts'

/**
 * In the place of the vendor's push service, which tests do not reach, the browser is given this subscription; and the leave of its
 * person, since a browser without windows never has it.
 */
export async function subscribesTo(page: Page, { subscription }: PushBrowser): Promise<void> {
  await page.addInitScript((given) => {
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
    Notification.requestPermission = async () => 'granted'
    // A subscription outlives the page that made it.
    const IS_ON = 'test:subscribed'
    const bytesOf = (text: string) =>
      Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0))
    const made = {
      get options() {
        return { applicationServerKey: bytesOf(localStorage.getItem(IS_ON) ?? '').buffer }
      },
      toJSON: () => given,
      unsubscribe: async () => {
        localStorage.removeItem(IS_ON)
        return true
      },
    }
    PushManager.prototype.subscribe = async (options) => {
      const key = String(options?.applicationServerKey)
      if ((localStorage.getItem(IS_ON) ?? key) !== key)
        throw new DOMException('Other keys', 'InvalidStateError')
      localStorage.setItem(IS_ON, key)
      return made as unknown as PushSubscription
    }
    PushManager.prototype.getSubscription = async () =>
      localStorage.getItem(IS_ON) ? (made as unknown as PushSubscription) : null
  }, subscription)
}
