import { router, signedIn } from '@/server/rpc'
import { AddToStash, ListStash, OneStashItem } from '../inputs'
import { addToStash, deleteFromStash, listStash, restoreToStash } from './stash.service'

/** `stash.*` (rulings 2, 7). Every call is about the caller's own stash and no other. */
export const stashRouter = router({
  items: signedIn.input(ListStash).query(({ ctx, input }) => listStash(ctx, input)),

  add: signedIn.input(AddToStash).mutation(({ ctx, input }) => addToStash(ctx, input)),

  delete: signedIn.input(OneStashItem).mutation(({ ctx, input }) => deleteFromStash(ctx, input.id)),

  /** What was deleted last, brought back. */
  restore: signedIn.input(OneStashItem).mutation(({ ctx, input }) => restoreToStash(ctx, input.id)),
})
