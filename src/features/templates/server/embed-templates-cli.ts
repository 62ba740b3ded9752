import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { createEmbedder } from '@/server/embedder/embedder'
import { describeTemplates, embeddedTemplates, type KeptVectors, keyOf, packVector } from './template-vectors'

/*
 * Run by the build, so that the server has the vectors of all templates without loading a model. Those that were made before are
 * taken from the file that is named.
 */

const [target, kept] = process.argv.slice(2)
if (!target) throw new Error('Say which file the vectors go to.')
const embedder = createEmbedder({ openai: { apiKey: null, baseUrl: null }, embeddingModel: null })
const before: KeptVectors = kept && existsSync(kept) ? JSON.parse(readFileSync(kept, 'utf8')) : {}
const texts = new Map((await describeTemplates()).map(({ template, texts }) => [template.id, texts]))
const vectors = Object.fromEntries(
  (await embeddedTemplates(embedder, before)).map(({ id, embedding }) => [
    keyOf(embedder.model, texts.get(id)!),
    packVector(embedding),
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
