import { sql } from 'kysely'
import type { SearchEngine, WantedTerm, Where } from './engine'

/** SQLite's own index of words (FTS5), which keeps the words alone and not the text. */
export const sqliteEngine: SearchEngine = {
  async write(db, { documentId, digest, editedAt, isLearned, title, words }) {
    const { rows } = await sql<{ id: number }>`
      insert into search_page (document_id, digest, edited_at, is_learned)
      values (${documentId}, ${digest}, ${editedAt}, ${isLearned ? 1 : 0})
      on conflict (document_id) do update
      set digest = excluded.digest, edited_at = excluded.edited_at, is_learned = excluded.is_learned
      returning id`.execute(db)
    const id = rows[0]?.id
    await sql`delete from search_words where rowid = ${id}`.execute(db)
    await sql`
      insert into search_words (rowid, title, words)
      values (${id}, ${[...title].join(' ')}, ${[...words].join(' ')})`.execute(db)
  },

  questionOf: matchOf,

  pagesWith: (question) => sql`
    select search_page.document_id, search_page.edited_at from search_words
    cross join search_page on search_page.id = search_words.rowid
    where search_words match ${question}`,

  async learnedOf(db, terms) {
    const { rows } = await sql<{ term: string }>`
      select term from search_term join json_each(${JSON.stringify(terms)}) as asked
      where variant = asked.value and term = variant`.execute(db)
    return new Set(rows.map(({ term }) => term))
  },

  async termsInUse(db, terms) {
    // What FTS5 keeps, as a table; it holds nothing itself.
    await sql`create virtual table if not exists temp.search_vocabulary using fts5vocab(main, search_words, 'row')`.execute(
      db,
    )
    const { rows } = await sql<{ term: string }>`
      select asked.value as term from json_each(${JSON.stringify(terms)}) as asked
      where exists (select 1 from temp.search_vocabulary as kept where kept.term = asked.value)`.execute(db)
    return new Set(rows.map(({ term }) => term))
  },

  // It needs no statistics: the order of its joins is written down.
  settle: async () => undefined,

  hasTag: (tag) => sql`exists (select 1 from json_each(document.tags) where json_each.value = ${tag})`,
}

/** The terms in the words of FTS5. Each stands in quotes. */
export function matchOf(wanted: readonly WantedTerm[], where: Where): string {
  const all = wanted.map(
    ({ anyOf }) => `(${anyOf.map(({ term, prefix }) => `"${term}"${prefix ? ' *' : ''}`).join(' OR ')})`,
  )
  return `${where === 'title' ? '{title} : ' : ''}(${all.join(' AND ')})`
}
