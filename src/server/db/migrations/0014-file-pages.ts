import { type Kysely, sql } from 'kysely'
import type { Migration } from '@/server/db/migrations/migrate'
import type { Tables } from '@/server/db/schema'

/** Pages and items that are read at a time. */
const AT_A_TIME = 50

/**
 * Which pages and which stashed blocks may show a file. Until now, every page of a person in its pod that named it did.
 * Pages and files of one pod keep that; a page of another pod has to be given the file anew by somebody who may see it.
 */
export const filePages: Migration = {
  name: '0014-file-pages',
  async up(db, { name }) {
    const text = name === 'postgres' ? sql`text collate "C"` : sql`text`
    await db.schema
      .createTable('file_page')
      .addColumn('file_id', text, (column) => column.notNull().references('file.id').onDelete('cascade'))
      .addColumn('document_id', text, (column) =>
        column.notNull().references('document.id').onDelete('cascade'),
      )
      .addColumn('is_shown', 'integer', (column) => column.notNull())
      .addColumn('decided_by', text)
      .addColumn('created_at', text, (column) => column.notNull())
      .addPrimaryKeyConstraint('file_page_primary', ['file_id', 'document_id'])
      .execute()
    await db.schema.createIndex('file_page_by_document_id').on('file_page').column('document_id').execute()
    await db.schema
      .createTable('file_stash')
      .addColumn('file_id', text, (column) => column.notNull().references('file.id').onDelete('cascade'))
      .addColumn('stash_id', text, (column) => column.notNull().references('stash.id').onDelete('cascade'))
      .addPrimaryKeyConstraint('file_stash_primary', ['file_id', 'stash_id'])
      .execute()
    await db.schema.createIndex('file_stash_by_stash_id').on('file_stash').column('stash_id').execute()
    await db.schema.createIndex('file_by_pod_id').on('file').column('pod_id').execute()
    await grantHomes(db)
    await grantNamed(db)
    await grantStashed(db)
  },
}

/** The page that each file was uploaded to. */
async function grantHomes(db: Kysely<Tables>): Promise<void> {
  await sql`insert into file_page (file_id, document_id, is_shown, created_at)
    select id, document_id, 1, created_at from file where document_id is not null`.execute(db)
}

/** The pages that name a file of their own pod. */
async function grantNamed(db: Kysely<Tables>): Promise<void> {
  for (let after = ''; ; ) {
    const { rows } = await sql<{ id: string; content_rich: string; cover_image: string | null }>`
      select id, content_rich, cover_image from document where id > ${after} order by id limit ${AT_A_TIME}
    `.execute(db)
    for (const { id, content_rich, cover_image } of rows)
      for (const file of idsIn(`${content_rich} ${cover_image ?? ''}`))
        await sql`insert into file_page (file_id, document_id, is_shown, created_at)
          select file.id, document.id, 1, file.created_at from file
          inner join document on document.pod_id = file.pod_id
          where file.id = ${file} and document.id = ${id} on conflict do nothing`.execute(db)
    if (rows.length < AT_A_TIME) return
    after = rows.at(-1)?.id ?? ''
  }
}

/** The stashed blocks of people who see the pages of the file's pod. */
async function grantStashed(db: Kysely<Tables>): Promise<void> {
  for (let after = ''; ; ) {
    const { rows } = await sql<{ id: string; blocks: string }>`
      select id, blocks from stash where id > ${after} order by id limit ${AT_A_TIME}
    `.execute(db)
    for (const { id, blocks } of rows)
      for (const file of idsIn(blocks))
        await sql`insert into file_stash (file_id, stash_id)
          select file.id, stash.id from file
          inner join pod_member on pod_member.pod_id = file.pod_id and pod_member.role in ('owner', 'member')
          inner join stash on stash.user_id = pod_member.user_id
          where file.id = ${file} and stash.id = ${id} on conflict do nothing`.execute(db)
    if (rows.length < AT_A_TIME) return
    after = rows.at(-1)?.id ?? ''
  }
}

/** Whatever has the form of a file's id. */
const idsIn = (text: string): Set<string> =>
  new Set(text.match(/(?<![0-9a-z])[0-9a-z]{20}(?![0-9a-z])/g) ?? [])
