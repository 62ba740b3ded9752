/** The worker that shows pushes. */
export const PUSH_WORKER = '/push-worker.js'

/** A push service that cannot be reached keeps nobody waiting, in milliseconds. */
const PATIENCE_MS = 2_000

/** Takes what was pushed off the screen, and ends the browser's subscription: what its push service still holds comes to nobody. */
export async function endPush(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration(PUSH_WORKER)
  if (!registration) return
  for (const shown of await registration.getNotifications()) shown.close()
  const subscription = await registration.pushManager?.getSubscription()
  if (!subscription) return
  // The server sends nothing any more in any case: the browser was noted with the session.
  const ended = subscription.unsubscribe().catch(() => false)
  await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))])
}
