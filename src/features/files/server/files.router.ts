import { router, signedIn } from '@/server/rpc'
import { ListFiles } from '../inputs'
import { listFiles, usageOf } from './files.service'

/** `file.*` (product.md 7.32): the files of the caller's pages. */
export const filesRouter = router({
  files: signedIn.input(ListFiles).query(({ ctx, input }) => listFiles(ctx, input)),

  /** What the caller's uploads and their pods take, of what they may. */
  usage: signedIn.query(({ ctx }) => usageOf(ctx)),
})
