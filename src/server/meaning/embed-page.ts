import { PostgresAdapter, sql } from 'kysely'
import { askPage } from '@/server/collab/ask-page'
import type { Db } from '@/server/db/db'
import type { Embedder } from '@/server/embedder/embedder'
import type { Chunk } from './chunks'
import { packVector } from './packed-vector'
import type { KeptChunk } from './resident-vectors'

/** Few at a time, so that a search of somebody has its turn after half a second. */
const TEXTS_AT_ONCE = 8
const ROWS_AT_ONCE = 100

interface PageRow {
  title: string
  content_rich: string
  digest: string
  done: string | null
  model: string | null
}

/** The pages whose vectors are missing, older than their words, or of another model; what was edited last comes first. */
export async function pagesDue(db: Db, model: string, count: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select search_page.document_id as id from search_page
    left join chunk_page on chunk_page.document_id = search_page.document_id
    where chunk_page.digest is null or chunk_page.digest <> search_page.digest or chunk_page.model <> ${model}
    order by search_page.edited_at desc, search_page.document_id limit ${count}`.execute(db)
  return rows.map(({ id }) => id)
}

/** What came of a page: nothing was to be done or it is gone, or its chunks are these now. */
export type EmbeddedPage = { made: number; chunks: KeptChunk[] } | null

/** Brings the vectors of a page up to date: only texts that have changed are read by the model. */
export async function embedPage(
  db: Db,
  embedder: Embedder,
  id: string,
  signal: AbortSignal,
): Promise<EmbeddedPage> {
  const page = await readPage(db, id)
  if (!page || (page.done === page.digest && page.model === embedder.model)) return null
  const { title, content_rich: rich } = page
  const chunks = await askPage('chunks', { title, rich }, rich.length, null, signal)
  const vectors = await readVectors(db, id, embedder.model)
  const missing = [
    ...new Map(
      chunks.filter(({ digest }) => !vectors.has(digest)).map((chunk) => [chunk.digest, chunk]),
    ).values(),
  ]
  for (let at = 0; at < missing.length; at += TEXTS_AT_ONCE) {
    const some = missing.slice(at, at + TEXTS_AT_ONCE)
    const made = await embedder.embed(
      some.map(({ text }) => text),
      { person: 'server', signal },
    )
    for (const [n, { digest }] of some.entries()) vectors.set(digest, packVector(made[n]!))
  }
  const kept = chunks.map((chunk) => ({ ...chunk, vector: vectors.get(chunk.digest)! }))
  signal.throwIfAborted()
  return (await store(db, id, { digest: page.digest, model: embedder.model, kept }))
    ? { made: missing.length, chunks: kept }
    : null
}

async function readPage(db: Db, id: string): Promise<PageRow | undefined> {
  const { rows } = await sql<PageRow>`
    select document.title, document.content_rich, search_page.digest, chunk_page.digest as done, chunk_page.model
    from document join search_page on search_page.document_id = document.id
    left join chunk_page on chunk_page.document_id = document.id
    where document.id = ${id}`.execute(db)
  return rows[0]
}

async function readVectors(db: Db, id: string, model: string): Promise<Map<string, Uint8Array>> {
  const { rows } = await sql<{ digest: string; vector: Uint8Array }>`
    select digest, vector from chunk where document_id = ${id} and model = ${model}`.execute(db)
  return new Map(rows.map(({ digest, vector }) => [digest, vector]))
}

/** Gives false when the page is gone. A page that has changed meanwhile stays due: its digest is another one. */
function store(
  db: Db,
  id: string,
  { digest, model, kept }: { digest: string; model: string; kept: readonly (Chunk & KeptChunk)[] },
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    let query = trx.selectFrom('document').select('id').where('id', '=', id)
    if (trx.getExecutor().adapter instanceof PostgresAdapter) query = query.forKeyShare()
    if (!(await query.executeTakeFirst())) return false
    await sql`delete from chunk where document_id = ${id}`.execute(trx)
    for (let at = 0; at < kept.length; at += ROWS_AT_ONCE) {
      const rows = kept
        .slice(at, at + ROWS_AT_ONCE)
        .map(
          (chunk, n) => sql`(${id}, ${at + n}, ${chunk.blockId}, ${chunk.digest}, ${model}, ${chunk.vector})`,
        )
      await sql`
        insert into chunk (document_id, number, block_id, digest, model, vector) values ${sql.join(rows)}`.execute(
        trx,
      )
    }
    await sql`
      insert into chunk_page (document_id, digest, model) values (${id}, ${digest}, ${model})
      on conflict (document_id) do update set digest = excluded.digest, model = excluded.model`.execute(trx)
    return true
  })
}
