import { visiblePages } from '@/server/access/page-access'
import type { Db } from '@/server/db/db'

/** Letters of a template's text that the list shows. */
const EXCERPT = 160

/** The templates of the pods whose pages a person may see, or of one of these; the newest first. */
export const listTemplates = (db: Db, userId: string, podId: string | undefined) =>
  db
    .selectFrom('document')
    .leftJoin('user', 'user.id', 'document.created_by')
    .select((eb) => [
      'document.id',
      'document.pod_id',
      'document.title',
      'document.icon',
      'document.updated_at',
      'user.name as savedBy',
      eb.fn<string>('substr', ['document.plain_text', eb.lit(1), eb.lit(EXCERPT)]).as('excerpt'),
      eb
        .exists(
          eb
            .selectFrom('document as child')
            .select('child.id')
            .whereRef('child.parent_id', '=', 'document.id')
            .where('child.archived_at', 'is', null)
            .where(visiblePages(userId, { page: 'child', each: true })),
        )
        .as('hasChildren'),
    ])
    .where(visiblePages(userId))
    .where('document.template_at', 'is not', null)
    .where('document.archived_at', 'is', null)
    .$if(podId !== undefined, (query) => query.where('document.pod_id', '=', podId as string))
    .orderBy('document.template_at', 'desc')
    .orderBy('document.id')
    .execute()

/** Makes an ordinary page of a template. */
export async function forgetTemplate(db: Db, id: string): Promise<void> {
  await db.updateTable('document').set({ template_at: null }).where('id', '=', id).execute()
}
