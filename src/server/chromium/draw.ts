import type { Browser, Page, Route } from 'playwright-core'
import { AppError } from '@/shared/errors'
import { inFigures } from '@/shared/formats'
import { t } from '@/shared/i18n'

/** What is drawn: a document that is complete in itself, and the pictures that it may ask for. */
export interface Sheet {
  html: string
  /** The bytes behind an address of the document that begins with `/`; `null` for everything it must not have. */
  resource(path: string): Promise<{ type: string; bytes: Buffer } | null>
}

export const PAPER = ['a4', 'a3', 'letter', 'legal', 'tabloid'] as const
export type Paper = (typeof PAPER)[number]

export interface PdfOptions {
  paper: Paper
  /** 0.1 … 2. */
  scale: number
  pageNumbers: boolean
}

export interface PngOptions {
  /** CSS pixels. */
  width: number
}

/** The address the document has: nothing is there, its bytes are handed over. */
const PLACE = 'http://page.invalid'
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:"
/** No browser draws a picture that is higher or wider, in its own pixels. */
export const MOST_PIXELS = 16_000

export const tooHigh = (pixels: number): string =>
  t(
    'This page is {pixels} pixels high, and a picture can have {mostPixels}. Choose some of its blocks, or export it as PDF.',
    { pixels: inFigures(pixels), mostPixels: inFigures(MOST_PIXELS) },
  )

/**
 * Opens the document in a profile of its own that nobody else's document ever shares. It runs no script and reaches
 * nothing: every request ends here, and is answered only with what the document brought along.
 */
async function open<T>(browser: Browser, sheet: Sheet, width: number, use: (page: Page) => Promise<T>) {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    serviceWorkers: 'block',
    acceptDownloads: false,
    permissions: [],
    colorScheme: 'light',
    // A picture is at least as high as this.
    viewport: { width, height: 200 },
    deviceScaleFactor: 2,
  })
  try {
    await context.route('**/*', (route) => answer(route, sheet))
    const page = await context.newPage()
    await page.goto(`${PLACE}/`, { waitUntil: 'load', timeout: 0 })
    // Scripts of the document never run; this one is ours.
    await page.evaluate('Promise.allSettled([...document.fonts].map((face) => face.load())).then(() => null)')
    return await use(page)
  } finally {
    await context.close()
  }
}

async function answer(route: Route, sheet: Sheet): Promise<void> {
  const request = route.request()
  const { origin, pathname } = new URL(request.url())
  if (request.isNavigationRequest()) {
    const isDocument = origin === PLACE && pathname === '/' && request.frame().parentFrame() === null
    // "No content" leaves everything as it is, where a refusal would put a page of the browser's in its place.
    if (!isDocument) return route.fulfill({ status: 204 })
    return route.fulfill({
      contentType: 'text/html; charset=utf-8',
      headers: { 'content-security-policy': POLICY },
      body: sheet.html,
    })
  }
  const found = origin === PLACE ? await sheet.resource(pathname).catch(() => null) : null
  if (found === null) return route.abort('blockedbyclient')
  return route.fulfill({ contentType: found.type, body: found.bytes })
}

/** The document as PDF, with the headings as its outline and tags for screen readers. */
export function drawPdf(browser: Browser, sheet: Sheet, options: PdfOptions): Promise<Buffer> {
  return open(browser, sheet, 800, (page) =>
    page.pdf({
      format: options.paper,
      scale: options.scale,
      printBackground: true,
      outline: true,
      tagged: true,
      displayHeaderFooter: options.pageNumbers,
      headerTemplate: '<span></span>',
      footerTemplate: PAGE_NUMBERS,
      margin: { top: '18mm', right: '18mm', bottom: '20mm', left: '18mm' },
    }),
  )
}

const PAGE_NUMBERS =
  '<div style="width:100%;text-align:center;font:8px sans-serif;color:#6e685d"><span class="pageNumber"></span> / <span class="totalPages"></span></div>'

/**
 * The document as a picture, as high as it is: two pixels for each of its own where they suffice, else one. Throws
 * `too-large` in words when it is higher than that.
 */
export function drawPng(browser: Browser, sheet: Sheet, { width }: PngOptions): Promise<Buffer> {
  return open(browser, sheet, width, async (page) => {
    const height = await page.evaluate<number>('document.documentElement.getBoundingClientRect().height')
    if (height > MOST_PIXELS) throw new AppError('too-large', tooHigh(Math.ceil(height)))
    return page.screenshot({
      fullPage: true,
      type: 'png',
      animations: 'disabled',
      scale: height * 2 > MOST_PIXELS ? 'css' : 'device',
      timeout: 0,
    })
  })
}
