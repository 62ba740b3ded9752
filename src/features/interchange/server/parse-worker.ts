import { parentPort } from 'node:worker_threads'
import { invariant } from '@/shared/errors'
import { importFormats } from '../formats'
import { exportFormats } from '../formats/export'
import { boundTitle } from '../model'
import { pageSizeOf, whyTooLarge } from './page-size'
import { parseHtmlText } from './parse-html'
import type { ParseJob, ParseMessage } from './parse-job'
import { receiptOf } from './receipt'

/**
 * Reads and writes files in a thread of its own, so that a long or hostile one slows nobody down (R34). Takes one job
 * and is then ended by whoever started it (`parse.ts`).
 */
function work(job: ParseJob, onProgress: (done: number) => void): ParseMessage {
  if (job.work === 'write') {
    return { say: 'written', text: exportFormats[job.format].write(job.blocks, job.title) }
  }
  const format = importFormats.find(({ id }) => id === job.format)
  invariant(format, `there is a format ${job.format}`)
  const { title, blocks, notes } = format.read(job.text, { parseHtml: parseHtmlText, onProgress })
  // Counted here: to hand over what is refused anyway would hold everybody up already.
  const reason = whyTooLarge(pageSizeOf(blocks))
  if (reason !== null) return { say: 'too-large', reason }
  return { say: 'read', page: { title: boundTitle(title), blocks, receipt: receiptOf(blocks, notes) } }
}

const port = parentPort
invariant(port, 'this file runs as a worker')
const say = (message: ParseMessage): void => port.postMessage(message)

port.on('message', (job: ParseJob) => {
  try {
    say(work(job, (done) => say({ say: 'progress', done })))
  } catch (error) {
    say({ say: 'failed', reason: error instanceof Error ? `${error.name}: ${error.message}` : String(error) })
  }
})
say({ say: 'ready' })
