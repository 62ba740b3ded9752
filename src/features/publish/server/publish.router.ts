import { router, signedIn } from '@/server/rpc'
import { OnePublication, UpdatePublication } from '../inputs'
import { publishSettings, updatePublication } from './publish.service'

/** `publish.*`: how a page is shown to everybody (rulings 4). Only its owner is told, and may change it. */
export const publishRouter = router({
  settings: signedIn.input(OnePublication).query(({ ctx, input }) => publishSettings(ctx, input.id)),

  update: signedIn.input(UpdatePublication).mutation(({ ctx, input }) => updatePublication(ctx, input)),
})
