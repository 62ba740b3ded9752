import { parentPort } from 'node:worker_threads'
import { writeDaysAs } from '@/blocks/date/date-words'
import { formatsFrom } from '@/server/person-formats'
import { standBack } from '@/server/workers/stand-back'
import { invariant } from '@/shared/errors'
import { sheetHtml } from './sheet'
import type { SheetJob, SheetMessage } from './sheet-job'

/**
 * Writes a page as the document that is printed, in a thread of its own: a long page slows nobody down (R34). Takes one
 * job and is then ended by the code that started it (`render-sheet.ts`).
 */
async function work(job: SheetJob): Promise<SheetMessage> {
  try {
    writeDaysAs(formatsFrom(job.days))
    const html = await sheetHtml(job)
    return html === null ? { say: 'nothing-chosen' } : { say: 'drawn', html }
  } catch (error) {
    return {
      say: 'failed',
      reason: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
    }
  }
}

const port = parentPort
invariant(port, 'this file runs as a worker')
standBack()
port.once('message', async (job: SheetJob) => port.postMessage(await work(job)))
