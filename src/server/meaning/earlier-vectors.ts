import { sql } from 'kysely'
import type { Db } from '@/server/db/db'
import type { Embedder } from '@/server/embedder/embedder'
import type { Log } from '@/server/log'
import { type NearPage, ResidentVectors, type Wanted } from './resident-vectors'

/** Milliseconds between two looks at which other models there are vectors of. */
const LOOK_EVERY_MS = 60_000

/** One other model is asked: that of most pages. */
interface Earlier {
  model: string
  embedder: Embedder
  resident: ResidentVectors
}

interface Deps {
  db: Db
  log: Log
  /** The model that vectors are made with now. */
  model: string
  embedderOf(model: string): Embedder
}

/**
 * The vectors of the model that was used before, which serve for a page until it has new ones. A question is put to that model too; where
 * it cannot be asked any more, words find those pages alone.
 */
export class EarlierVectors {
  private now: Earlier | null = null
  private lookAt = 0
  private looking: Promise<void> | null = null

  constructor(private readonly deps: Deps) {}

  /** The pages of `ids` that have vectors of the earlier model alone, by how near they are to the text. */
  async nearTo(text: string, ids: Iterable<string>, person: string, wanted: Wanted): Promise<NearPage[]> {
    const earlier = await this.current()
    if (!earlier) return []
    try {
      const [question] = await earlier.embedder.embed([text], { person })
      return await earlier.resident.nearest(question!, ids, person, wanted)
    } catch (error) {
      this.deps.log.warn(
        { err: error, model: earlier.model },
        'the embedding model that was used before cannot be asked; words alone find what the new one has not read',
      )
      return []
    }
  }

  /** The pages of `ids` that are near to the middle of a page which has vectors of the earlier model alone. */
  async nearPage(id: string, ids: Iterable<string>, person: string, wanted: Wanted): Promise<NearPage[]> {
    const earlier = await this.current()
    const middle = earlier ? await earlier.resident.middleOf(id) : null
    return earlier && middle ? earlier.resident.nearest(middle, ids, person, wanted) : []
  }

  /** A page has vectors of the present model now. */
  async forget(id: string): Promise<void> {
    await this.now?.resident.put(id, [])
  }

  close(): void {
    this.now?.resident.close()
    this.now = null
  }

  private async current(): Promise<Earlier | null> {
    if (Date.now() >= this.lookAt)
      this.looking ??= this.look().finally(() => {
        this.looking = null
      })
    await this.looking
    return this.now
  }

  private async look(): Promise<void> {
    const { db, model, embedderOf } = this.deps
    const { rows } = await sql<{ model: string }>`
      select model from chunk_page where model <> ${model}
      group by model order by count(*) desc, model limit 1`.execute(db)
    this.lookAt = Date.now() + LOOK_EVERY_MS
    const other = rows[0]?.model
    if (other === this.now?.model) return
    this.close()
    if (other !== undefined)
      this.now = { model: other, embedder: embedderOf(other), resident: new ResidentVectors(db, other) }
  }
}
