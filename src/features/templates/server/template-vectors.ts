import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { plainTextOf } from '@/blocks/plain-text'
import type { Embedder } from '@/server/embedder/embedder'
import { inLanguage } from '@/server/language'
import { EMBEDDING } from '@/shared/embedding'
import { DEFAULT_LANGUAGE } from '@/shared/i18n/languages'
import { describedTemplates, type EmbeddedTemplate, textOf } from '../embedded'
import { templateOf, templates } from '../model'
import { templatePage } from './template-pages'

/** Vectors by what they were made of: the model and the texts. Base64 of 512 little-endian floats. */
export type KeptVectors = Record<string, string>

/** Written by the build (`embed-templates-cli.ts`), beside the program. */
const VECTORS_FILE = 'template-vectors.json'

export const keyOf = (model: string, texts: readonly string[]): string =>
  createHash('sha256')
    .update([model, ...texts].join('\0'))
    .digest('hex')

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

/** Everything about the templates but their vectors, in the language of whom it is for. */
export async function describeTemplates(): Promise<Omit<EmbeddedTemplate, 'embedding'>[]> {
  const contents = new Map<string, string>()
  for (const { slug, summary } of templates) {
    const page = await templatePage(slug)
    if (page) contents.set(slug, `${summary}\n${plainTextOf(page.blocks)}`)
  }
  return describedTemplates(contents)
}

/**
 * What the vector of each template is made of, by slug: the text, and the title with its summary, which says in a sentence what the text
 * shows in many. It is English for everybody, since that is what the built-in model understands.
 */
export const comparedTexts = (): Promise<Map<string, readonly string[]>> =>
  inLanguage(
    DEFAULT_LANGUAGE,
    async () =>
      new Map(
        (await describeTemplates()).map((template) => [
          template.id,
          [textOf(template), `${template.title}: ${templateOf(template.id)?.summary ?? ''}`],
        ]),
      ),
  )

/** The vectors of all templates, by slug. Those that the build has not made, as for another model, are made now. */
export async function vectorsOf(embedder: Embedder, kept: KeptVectors): Promise<Map<string, Float32Array>> {
  const compared = [...(await comparedTexts())]
  const missing = compared.filter(([, texts]) => kept[keyOf(embedder.model, texts)] === undefined)
  const made = await embedder.embed(
    missing.flatMap(([, texts]) => texts),
    { person: 'server' },
  )
  const fresh = new Map(missing.map(([slug], i) => [slug, between(made[i * 2]!, made[i * 2 + 1]!)]))
  return new Map(
    compared.map(([slug, texts]) => [
      slug,
      fresh.get(slug) ?? unpackVector(kept[keyOf(embedder.model, texts)]!),
    ]),
  )
}

function between(a: Float32Array, b: Float32Array): Float32Array {
  const sum = a.map((value, i) => value + b[i]!)
  const length = Math.hypot(...sum) || 1
  return sum.map((value) => value / length)
}
