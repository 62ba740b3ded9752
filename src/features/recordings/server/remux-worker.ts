import { serveWork } from '@/server/workers/serve-work'
import { CannotRemux, type Remuxed, remux } from './remux'

/** Takes recordings apart in a thread of its own: what people send may be anything. */
const jobs = {
  /** Null: it cannot be read. */
  remux: ({ from, to }: { from: string; to: string }): Promise<Remuxed | null> =>
    remux(from, to).catch((error: unknown) => {
      if (error instanceof CannotRemux) return null
      throw error
    }),
}
export type RemuxWork = typeof jobs

serveWork(jobs)
