import { sql } from 'kysely'
import type { SearchEngine, WantedTerm } from './engine'

/** PostgreSQL's index of words (`tsvector` with GIN). It needs no extension. */
export const postgresEngine: SearchEngine = {
  async write(db, { documentId, digest, editedAt, isLearned, title, words }) {
    await sql`
      insert into search_page (document_id, digest, edited_at, is_learned, title, words)
      values (
        ${documentId}, ${digest}, ${editedAt}, ${isLearned ? 1 : 0},
        array_to_tsvector(${[...title]}::text[]), array_to_tsvector(${[...new Set([...title, ...words])]}::text[])
      )
      on conflict (document_id) do update
      set digest = excluded.digest, edited_at = excluded.edited_at, is_learned = excluded.is_learned,
        title = excluded.title, words = excluded.words`.execute(db)
  },

  questionOf: tsqueryOf,

  // The question stands in a select of its own so that it is unknown while the statement is planned. Told that a word is
  // on every page, PostgreSQL would rather read and unpack the words of all pages than use the index: 15 times slower.
  pagesWith: (question, where) => sql`
    select search_page.document_id, search_page.edited_at from search_page
    where ${sql.ref(where === 'title' ? 'search_page.title' : 'search_page.words')}
      @@ (select ${question}::tsquery)`,

  // `offset 0` makes it look up each term; it would read the whole table for a few hundred.
  async learnedOf(db, terms) {
    const { rows } = await sql<{ term: string }>`
      select asked.term from unnest(${[...terms]}::text[]) as asked (term)
      where exists (select 1 from search_term
        where variant = asked.term collate "C" and term = asked.term collate "C" offset 0)`.execute(db)
    return new Set(rows.map(({ term }) => term))
  },

  async termsInUse(db, terms) {
    const { rows } = await sql<{ term: string }>`
      select asked.term from unnest(${[...terms]}::text[]) as asked (term)
      where exists (select 1 from search_page where words @@ (quote_literal(asked.term))::tsquery)`.execute(
      db,
    )
    return new Set(rows.map(({ term }) => term))
  },

  // PostgreSQL itself would come to it within a minute, and knows nothing of these tables until then.
  async settle(db) {
    await sql`analyze search_page, search_term, document`.execute(db)
  },

  hasTag: (tag) => sql`jsonb_exists(document.tags::jsonb, ${tag})`,
}

/** The terms in the words of PostgreSQL. Each stands in quotes. */
export function tsqueryOf(wanted: readonly WantedTerm[]): string {
  return wanted
    .map(({ anyOf }) => `(${anyOf.map(({ term, prefix }) => `'${term}'${prefix ? ':*' : ''}`).join(' | ')})`)
    .join(' & ')
}
