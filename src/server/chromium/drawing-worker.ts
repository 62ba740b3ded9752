import { parentPort, workerData } from 'node:worker_threads'
import type * as Playwright from 'playwright-core'
import { standBack } from '@/server/workers/stand-back'
import { AppError, invariant } from '@/shared/errors'
import { drawPdf, drawPng, type Sheet } from './draw'
import type { Drawing, DrawingStart, FromDrawing, Resource, ToDrawing } from './drawing'
import { type Launched, launch } from './launch'

/*
 * Drives the browser that draws pages, in a thread of its own: the library for it takes 0.3 s to load, and what it draws is
 * many megabytes that are taken in by pieces. The browser inherits the low priority of this thread (`stay-behind.ts`). Started by `browser.ts`.
 */

const port = parentPort
invariant(port, 'this file runs as a worker')
const tell = (message: FromDrawing, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer)

const asked = new Map<number, (found: Resource | null) => void>()
let asks = 0

/** The document with this id, whose pictures the server is asked for. */
const sheetOf = (id: number, html: string): Sheet => ({
  html,
  async resource(path) {
    const ask = asks++
    const { promise, resolve } = Promise.withResolvers<Resource | null>()
    asked.set(ask, resolve)
    tell({ say: 'ask', ask, id, path })
    const found = await promise
    return found && { type: found.type, bytes: Buffer.from(found.bytes.buffer) }
  },
})

async function draw({ browser }: Launched, id: number, html: string, drawing: Drawing): Promise<void> {
  const sheet = sheetOf(id, html)
  try {
    const drawn =
      drawing.as === 'pdf'
        ? await drawPdf(browser, sheet, drawing.options)
        : await drawPng(browser, sheet, drawing.options)
    const bytes = new Uint8Array(drawn)
    tell({ say: 'drawn', id, bytes }, [bytes.buffer])
  } catch (error) {
    if (error instanceof AppError) tell({ say: 'refused', id, code: error.code, reason: error.message })
    else tell({ say: 'failed', id, error })
  }
}

async function start(): Promise<Launched | null> {
  const given = workerData as DrawingStart
  try {
    // CommonJS, of which only some names are found without running it.
    const library = (await import(/* @vite-ignore */ given.driver)) as typeof Playwright & {
      default?: typeof Playwright
    }
    const { chromium } = library.default ?? library
    const launched = await launch(chromium, given, (reason) => tell({ say: 'unprotected', reason }))
    launched.server.on('close', () => process.exit())
    tell({ say: 'started', pid: launched.server.process().pid ?? null })
    return launched
  } catch (error) {
    tell({ say: 'not-started', error, isLate: error instanceof Error && error.name === 'TimeoutError' })
    return null
  }
}

standBack()
const launched = start()
port.on('message', async (message: ToDrawing) => {
  if (message.say === 'resource') {
    asked.get(message.ask)?.(message.found)
    asked.delete(message.ask)
    return
  }
  const running = await launched
  if (message.say === 'draw' && running) await draw(running, message.id, message.html, message.drawing)
  if (message.say === 'end') {
    await running?.server.kill()
    process.exit()
  }
})
