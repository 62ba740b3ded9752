import type { Browser, BrowserContext } from '@playwright/test'

/** What a test may do to a context that cannot be taken back. */
const LASTING = [
  'addInitScript',
  'exposeFunction',
  'exposeBinding',
  'route',
  'routeFromHAR',
  'routeWebSocket',
  'setExtraHTTPHeaders',
  'setGeolocation',
] as const

/** What a site keeps in a browser, but for cookies, which are cleared by themselves, and what it has loaded. */
const STORED = 'local_storage,indexeddb,cache_storage,service_workers,file_systems'

/**
 * A browser context that serves one test after the other. It forgets everything about the site except the programs it has
 * loaded and compiled, which take a new context longer than most tests take.
 */
export class KeptContext {
  private context: BrowserContext | null = null
  private options = ''
  private isSpent = false

  constructor(private readonly browser: Browser) {}

  /** A context that knows nothing of `origin`, with the options of the running test; `options` tells them, and the origins, apart. */
  async take(origin: string, options: string): Promise<BrowserContext> {
    if (this.context && this.options !== options) await this.close()
    if (this.context) await forget(this.context, origin)
    else this.context = await this.make()
    this.options = options
    return this.context
  }

  /** Closes the pages of the test, and the context too when it cannot serve another test. */
  async giveBack(hasFailed: boolean): Promise<void> {
    if (!this.context || hasFailed || this.isSpent) return this.close()
    for (const page of this.context.pages()) await page.close()
    await this.context.setOffline(false)
    await this.context.clearCookies()
    await this.context.clearPermissions()
  }

  async close(): Promise<void> {
    await this.context?.close()
    this.context = null
  }

  private async make(): Promise<BrowserContext> {
    const context = await this.browser.newContext()
    this.isSpent = false
    context.once('close', () => {
      if (this.context === context) this.context = null
    })
    for (const method of LASTING) this.watch(context, method)
    this.watch(context.clock, 'install')
    return context
  }

  private watch<Target extends object>(target: Target, method: keyof Target): void {
    const original = (target[method] as (...args: unknown[]) => unknown).bind(target)
    Object.assign(target, {
      [method]: (...args: unknown[]) => {
        this.isSpent = true
        return original(...args)
      },
    })
  }
}

async function forget(context: BrowserContext, origin: string): Promise<void> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: STORED })
  await page.close()
}
