import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { createEmbedder } from '@/server/embedder/embedder'
import { comparedTexts, type KeptVectors, keyOf, packVector, vectorsOf } from './template-vectors'

/*
 * Run by the build, so that the server has the vectors of all templates without loading a model. Those that were made before are
 * taken from the file that is named.
 */

const [target, kept] = process.argv.slice(2)
if (!target) throw new Error('Say which file the vectors go to.')
const embedder = createEmbedder({ openai: { apiKey: null, baseUrl: null }, embeddingModel: null })
const before: KeptVectors = kept && existsSync(kept) ? JSON.parse(readFileSync(kept, 'utf8')) : {}
const texts = await comparedTexts()
const vectors = Object.fromEntries(
  [...(await vectorsOf(embedder, before))].map(([slug, vector]) => [
    keyOf(embedder.model, texts.get(slug)!),
    packVector(vector),
  ]),
)
const json = JSON.stringify(vectors)
writeFileSync(target, json)
if (kept) {
  mkdirSync(dirname(kept), { recursive: true })
  writeFileSync(kept, json)
}
// The model's thread would be kept for a while.
process.exit()
