import { router, signedIn } from '@/server/rpc'
import { ListFiles } from '../inputs'
import { listFiles, usedBytes } from './files.service'

/** `file.*` (product.md 7.32): the files of the caller's pages. */
export const filesRouter = router({
  files: signedIn.input(ListFiles).query(({ ctx, input }) => listFiles(ctx, input)),

  /** What the caller's uploads take. */
  usage: signedIn.query(async ({ ctx }) => ({ bytes: await usedBytes(ctx) })),
})
