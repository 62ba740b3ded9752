import { anyone, router } from '@/server/rpc'
import { aboutSpeech } from './speech.service'

/** `speech.*`: what is set up here. Audio and words come by HTTP (`speech.routes`). */
export const speechRouter = router({
  about: anyone.query(({ ctx }) => aboutSpeech(ctx)),
})
