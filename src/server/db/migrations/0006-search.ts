import { sql } from 'kysely'
import type { Migration } from '@/server/db/migrations/migrate'

/**
 * The words of pages, to be searched. All of it follows from `document` and is in no backup: what is missing here is
 * filled in by the running server (`server/search/fill-index`).
 */
export const search: Migration = {
  name: '0006-search',
  async up(db, { name }) {
    if (name === 'postgres') {
      await sql`
        create table search_page (
          document_id text collate "C" primary key references document (id) on delete cascade,
          digest text not null,
          edited_at text collate "C" not null,
          is_learned integer not null,
          title tsvector not null,
          words tsvector not null
        )`.execute(db)
      // Without the list of pending rows, which a search would have to go through: the write pays, not the reader.
      for (const column of ['title', 'words'])
        await sql`
          create index ${sql.ref(`search_page_by_${column}`)} on search_page
          using gin (${sql.ref(column)}) with (fastupdate = off)`.execute(db)
      await sql`
        create table search_term (
          variant text collate "C" not null, term text collate "C" not null, primary key (variant, term)
        )`.execute(db)
      return
    }
    await sql`
      create table search_page (
        id integer primary key,
        document_id text not null unique references document (id) on delete cascade,
        digest text not null,
        edited_at text not null,
        is_learned integer not null
      )`.execute(db)
    // Words come folded and separated by spaces: this tokenizer takes them exactly as they are.
    await sql`
      create virtual table search_words using fts5 (
        title, words, content = '', contentless_delete = 1, detail = column, tokenize = 'ascii', prefix = '2 3 4'
      )`.execute(db)
    await sql`
      create trigger search_page_deleted after delete on search_page
      begin delete from search_words where rowid = old.id; end`.execute(db)
    await sql`
      create table search_term (
        variant text not null, term text not null, primary key (variant, term)
      ) without rowid`.execute(db)
  },
}
