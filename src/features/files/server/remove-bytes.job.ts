import { z } from 'zod'
import type { JobKind } from '@/server/jobs/queue'

/**
 * Removes the bytes of a file whose row has gone. Noted in the transaction that takes the row away, so that none stay behind when the
 * server ends right after it (R48).
 */
export const removeBytesJob: JobKind<{ file: string }> = {
  name: 'files.remove-bytes',
  lane: 'inside',
  payload: z.object({ file: z.string() }),
  attempts: 50,
  run: async ({ files }, { file }) => {
    await files.remove(file)
    return async () => undefined
  },
}
