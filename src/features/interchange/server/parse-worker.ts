import { parentPort } from 'node:worker_threads'
import { writeDaysAs } from '@/blocks/date/date-words'
import { formatsFrom } from '@/server/person-formats'
import { standBack } from '@/server/workers/stand-back'
import { AppError, invariant } from '@/shared/errors'
import { exportFormats } from '../formats/export'
import { type ImportPart, importParts } from './import-parts'
import type { ParseAnswer, ParseJob, ParseMessage, ReadPart } from './parse-job'

const port = parentPort
invariant(port, 'this file runs as a worker')
standBack()
const say = (message: ParseMessage): void => port.postMessage(message)

let reading: AsyncGenerator<ImportPart> | null = null

/**
 * Reads and writes files in a thread of its own, so that a long or hostile one slows nobody down (R34). It is asked
 * for one thing at a time, and ended by the code that started it (`parse.ts`).
 */
async function work(job: ParseJob): Promise<ParseAnswer> {
  switch (job.ask) {
    case 'read':
      reading = importParts(job.source, {
        onPlan: (pages) => say({ say: 'plan', pages }),
        onProgress: (done) => say({ say: 'progress', done }),
      })
      return { say: 'begun' }
    case 'next': {
      const next = await reading?.next()
      invariant(next && !next.done, 'something is left to be read')
      return handedOn(next.value)
    }
    case 'write': {
      const page = { ...job, pictures: new Map(job.pictures), beside: new Map(job.beside) }
      writeDaysAs(formatsFrom(job.days))
      return {
        say: 'written',
        files: await exportFormats[job.format].write(page, job.options),
      }
    }
  }
}

function handedOn(part: ImportPart): ReadPart {
  if (part.say !== 'page') return part
  const { blocks, ...page } = part
  return { ...page, rich: JSON.stringify(blocks) }
}

port.on('message', async (job: ParseJob) => {
  try {
    say(await work(job))
  } catch (error) {
    if (error instanceof AppError) say({ say: 'refused', code: error.code, reason: error.message })
    else
      say({
        say: 'failed',
        reason: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
      })
  }
})
say({ say: 'ready' })
