import { router, signedIn } from '@/server/rpc'
import {
  BeginRecording,
  CreateRecording,
  FinishRecording,
  ListRecordings,
  NoteRecording,
  OneRecording,
  RenameRecording,
} from '../inputs'
import {
  beginRecording,
  discardRecording,
  finishRecording,
  listUnfinished,
  noteRecording,
} from './live-recordings.service'
import { createRecording, deleteRecording, listRecordings, renameRecording } from './recordings.service'

/** `recording.*` (product.md 2.39, 3.17, rulings 7). Every call is about the caller's own recordings and no others. */
export const recordingsRouter = router({
  recordings: signedIn.input(ListRecordings).query(({ ctx, input }) => listRecordings(ctx, input)),

  /** Makes a recording of a file that was sent with `POST /api/files?library=true`. */
  create: signedIn.input(CreateRecording).mutation(({ ctx, input }) => createRecording(ctx, input)),

  /** Begins one that is sent while it is made; its bytes go to the upload that this answers (`PATCH /api/uploads/<id>`). */
  begin: signedIn.input(BeginRecording).mutation(({ ctx, input }) => beginRecording(ctx, input)),

  note: signedIn.input(NoteRecording).mutation(({ ctx, input }) => noteRecording(ctx, input)),

  finish: signedIn.input(FinishRecording).mutation(({ ctx, input }) => finishRecording(ctx, input)),

  unfinished: signedIn.query(({ ctx }) => listUnfinished(ctx)),

  discard: signedIn.input(OneRecording).mutation(({ ctx, input }) => discardRecording(ctx, input.id)),

  rename: signedIn.input(RenameRecording).mutation(({ ctx, input }) => renameRecording(ctx, input)),

  delete: signedIn.input(OneRecording).mutation(({ ctx, input }) => deleteRecording(ctx, input.id)),
})
