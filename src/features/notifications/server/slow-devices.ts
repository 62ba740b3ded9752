import { perDatabase } from '@/server/db/per-database'

/** A service that is slow holds up one of the places for pushes no longer than this, and one that was before no longer than that. */
const SERVICE_MS = 10_000
const SLOW_SERVICE_MS = 2_000
/** Then it is given all the time again: one that always takes a few seconds answers within that, and a push is tried for longer. */
const REMEMBERED_MS = 10 * 60_000

/** As many devices are remembered; of more, those that were slow last. */
const MOST = 10_000

/** The devices whose push service did not answer when it was asked last. Times are of a clock that only goes forward. */
export class SlowDevices {
  /** By id, when each was first found slow. */
  private readonly slow = new Map<string, number>()

  /** How long the push service of this device may take, in milliseconds. */
  patienceWith(deviceId: string, now = performance.now()): number {
    return this.isSlow(deviceId, now) ? SLOW_SERVICE_MS : SERVICE_MS
  }

  /** Remembers whether the push service of this device has answered in time. */
  note(deviceId: string, speed: 'slow' | 'in time', now = performance.now()): void {
    // That it was too slow for the shorter while says nothing new.
    const since = this.isSlow(deviceId, now) ? this.slow.get(deviceId) : undefined
    this.slow.delete(deviceId)
    if (speed === 'slow') this.slow.set(deviceId, since ?? now)
    for (const oldest of this.slow.keys()) {
      if (this.slow.size <= MOST) break
      this.slow.delete(oldest)
    }
  }

  private isSlow(deviceId: string, now: number): boolean {
    const since = this.slow.get(deviceId)
    return since !== undefined && now - since < REMEMBERED_MS
  }
}

/** Those that a server has met. */
export const slowDevicesOf = perDatabase(() => new SlowDevices())
