import { router, signedIn } from '@/server/rpc'
import { ListTemplates, OneTemplate, SaveTemplate, UseTemplate } from '../inputs'
import { applyTemplate, listTemplates, saveTemplate, turnIntoPage } from './templates.service'

/** `template.*`: pages that new ones are made from. The built-in ones are in the program itself. */
export const templatesRouter = router({
  templates: signedIn.input(ListTemplates).query(async ({ ctx, input }) => ({
    documents: await listTemplates(ctx, input.podId),
  })),

  /** Keeps a copy of a page as a template of its pod, and answers it. */
  save: signedIn.input(SaveTemplate).mutation(({ ctx, input, signal }) => saveTemplate(ctx, input, signal)),

  /** Makes a new page of a template, also of a built-in one, and answers it. */
  use: signedIn.input(UseTemplate).mutation(({ ctx, input, signal }) => applyTemplate(ctx, input, signal)),

  /** Makes an ordinary page of a template. */
  turnIntoPage: signedIn.input(OneTemplate).mutation(({ ctx, input }) => turnIntoPage(ctx, input.id)),
})
