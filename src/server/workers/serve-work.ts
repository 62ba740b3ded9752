import { parentPort } from 'node:worker_threads'
import { AppError, invariant } from '@/shared/errors'
import type { Language } from '@/shared/i18n/languages'
import { inLanguage, speakLanguages } from '../language'
import { standBack } from './stand-back'
import type { WorkAnswer } from './worker-pool'

/** Makes this file a worker of a `WorkerPool` that does these jobs, one at a time; `nice`: how far its thread stands back. */
export function serveWork(jobs: Record<string, (job: never) => unknown>, nice?: number): void {
  const port = parentPort
  invariant(port, 'this file runs as a worker')
  standBack(nice)
  speakLanguages()
  port.on('message', async ({ name, job, language }: Asked) => {
    port.postMessage(await inLanguage(language, () => answerOf(async () => jobs[name]?.(job))))
  })
}

interface Asked {
  name: string
  job: never
  /** The person's, for whom it is done. */
  language: Language
}

async function answerOf(work: () => Promise<unknown>): Promise<WorkAnswer> {
  try {
    return { say: 'done', result: await work() }
  } catch (error) {
    if (error instanceof AppError) return { say: 'refused', code: error.code, reason: error.message }
    return { say: 'failed', error }
  }
}
