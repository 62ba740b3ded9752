import type { Browser, BrowserServer, chromium } from 'playwright-core'
import type { DrawingStart } from './drawing'
import { stayingBehind } from './stay-behind'

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

/** A browser that runs: its processes, and what drives it. */
export interface Launched {
  server: BrowserServer
  browser: Browser
}

/**
 * Starts a browser with a new profile in a temporary folder, which goes with it. It is kept in its own sandbox where the
 * system allows that; containers, and everything that runs as root, often do not. `onUnprotected` is told why it is not.
 */
export async function launch(
  driver: typeof chromium,
  { program, startMs }: Pick<DrawingStart, 'program' | 'startMs'>,
  onUnprotected: (reason: unknown) => void,
): Promise<Launched> {
  await using wrapped = await stayingBehind(program)
  const start = (chromiumSandbox: boolean) =>
    driver.launchServer({
      executablePath: wrapped.program,
      host: '127.0.0.1',
      args: ALONE,
      chromiumSandbox,
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
      timeout: startMs,
    })
  const server = await (process.getuid?.() === 0
    ? start(false)
    : start(true).catch((error) => {
        onUnprotected(error)
        return start(false)
      }))
  try {
    return { server, browser: await driver.connect(server.wsEndpoint()) }
  } catch (error) {
    await server.kill()
    throw error
  }
}
