import type { WebSocket } from 'ws'

/** Pings and pongs at once, and how many a second come back. Browsers send none but their answers to ours. */
const BURST = 60
const A_SECOND = 2

/**
 * Ends a socket that sends more pings and pongs than anybody needs. Each costs this thread about as much as a frame, and limits of frames
 * do not count them.
 */
export function limitPings(ws: WebSocket): void {
  let tokens = BURST
  let filledAt = performance.now()
  const spend = () => {
    if (ws.readyState !== ws.OPEN) return
    const now = performance.now()
    tokens = Math.min(BURST, tokens + ((now - filledAt) / 1000) * A_SECOND) - 1
    filledAt = now
    if (tokens < 0) ws.terminate()
  }
  ws.on('ping', spend)
  ws.on('pong', spend)
}
