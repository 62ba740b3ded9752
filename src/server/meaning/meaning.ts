import type { Db } from '@/server/db/db'
import type { Embedder } from '@/server/embedder/embedder'
import type { Log } from '@/server/log'
import { EarlierVectors } from './earlier-vectors'
import { keepChunks } from './keep-chunks'
import { type NearPage, ResidentVectors } from './resident-vectors'

/** Finds people's pages by what they mean. */
export interface Meaning {
  /** Switched off by the operator: nothing is found. */
  isOn: boolean
  /**
   * The `most` nearest pages of `ids` by how near something of them is to the text, which is understood while the ids are still asked
   * for, and those of `also`, however far they are.
   */
  nearTo(
    text: string,
    ids: Promise<readonly string[]>,
    person: string,
    wanted: { most: number; also: Promise<readonly { id: string }[]> },
  ): Promise<NearPage[]>
  /** The `most` nearest pages of `ids` by how near something of them is to the middle of the page `id`. */
  nearPage(id: string, ids: Iterable<string>, person: string, most: number): Promise<NearPage[]>
  close(): Promise<void>
}

interface Deps {
  db: Db
  log: Log
  embedder: Embedder
  /** An embedder of a model that was used before. */
  earlierEmbedder(model: string): Embedder
}

/** Starts keeping up the vectors of pages, unless `isOn` is false. */
export function createMeaning({ db, log, embedder, earlierEmbedder }: Deps, isOn: boolean): Meaning {
  const resident = new ResidentVectors(db, embedder.model)
  const earlier = new EarlierVectors({ db, log, model: embedder.model, embedderOf: earlierEmbedder })
  const stop = isOn ? keepChunks({ db, log, embedder, resident, earlier }) : async () => undefined
  return {
    isOn,
    async nearTo(text, ids, person, { most, also }) {
      if (!isOn) return []
      const asked = Promise.all([ids, also])
      const near = async () => {
        const [[question], [all, others]] = await Promise.all([embedder.embed([text], { person }), asked])
        return resident.nearest(question!, all, person, { most, also: others.map(({ id }) => id) })
      }
      const nearBefore = async () => {
        const [all, others] = await asked
        return earlier.nearTo(text, all, person, { most, also: others.map(({ id }) => id) })
      }
      const [now, before] = await Promise.all([near(), nearBefore()])
      return merged(now, before)
    },
    async nearPage(id, ids, person, most) {
      const middle = isOn ? await resident.middleOf(id) : null
      if (middle !== null) return resident.nearest(middle, ids, person, { most })
      return isOn ? earlier.nearPage(id, ids, person, { most }) : []
    },
    async close() {
      await stop()
      resident.close()
      earlier.close()
    },
  }
}

/** Of a page that has vectors of both models, as while it is changed from one to the other, the new ones count. */
export function merged(now: NearPage[], before: readonly NearPage[]): NearPage[] {
  if (before.length === 0) return now
  const known = new Set(now.map(({ id }) => id))
  const others = before.filter(({ id }) => !known.has(id))
  return [...now, ...others].sort((a, b) => b.similarity - a.similarity)
}
