import { isTemplateSlug } from '@/features/templates/slugs'
import type { RequestContext } from '@/server/context'
import { AppError } from '@/shared/errors'
import { NOT_THERE } from '@/shared/not-there'
import { openPublicPage } from './public-access'
import { type PublicDocument, readPublicDocument, templateDocument } from './public-document'
import { takeTurn, visitorAt } from './public-limits'

/** A published page as a call answers it (product.md 7.4). */
export type PublicDocumentAnswer = Omit<PublicDocument, 'blocks' | 'hasPassword' | 'noindex'> & {
  contentRich: PublicDocument['blocks']
  isPublished: true
  isArchived: false
}

/**
 * A page that is published, or a template. Throws `not-found` in the same words for one that is not, that is over, that is
 * in the trash, whose password the browser has not given, and that is not there at all; `rate-limited` for too many; what
 * `askPublic` throws.
 */
export async function publicDocument(
  {
    db,
    config,
    limits,
    caller,
    cookies,
  }: Pick<RequestContext, 'db' | 'config' | 'limits' | 'caller' | 'cookies'>,
  id: string,
): Promise<PublicDocumentAnswer> {
  await takeTurn(limits, 'document', caller.ip)
  if (isTemplateSlug(id)) return answerOf(await templateDocument(id))
  const page = await openPublicPage(db, id, cookies)
  const read =
    page && (await readPublicDocument(db, id, config.publicUrl, caller.user?.id ?? visitorAt(caller.ip)))
  // It may have been closed, or given another password, while it was read.
  const isStill = read !== null && (await openPublicPage(db, id, cookies)) !== null
  return answerOf(isStill ? read.document : null)
}

function answerOf(document: PublicDocument | null): PublicDocumentAnswer {
  if (!document) throw new AppError('not-found', NOT_THERE())
  const { blocks, hasPassword: _, noindex: __, ...shown } = document
  return { ...shown, contentRich: blocks, isPublished: true, isArchived: false }
}
