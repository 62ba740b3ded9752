import { router, signedIn } from '@/server/rpc'
import {
  AppendBlocks,
  CreatePage,
  DuplicatePage,
  EmptyTrash,
  GetPage,
  InPod,
  ListPages,
  MovePage,
  OneCopy,
  OnePage,
  SearchTrash,
  UpdatePage,
} from '../inputs'
import { RECENTS } from '../model'
import { apartFromTemplates } from '../own-templates'
import { bySiblingOrder } from '../page-order'
import { inTreeOrder } from '../page-tree'
import { copyProgress, duplicatePage } from './copy-pages.service'
import { listChanged, listRecent } from './marks.queries'
import { movePage } from './move-page.service'
import { appendBlocks, createPage, getPage, listPages, updatePage, visitPage } from './pages.service'
import { visitedOf } from './present'
import { archivePage, deletePage, emptyTrash, listTrash, restorePage } from './trash.service'

/** `document.*` (product.md 7.2-7.11, rulings 7), but for how pages are published. Every call is about the caller's own pages. */
export const pagesRouter = router({
  /** The pages of one parent, or of the top level, in order; templates are listed apart (`template.templates`). */
  documents: signedIn.input(ListPages).query(async ({ ctx, input }) => {
    const pages = (await listPages(ctx, input)).filter((page) => !page.isTemplate)
    return { documents: pages.sort(bySiblingOrder) }
  }),

  /** Every page outside the trash in one call, templates too, for the sidebar. */
  tree: signedIn.input(InPod).query(async ({ ctx, input }) => ({ documents: await listPages(ctx, input) })),

  /** What a page can be chosen from: to mention it, to link to it, to put something into it (product.md 7.5). */
  allDocuments: signedIn.input(InPod).query(async ({ ctx, input }) => {
    const { pages } = apartFromTemplates(await listPages(ctx, input))
    return { documents: pages.map(({ id, icon, title, updatedAt }) => ({ id, icon, title, updatedAt })) }
  }),

  document: signedIn.input(GetPage).query(({ ctx, input }) => getPage(ctx, input)),

  create: signedIn
    .input(CreatePage)
    .mutation(({ ctx, input: { contentRich, ...page } }) =>
      createPage(ctx, { ...page, blocks: contentRich }),
    ),

  move: signedIn.input(MovePage).mutation(({ ctx, input }) => movePage(ctx, input)),

  /** A copy of a page beside it, alone or with everything inside. Ends when the caller goes away. */
  duplicate: signedIn
    .input(DuplicatePage)
    .mutation(({ ctx, input, signal }) => duplicatePage(ctx, input, signal)),

  /** How far a copy of the caller's is; null when none of that name is being made. */
  duplicating: signedIn.input(OneCopy).query(({ ctx, input }) => copyProgress(ctx, input.copyId)),

  update: signedIn.input(UpdatePage).mutation(({ ctx, input }) => updatePage(ctx, input)),

  /** Puts blocks behind those of a page; they are answered as they stand there. */
  appendBlocks: signedIn.input(AppendBlocks).mutation(({ ctx, input }) => appendBlocks(ctx, input)),

  /** Moves to the trash. */
  archive: signedIn.input(GetPage).mutation(({ ctx, input }) => archivePage(ctx, input)),

  trash: signedIn.input(SearchTrash).query(async ({ ctx, input }) => ({
    documents: await listTrash(ctx, input.q),
  })),

  restore: signedIn.input(GetPage).mutation(({ ctx, input }) => restorePage(ctx, input)),

  /** For good, and only from the trash. */
  delete: signedIn.input(OnePage).mutation(({ ctx, input }) => deletePage(ctx, input.id)),

  /** For good, what is in the caller's trash; called again with what it answers until that is null (product.md 2.27). */
  emptyTrash: signedIn.input(EmptyTrash).mutation(({ ctx, input }) => emptyTrash(ctx, input.from)),

  /** The caller's favourites, in tree order. */
  favorites: signedIn.input(InPod).query(async ({ ctx, input }) => {
    const { pages } = apartFromTemplates(await listPages(ctx, input))
    return { documents: inTreeOrder(pages).filter((page) => page.isFavorite) }
  }),

  visit: signedIn.input(OnePage).mutation(({ ctx, input }) => visitPage(ctx, input.id)),

  recents: signedIn.query(async ({ ctx }) => ({
    documents: (await listRecent(ctx.db, ctx.caller.user.id, RECENTS)).map(visitedOf),
  })),

  /** What other people changed since the caller last looked. */
  changed: signedIn.query(async ({ ctx }) => ({
    documents: (await listChanged(ctx.db, ctx.caller.user.id, RECENTS)).map(visitedOf),
  })),
})
