import type { EmbeddedTemplate } from '../../../embedded'
import { COMMON_TO } from './common'

/** product.md 9.1 */
export const MEANING_SEARCH = {
  /** Only what is nearer than this is shown. */
  threshold: 0.2,
  results: 5,
  /** On each side of a comparison. */
  compared: 3,
  /** What is less near than this is called a weak match. */
  weak: 0.3,
} as const

/** A template that was found; `similarity` from 0 to 1. */
export interface MeaningHit {
  template: EmbeddedTemplate
  similarity: number
}

/**
 * Templates to search by meaning. What all texts have in common (they are English, they are short) says nothing about which is
 * meant and makes everything look alike, so the mean of a stated set of templates (`common`; without any of them, of all) is taken off
 * first: nonsense then fits nothing.
 */
export class MeaningIndex {
  private readonly mean: Float32Array
  private readonly centred: { template: EmbeddedTemplate; vector: Float32Array }[]

  constructor(
    readonly templates: readonly EmbeddedTemplate[],
    common: ReadonlySet<string> = COMMON_TO,
  ) {
    const stated = templates.filter(({ id }) => common.has(id))
    const among = stated.length > 0 ? stated : templates
    const size = templates[0]?.embedding.length ?? 0
    this.mean = new Float32Array(size)
    for (const { embedding } of among)
      for (let i = 0; i < size; i++) this.mean[i]! += embedding[i]! / among.length
    this.centred = templates.map((template) => ({ template, vector: this.centre(template.embedding) }))
  }

  /** The nearest first, at most `limit` of those above the threshold. */
  search(query: Float32Array, limit: number = MEANING_SEARCH.results): MeaningHit[] {
    const wanted = this.centre(query)
    return this.centred
      .map(({ template, vector }) => ({ template, similarity: Math.min(1, dot(wanted, vector)) }))
      .filter(({ similarity }) => similarity > MEANING_SEARCH.threshold)
      .sort((a, b) => b.similarity - a.similarity)
      .slice(0, limit)
  }

  private centre(vector: Float32Array): Float32Array {
    const moved = vector.map((value, i) => value - this.mean[i]!)
    const length = Math.hypot(...moved) || 1
    return moved.map((value) => value / length)
  }
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!
  return sum
}

/** The templates that have these very words in the title or the text, in their own order (product.md 5.1). */
export function keywordSearch(templates: readonly EmbeddedTemplate[], query: string): EmbeddedTemplate[] {
  const words = query.trim().toLowerCase()
  if (words === '') return []
  return templates
    .filter(({ title, content }) => `${title}\n${content}`.toLowerCase().includes(words))
    .slice(0, MEANING_SEARCH.compared)
}
