import { WorkerPool } from '@/server/workers/worker-pool'
import { EMBEDDING } from '@/shared/embedding'
import { t } from '@/shared/i18n'
import type { embedWork } from './embed-work'
import { askModelServer, type ModelServer } from './model-server'

/** For whom texts are turned into vectors; it stops at once when `signal` is aborted. */
interface EmbedAsker {
  person: string
  signal?: AbortSignal
}

/** Turns texts into vectors of 512 numbers and length 1, near each other when the texts mean the like. */
export interface Embedder {
  /** Vectors of two models are not to be compared. */
  model: string
  /**
   * Of each text, up to 1,000 characters are read. Throws `unavailable` in words when the model cannot be asked, `rate-limited` when
   * too many wait.
   */
  embed(texts: readonly string[], asker: EmbedAsker): Promise<Float32Array[]>
}

/** The model that is built in: Universal Sentence Encoder lite, which understands English. */
export const BUILT_IN = 'universal-sentence-encoder-lite'

/** A model that nobody needs is put away after this. Loading takes a second, and it takes 270 MB while it is there. */
const IDLE_MS = 5 * 60_000

/** The model of `EMBEDDING_MODEL` and its server, or else the one that is built in. */
export function createEmbedder(ai: {
  openai: { apiKey: string | null; baseUrl: string | null }
  embeddingModel: string | null
}): Embedder {
  return ai.embeddingModel === null ? builtIn() : atServer({ ...ai.openai, model: ai.embeddingModel })
}

/** The model that made vectors before another was named, as long as it can be asked: the built-in one, or another of the same server. */
export const earlierEmbedder = (
  { openai }: { openai: Omit<ModelServer, 'model'> },
  model: string,
): Embedder => (model === BUILT_IN ? builtIn() : atServer({ ...openai, model }))

function builtIn(): Embedder {
  const pool = new WorkerPool<typeof embedWork>({
    name: 'embed-worker',
    source: 'server/embedder/embed-worker.ts',
    // Another one would take as much memory again.
    atOnce: 1,
    mostWaiting: 500,
    mostWaitingEach: 20,
    mostMs: 120_000,
    idleMs: IDLE_MS,
    tooHard: t('This text takes too long to be understood.'),
  })
  return {
    model: BUILT_IN,
    async embed(texts, asker) {
      if (texts.length === 0) return []
      const all = await pool.run('embed', { place: import.meta.url, texts: texts.map(cut) }, asker)
      return texts.map((_, i) => all.slice(i * EMBEDDING.size, (i + 1) * EMBEDDING.size))
    },
  }
}

const atServer = (server: ModelServer): Embedder => ({
  model: server.model,
  embed: (texts, { signal }) => askModelServer(server, texts.map(cut), signal),
})

const cut = (text: string) => text.slice(0, EMBEDDING.mostText)
