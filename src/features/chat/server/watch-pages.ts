import { type Watch, watched } from '@/features/ai/server/watched'
import type { SignedInContext } from '@/server/context'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import type { Source } from '../model'
import { reachableOf } from './tools/pages.queries'

/** Ends an answer when a page that it is made of is taken from the person who asks, or goes to the trash, while it is written. */
export interface PageWatch extends Watch {
  /** These are pages of it too. */
  add(sources: readonly Pick<Source, 'id'>[]): void
}

export function watchPages(ctx: SignedInContext, documentIds: readonly string[]): PageWatch {
  const ids = new Set(documentIds)
  // What lay in the trash before can be asked about there.
  const since = new Date().toISOString()
  const watch = watched(ctx.log, async () => {
    if (ids.size === 0) return
    const reachable = await reachableOf(ctx.db, ctx.caller.user.id, [...ids], since)
    if (reachable.size < ids.size)
      throw new AppError(
        'not-found',
        t('A page that this answer is about is not there any more, so the answer ends here.'),
      )
  })
  return {
    ...watch,
    add(sources) {
      for (const { id } of sources) ids.add(id)
    },
  }
}
