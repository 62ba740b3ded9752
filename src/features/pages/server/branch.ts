import { requirePage } from '@/server/access/require-page'
import * as places from './page-tree.queries'
import type { PagesContext } from './pages.service'

/** A page and everything below it that the caller sees outside of the trash, siblings in their order. Throws like `requirePage`. */
export async function branchOf(ctx: PagesContext, id: string) {
  await requirePage(ctx, id, 'view')
  return places.listBranch(ctx.db, ctx.caller.user.id, id)
}
