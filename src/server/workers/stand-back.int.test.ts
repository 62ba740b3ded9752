import { readdirSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { Worker } from 'node:worker_threads'
import { until } from '@test/collab'
import { expect, test } from 'vitest'
import { workerFile } from './worker-file'

/** The priority of a thread of this process: 0 is everybody's, 19 the lowest. Null for one that has just ended. */
function priorityOf(thread: string): number | null {
  try {
    const stat = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16])
  } catch {
    return null
  }
}

const threads = () => readdirSync('/proc/self/task')

test.runIf(process.platform === 'linux')(
  'R67 a thread that goes through long pages stands back behind the one that answers everybody',
  async () => {
    const before = new Set(threads())
    const worker = new Worker(await workerFile('page-worker', 'server/collab/page-worker.ts'))
    try {
      await until('the worker to stand back', () =>
        threads().some((thread) => !before.has(thread) && (priorityOf(thread) ?? 0) > getPriority()),
      )
      expect(priorityOf(String(process.pid))).toBe(getPriority())
    } finally {
      await worker.terminate()
    }
  },
)
