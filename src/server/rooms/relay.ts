import { createHmac } from 'node:crypto'
import type { IceServer } from '@/shared/rooms'

/** How long a password for the relay is good, in seconds. */
const GOOD_FOR = 12 * 3600

/** A relay that browsers can reach each other through where they cannot do so directly (`TURN_URL`, `TURN_SECRET`). */
export interface Relay {
  url: string
  secret: string
}

/**
 * What a browser is told of the relay: an address with a name and a password of its own that end by themselves, as coturn's shared
 * secret wants them. `nowMs` is the time of day. No relay is no server: browsers in one network need none.
 */
export function iceServers(relay: Relay | null, nowMs: number): IceServer[] {
  if (!relay) return []
  const username = String(Math.floor(nowMs / 1000) + GOOD_FOR)
  const credential = createHmac('sha1', relay.secret).update(username).digest('base64')
  return [{ urls: relay.url, username, credential }]
}
