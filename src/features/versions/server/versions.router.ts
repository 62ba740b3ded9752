import { router, signedIn } from '@/server/rpc'
import { CreateVersion, DiffVersions, ListVersions, OneVersion, RenameVersion, RestoreBlock } from '../inputs'
import * as service from './versions.service'

/** `version.*` (product.md 7.14, rulings 4, 7). A person who sees a page sees its versions; who may edit it, saves and restores. */
export const versionsRouter = router({
  documentVersions: signedIn.input(ListVersions).query(({ ctx, input }) => service.listVersions(ctx, input)),

  version: signedIn.input(OneVersion).query(({ ctx, input }) => service.getVersion(ctx, input.versionId)),

  diff: signedIn.input(DiffVersions).query(({ ctx, input }) => service.diffVersions(ctx, input)),

  createVersion: signedIn
    .input(CreateVersion)
    .mutation(({ ctx, input }) => service.createVersion(ctx, input)),

  restoreVersion: signedIn
    .input(OneVersion)
    .mutation(({ ctx, input }) => service.restoreVersion(ctx, input.versionId)),

  restoreBlock: signedIn.input(RestoreBlock).mutation(({ ctx, input }) => service.restoreBlock(ctx, input)),

  undoRestore: signedIn
    .input(OneVersion)
    .mutation(({ ctx, input }) => service.undoRestore(ctx, input.versionId)),

  rename: signedIn.input(RenameVersion).mutation(({ ctx, input }) => service.renameVersion(ctx, input)),

  /** For good. */
  delete: signedIn
    .input(OneVersion)
    .mutation(({ ctx, input }) => service.deleteVersion(ctx, input.versionId)),
})
