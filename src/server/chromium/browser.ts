import type { Browser, BrowserServer } from 'playwright-core'
import type { Log } from '@/server/log'
import { memoryOfGroup } from './memory'

/** A browser that runs. */
export interface RunningBrowser {
  browser: Browser
  /** Ends it at once, with everything that it does. */
  kill(): Promise<void>
  /** The memory of all its processes, in bytes; 0 where the system does not tell. */
  memory(): Promise<number>
  /** Called when it has ended without being asked to. */
  onEnd(listener: () => void): void
}

/** No name leads anywhere and every connection goes to a proxy that is not there: nothing is reached, whatever asks. */
const ALONE = [
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--proxy-server=http://nowhere.invalid:9',
  '--proxy-bypass-list=<-loopback>',
  '--dns-prefetch-disable',
  '--no-pings',
  '--disable-domain-reliability',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  // The same letters at the same places on every machine.
  '--font-render-hinting=none',
]

/**
 * Starts a browser with a new profile in a temporary folder, which goes with it. It is kept in its own sandbox where the
 * system allows that; containers, and everything that runs as root, often do not.
 */
export async function startBrowser(program: string, log: Log): Promise<RunningBrowser> {
  // Only when it is needed: it is large.
  const { chromium } = await import('playwright-core')
  const start = (chromiumSandbox: boolean) =>
    chromium.launchServer({
      executablePath: program,
      host: '127.0.0.1',
      args: ALONE,
      chromiumSandbox,
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
      timeout: 20_000,
    })
  const server = await (process.getuid?.() === 0
    ? start(false)
    : start(true).catch((error) => {
        log.warn({ err: error }, 'the browser for PDF does not start in its sandbox; it is started without')
        return start(false)
      }))
  try {
    const browser = await chromium.connect(server.wsEndpoint())
    return runningBrowser(server, browser)
  } catch (error) {
    await server.kill()
    throw error
  }
}

function runningBrowser(server: BrowserServer, browser: Browser): RunningBrowser {
  const { pid } = server.process()
  return {
    browser,
    kill: () => server.kill(),
    memory: async () => (pid === undefined ? 0 : memoryOfGroup(pid)),
    onEnd: (listener) => server.on('close', listener),
  }
}
