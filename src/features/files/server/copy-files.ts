import { pageAccess } from '@/features/pages/server/require-page'
import type { Services } from '@/server/context'
import type { Db } from '@/server/db/db'
import { newId } from '@/shared/ids'
import * as queries from './files.queries'

interface CopyContext extends Pick<Services, 'db' | 'files'> {
  caller: { user: { id: string } }
}

/**
 * Copies of the files that copied pages name, so that each page has its own: whoever sees the copy sees its files, and
 * they stay when the original is deleted. Nobody sees them before {@link keep}; a server that is killed meanwhile
 * removes them at its next start, as any file that was not received to its end.
 */
export class FileCopies {
  private readonly copies = new Map<string, { id: string; page: { id: string; pod_id: string } } | null>()

  constructor(private readonly ctx: CopyContext) {}

  /** Makes the copy for a page that is going to be. Does nothing for a file that the caller may not see, or twice. */
  async add(fileId: string, page: { id: string; pod_id: string }): Promise<void> {
    if (this.copies.has(fileId)) return
    const { db, files, caller } = this.ctx
    const row = await queries.findFile(db, fileId)
    const owner = row?.state === 'ready' ? row.document_id : null
    const access = owner === null ? null : await pageAccess(db, caller.user.id, owner)
    this.copies.set(fileId, null)
    if (!row || !access?.role) return
    const id = newId()
    await queries.insertFile(db, {
      ...row,
      id,
      document_id: null,
      pod_id: page.pod_id,
      uploaded_by: caller.user.id,
      state: 'processing',
      created_at: new Date().toISOString(),
      let_go_at: null,
    })
    this.copies.set(fileId, { id, page })
    if (!(await files.copy(fileId, id))) await this.drop(fileId, id)
  }

  /** The copy's id; null when the file was not copied. */
  idOf(fileId: string): string | null {
    return this.copies.get(fileId)?.id ?? null
  }

  /** Gives the copies to their pages, in the transaction that makes these. */
  async keep(trx: Db): Promise<void> {
    for (const copy of this.copies.values()) if (copy) await queries.keepCopy(trx, copy.id, copy.page)
  }

  /** Removes every copy: the pages are not made. */
  async discard(): Promise<void> {
    for (const [fileId, copy] of this.copies) if (copy) await this.drop(fileId, copy.id)
  }

  private async drop(fileId: string, id: string): Promise<void> {
    this.copies.set(fileId, null)
    await this.ctx.files.remove(id)
    await queries.deleteFile(this.ctx.db, id)
  }
}
