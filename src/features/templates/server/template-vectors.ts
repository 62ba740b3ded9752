import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { plainTextOf } from '@/blocks/plain-text'
import type { Embedder } from '@/server/embedder/embedder'
import { EMBEDDING } from '@/shared/embedding'
import { describedTemplates, type EmbeddedTemplate, textOf } from '../embedded'
import { templates } from '../model'
import { templatePage } from './template-pages'

/** Vectors by what they were made of: the model and the text. Base64 of 512 little-endian floats. */
export type KeptVectors = Record<string, string>

/** Written by the build (`embed-templates-cli.ts`), beside the program. */
const VECTORS_FILE = 'template-vectors.json'

export const keyOf = (model: string, text: string): string =>
  createHash('sha256').update(model).update('\0').update(text).digest('hex')

export const packVector = (vector: Float32Array): string =>
  Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('base64')

const unpackVector = (packed: string): Float32Array =>
  new Float32Array(new Uint8Array(Buffer.from(packed, 'base64')).buffer, 0, EMBEDDING.size)

/** The vectors that the build made; none where the server runs from its sources. */
export async function builtVectors(): Promise<KeptVectors> {
  // A part of the built program may stand in a folder of its own.
  for (const place of ['./', '../']) {
    try {
      return JSON.parse(await readFile(new URL(place + VECTORS_FILE, import.meta.url), 'utf8'))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
  return {}
}

/** Everything about the templates but their vectors, each with the text that its vector is made of. */
export async function templateTexts(): Promise<(Omit<EmbeddedTemplate, 'embedding'> & { text: string })[]> {
  const contents = new Map<string, string>()
  for (const { slug, summary } of templates) {
    const page = await templatePage(slug)
    if (page) contents.set(slug, `${summary}\n${plainTextOf(page.blocks)}`)
  }
  return describedTemplates(contents).map((described) => ({ ...described, text: textOf(described) }))
}

/** All templates with their vectors. Those that the build has not made, as for another model, are made now. */
export async function embeddedTemplates(embedder: Embedder, kept: KeptVectors): Promise<EmbeddedTemplate[]> {
  const described = await templateTexts()
  const missing = described.filter(({ text }) => kept[keyOf(embedder.model, text)] === undefined)
  const made = await embedder.embed(
    missing.map(({ text }) => text),
    { person: 'server' },
  )
  const fresh = new Map(missing.map(({ id }, i) => [id, made[i]!]))
  return described.map(({ text, ...template }) => ({
    ...template,
    embedding: fresh.get(template.id) ?? unpackVector(kept[keyOf(embedder.model, text)]!),
  }))
}
