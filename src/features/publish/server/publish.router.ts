import { anyone, router, signedIn } from '@/server/rpc'
import { OneProfile, OnePublication, UpdatePublication } from '../inputs'
import { publicProfile } from './profile.service'
import { publishSettings, updatePublication } from './publish.service'

/** `publish.*`: how a page is shown to everybody (rulings 4). Only its owner is told, and may change it; who has published what is for everybody. */
export const publishRouter = router({
  settings: signedIn.input(OnePublication).query(({ ctx, input }) => publishSettings(ctx, input.id)),

  update: signedIn.input(UpdatePublication).mutation(({ ctx, input }) => updatePublication(ctx, input)),

  /** A person with the pages they have published. */
  profile: anyone.input(OneProfile).query(({ ctx, input }) => publicProfile(ctx, input)),
})
