import { router, signedIn } from '@/server/rpc'
import {
  CreateMemory,
  CreatePrompt,
  One,
  Several,
  SeveralStatus,
  UpdateMemory,
  UpdatePrompt,
} from '../inputs'
import {
  createMemory,
  createPrompt,
  listMemories,
  listPrompts,
  removeOne,
  removeSeveral,
  setStatuses,
  updateMemory,
  updatePrompt,
} from './memory.service'

/** `memory.*` (product.md 7.30): what the caller wants language models to know. */
export const memoryRouter = router({
  getAll: signedIn.query(({ ctx }) => listMemories(ctx)),
  create: signedIn.input(CreateMemory).mutation(({ ctx, input }) => createMemory(ctx, input)),
  update: signedIn.input(UpdateMemory).mutation(({ ctx, input }) => updateMemory(ctx, input)),
  delete: signedIn.input(One).mutation(({ ctx, input }) => removeOne(ctx, 'memory', input.id)),
  bulkUpdateStatus: signedIn
    .input(SeveralStatus)
    .mutation(({ ctx, input }) => setStatuses(ctx, 'memory', input)),
  bulkDelete: signedIn.input(Several).mutation(({ ctx, input }) => removeSeveral(ctx, 'memory', input.ids)),
})

/** `prompt.*` (product.md 7.31): what the caller wants language models to be told. */
export const promptRouter = router({
  getAll: signedIn.query(({ ctx }) => listPrompts(ctx)),
  create: signedIn.input(CreatePrompt).mutation(({ ctx, input }) => createPrompt(ctx, input)),
  update: signedIn.input(UpdatePrompt).mutation(({ ctx, input }) => updatePrompt(ctx, input)),
  delete: signedIn.input(One).mutation(({ ctx, input }) => removeOne(ctx, 'prompt', input.id)),
  bulkUpdateStatus: signedIn
    .input(SeveralStatus)
    .mutation(({ ctx, input }) => setStatuses(ctx, 'prompt', input)),
  bulkDelete: signedIn.input(Several).mutation(({ ctx, input }) => removeSeveral(ctx, 'prompt', input.ids)),
})
