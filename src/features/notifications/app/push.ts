import { endPush, PUSH_WORKER } from '@/app/end-push'
import { appCodeOf } from '@/app/failures'
import { queryClient, rpc, trpc } from '@/app/rpc'
import { t } from '@/shared/i18n'

/** Says in whose account this browser shows pushes, and since which of their sessions. */
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
  await inTurn(async () => remember(userId, (await tellServer(name)).session))
}

/** Turning on, off and coming back wait for each other, also in several tabs. */
const inTurn = (work: () => Promise<void>): Promise<void> => navigator.locks.request('sheaf-push', work)

/** Sends no more pushes to this browser. */
export const turnPushOff = (id: string): Promise<void> => inTurn(() => turnOff(id))

async function turnOff(id: string): Promise<void> {
  try {
    await rpc.notifications.removePushDevice.mutate({ id })
  } catch (error) {
    // Turned off meanwhile, from another browser.
    if (appCodeOf(error) !== 'not-found') throw error
  }
  forget()
  await endPush()
}

/**
 * After a new sign-in the server no longer knows where to send pushes: it is told again, when the person wanted them here. In the same session
 * it knew, and somebody has turned this browser off since.
 */
export async function keepPush(userId: string, name: string): Promise<void> {
  if (canPush() && Notification.permission === 'granted') await inTurn(() => comeBack(userId, name))
}

async function comeBack(userId: string, name: string): Promise<void> {
  const { owner, session } = remembered()
  if (owner !== userId) return
  const now = await rpc.notifications.getPushDevices.query()
  const isListed = now.devices.some(({ isThis }) => isThis)
  if (isListed && (await isSubscribed(now.publicKey))) remember(userId, now.session)
  else if (!isListed && session === now.session && (await isSubscribed())) {
    forget()
    await endPush()
  } else {
    const { session: noted, isNoted } = await tellServer(name, true)
    // With pushes turned off it is asked again at the next visit.
    if (isNoted) remember(userId, noted)
  }
}

/**
 * Does the browser still take pushes, of a server with these keys where they are given? Its push service may have ended that, which is nobody's
 * wish; and a server that was restored from a backup has other keys.
 */
async function isSubscribed(publicKey?: string): Promise<boolean> {
  const registration = await navigator.serviceWorker.getRegistration(PUSH_WORKER)
  const subscription = await registration?.pushManager.getSubscription()
  if (!subscription) return false
  const { applicationServerKey: key } = subscription.options
  return publicKey === undefined || key === null || inBase64Url(new Uint8Array(key)) === publicKey
}

const inBase64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')

/** Says to the server where this browser takes pushes. The answer is the id of the session, and whether the server has noted it. */
async function tellServer(name: string, isAgain = false): Promise<{ session: string; isNoted: boolean }> {
  const { publicKey, session } = await rpc.notifications.getPushDevices.query()
  const registration = await navigator.serviceWorker.register(PUSH_WORKER)
  await navigator.serviceWorker.ready
  const { endpoint, keys } = (await subscription(registration, publicKey)).toJSON()
  const { id } = await rpc.notifications.addPushDevice.mutate({
    endpoint: endpoint ?? '',
    keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' },
    name,
    isAgain,
  })
  await queryClient.invalidateQueries({ queryKey: trpc.notifications.getPreferences.queryKey() })
  return { session, isNoted: id !== '' }
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

function remembered(): { owner?: string | undefined; session?: string | undefined } {
  try {
    const [owner, session] = localStorage.getItem(KEPT)?.split(' ') ?? []
    return { owner, session }
  } catch {
    return {}
  }
}

/** Where storage is forbidden pushes end with the sign-in. */
function remember(userId: string, session: string): void {
  try {
    localStorage.setItem(KEPT, `${userId} ${session}`)
  } catch {
    // As above.
  }
}

function forget(): void {
  try {
    localStorage.removeItem(KEPT)
  } catch {
    // As above.
  }
}
