import { router, signedIn } from '@/server/rpc'
import { CreateRecording, ListRecordings, OneRecording, RenameRecording } from '../inputs'
import { createRecording, deleteRecording, listRecordings, renameRecording } from './recordings.service'

/** `recording.*` (product.md 2.39, 3.17, rulings 7). Every call is about the caller's own recordings and no others. */
export const recordingsRouter = router({
  recordings: signedIn.input(ListRecordings).query(({ ctx, input }) => listRecordings(ctx, input)),

  /** Makes a recording of a file that was sent with `POST /api/files?library=true`. */
  create: signedIn.input(CreateRecording).mutation(({ ctx, input }) => createRecording(ctx, input)),

  rename: signedIn.input(RenameRecording).mutation(({ ctx, input }) => renameRecording(ctx, input)),

  delete: signedIn.input(OneRecording).mutation(({ ctx, input }) => deleteRecording(ctx, input.id)),
})
