import { router, signedIn } from '@/server/rpc'
import { CheckLink, FindGifs } from '../cover/cover-inputs'
import { checkLink, findGifs } from './cover.service'

/** `cover.*`: what the cover picker asks (product.md 5.4, 8.8, 9.4). */
export const coverRouter = router({
  /** Is there a picture or a video at this address? A mutation, because it makes the server ask another one. */
  validateUrl: signedIn.input(CheckLink).mutation(({ ctx, input }) => checkLink(ctx, input.url)),

  /** Moving pictures of GIPHY's: those that are found, without words to look for those in vogue. */
  gifs: signedIn.input(FindGifs).query(({ ctx, input }) => findGifs(ctx, input.q)),
})
