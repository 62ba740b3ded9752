import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { type Figure, figure, median } from './figures.ts'
import type { Running } from './server-programs.ts'

const CONNECTIONS = 16

/** A server and what it is asked; the cookies take turns. */
export interface Contender {
  server: Running
  path: string
  cookies: readonly string[]
}

/**
 * Asks ours and its peers in turn, over connections that stay open: requests a second and processor time for each,
 * against the first peer. 0.7 times its requests a second is 1 / 0.7 times its time for each.
 */
export async function compareRequests(
  what: string,
  ours: Contender,
  peers: readonly (Contender & { name: string })[],
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<Figure[]> {
  const contenders = [ours, ...peers].map((contender) => ({
    ...contender,
    times: [] as number[],
    work: [] as number[],
  }))
  // The first round warms all of them up.
  for (let round = -1; round < rounds; round++) {
    for (const { server, path, cookies, times, work } of contenders) {
      const before = cpuMsOf(server)
      const answered = await answersIn(server.port, path, cookies, seconds)
      if (round < 0) continue
      times.push((seconds * 1000) / answered)
      work.push((cpuMsOf(server) - before) / answered)
    }
  }
  const [product, ...others] = contenders.map(({ times, work }) => ({
    time: median(times),
    work: median(work),
  }))
  return peers.flatMap(({ name }, index) => {
    const peer = others[index]
    if (!product || !peer) throw new Error('Nothing was measured')
    const at = `${CONNECTIONS} at once`
    return [
      figure(
        `${what}, time per request, ${at}, against ${name}`,
        'ms',
        product.time,
        peer.time,
        index === 0 ? 2 : null,
      ),
      figure(`${what}, processor time per request, against ${name}`, 'ms', product.work, peer.work, null),
    ]
  })
}

/** What the process has worked so far, all threads (Linux counts in hundredths of a second). */
function cpuMsOf({ child }: Running): number {
  const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** Asks over connections that stay open, as soon as the last answer is there. */
async function answersIn(
  port: number,
  path: string,
  cookies: readonly string[],
  seconds: number,
): Promise<number> {
  let asked = 0
  const request = () =>
    `GET ${path} HTTP/1.1\r\nhost: localhost:${port}\r\ncookie: ${cookies[asked++ % cookies.length]}\r\n\r\n`
  const until = performance.now() + seconds * 1000
  let answered = 0
  await Promise.all(
    Array.from(
      { length: CONNECTIONS },
      () =>
        new Promise<void>((resolve, reject) => {
          const socket = connect(port, 'localhost')
          let missing = -1
          const ask = () => {
            missing = -1
            if (performance.now() < until) socket.write(request())
            else {
              socket.destroy()
              resolve()
            }
          }
          socket.once('connect', ask)
          socket.once('error', reject)
          socket.on('data', (chunk) => {
            if (missing < 0) {
              const end = chunk.indexOf('\r\n\r\n')
              const head = chunk.subarray(0, end).toString('latin1')
              const length = /content-length: (\d+)/i.exec(head)?.[1]
              if (!head.startsWith('HTTP/1.1 200') || length === undefined) {
                reject(new Error(`Not an answer that can be counted: ${head}`))
                socket.destroy()
                return
              }
              missing = Number(length) - (chunk.length - end - 4)
            } else missing -= chunk.length
            if (missing > 0) return
            answered++
            ask()
          })
        }),
    ),
  )
  return answered
}
