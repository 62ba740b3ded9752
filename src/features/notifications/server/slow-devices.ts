/** A service that is slow holds up one of the places for pushes no longer than this, and one that was before no longer than that. */
const SERVICE_MS = 10_000
const SLOW_SERVICE_MS = 2_000

/** As many devices are remembered; of more, those that were slow last. */
const MOST = 10_000

/** The devices whose push service did not answer when it was asked last, by id. */
const slow = new Set<string>()

/** How long the push service of this device may take, in milliseconds. */
export const patienceWith = (deviceId: string): number => (slow.has(deviceId) ? SLOW_SERVICE_MS : SERVICE_MS)

/** Remembers whether the push service of this device has answered in time. */
export function noteSpeed(deviceId: string, speed: 'slow' | 'in time'): void {
  slow.delete(deviceId)
  if (speed === 'slow') slow.add(deviceId)
  for (const oldest of slow) {
    if (slow.size <= MOST) break
    slow.delete(oldest)
  }
}
