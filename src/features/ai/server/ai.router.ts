import { anyone, router } from '@/server/rpc'
import { aboutAi } from './ai.service'

/** `ai.*`: what is set up here. The words of models come by HTTP (`ai.routes`). */
export const aiRouter = router({
  about: anyone.query(({ ctx }) => aboutAi(ctx)),
})
