import { OnePage } from '@/features/pages/inputs'
import { anyone, router, signedIn } from '@/server/rpc'
import { OneProfile, OnePublication, PublishPage, UpdatePublication } from '../inputs'
import { publicProfile } from './profile.service'
import { publicDocument } from './public-document.service'
import { publishPage, publishSettings, updatePublication } from './publish.service'

/** What publishing adds to `document.*`. */
export const publishedPagesRouter = router({
  /** For everybody, while it is published; else as if it were not there (product.md 7.4, rulings 0). */
  publicDocument: anyone.input(OnePage).query(({ ctx, input }) => publicDocument(ctx, input.id)),

  /** Shows the page to everybody, or no longer (product.md 7.12). */
  publish: signedIn.input(PublishPage).mutation(({ ctx, input }) => publishPage(ctx, input)),
})

/** `publish.*`: how a page is shown to everybody (rulings 4). Only its owner is told, and may change it; who has published what is for everybody. */
export const publishRouter = router({
  settings: signedIn.input(OnePublication).query(({ ctx, input }) => publishSettings(ctx, input.id)),

  update: signedIn.input(UpdatePublication).mutation(({ ctx, input }) => updatePublication(ctx, input)),

  /** A person with the pages they have published. */
  profile: anyone.input(OneProfile).query(({ ctx, input }) => publicProfile(ctx, input)),
})
