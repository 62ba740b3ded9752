/** The parts of a request that tell where it was sent from. */
interface Sender {
  method: string
  origin: string | undefined
  host: string | undefined
  secFetchSite: string | undefined
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])
const LOOPBACK_NAMES = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Does the method leave everything as it is? */
export const isSafeMethod = (method: string): boolean => SAFE_METHODS.has(method)

/**
 * Was this page of ours the sender (R19, R27)? The origin must be `publicUrl`, or the loopback address the server was
 * reached at. A request without an Origin comes from a program, which has no cookies it was not given; a browser that
 * leaves it out still says where it is with `Sec-Fetch-Site`.
 */
export function isOwnOrigin(sender: Omit<Sender, 'method'>, publicUrl: string): boolean {
  const { origin, host, secFetchSite } = sender
  if (origin === undefined) {
    return secFetchSite === undefined || secFetchSite === 'same-origin' || secFetchSite === 'none'
  }
  if (origin === publicUrl) return true
  return host !== undefined && isLoopbackHost(host) && origin === `http://${host.toLowerCase()}`
}

/** Must the request be refused because another site sent it? Reading is always allowed: nobody else can see the answer. */
export const isForgery = (sender: Sender, publicUrl: string): boolean =>
  !isSafeMethod(sender.method) && !isOwnOrigin(sender, publicUrl)

/** Is this `Host` header a name for the machine itself? Other names could be made to point here (DNS rebinding). */
export function isLoopbackHost(host: string): boolean {
  return LOOPBACK_NAMES.has(host.toLowerCase().replace(/:\d+$/, ''))
}
