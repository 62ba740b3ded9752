import { queryClient, rpc, trpc } from '@/app/rpc'
import { t } from '@/shared/i18n'

const WORKER = '/push-worker.js'
/** Says in whose account this browser shows pushes. */
const KEPT = 'sheaf:push'

/** Can this browser show pushes? They need https, or the machine itself; some phones have them only for installed applications. */
export const canPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** Has the person told the browser never to ask? */
export const isPushDenied = (): boolean => Notification.permission === 'denied'

/** Asks the person's browser, and sends pushes to it from now on. Throws with words for the person. */
export async function turnPushOn(userId: string, name: string): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted')
    throw new Error(t('Your browser does not allow notifications of this site.'))
  await tellServer(name)
  remember(userId)
}

/** Sends no more pushes to this browser. */
export async function turnPushOff(id: string): Promise<void> {
  await rpc.notifications.removePushDevice.mutate({ id })
  remember(null)
  const registration = await navigator.serviceWorker.getRegistration(WORKER)
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}

/** After a new sign-in the server no longer knows where to send pushes: it is told again, when the person wanted them here. */
export async function keepPush(userId: string, name: string): Promise<void> {
  if (!canPush() || Notification.permission !== 'granted' || remembered() !== userId) return
  const { devices } = await rpc.notifications.getPushDevices.query()
  if (!devices.some(({ isThis }) => isThis)) await tellServer(name)
}

async function tellServer(name: string): Promise<void> {
  const { publicKey } = await rpc.notifications.getPushDevices.query()
  const registration = await navigator.serviceWorker.register(WORKER)
  await navigator.serviceWorker.ready
  const { endpoint, keys } = (await subscription(registration, publicKey)).toJSON()
  await rpc.notifications.addPushDevice.mutate({
    endpoint: endpoint ?? '',
    keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' },
    name,
  })
  await queryClient.invalidateQueries({ queryKey: trpc.notifications.getPreferences.queryKey() })
}

async function subscription(
  { pushManager }: ServiceWorkerRegistration,
  publicKey: string,
): Promise<PushSubscription> {
  const ask = () => pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  try {
    return await ask()
  } catch (cause) {
    // One for other keys of this server is in the way.
    await (await pushManager.getSubscription())?.unsubscribe()
    return ask().catch(() => {
      throw new Error(t('The push service of your browser cannot be reached.'), { cause })
    })
  }
}

function remembered(): string | null {
  try {
    return localStorage.getItem(KEPT)
  } catch {
    return null
  }
}

/** Where storage is forbidden pushes end with the sign-in. */
function remember(userId: string | null): void {
  try {
    if (userId === null) localStorage.removeItem(KEPT)
    else localStorage.setItem(KEPT, userId)
  } catch {
    // As above.
  }
}
