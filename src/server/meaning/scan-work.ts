import { EMBEDDING } from '@/shared/embedding'
import { type Dot, dotIn, MEMORY_PAGE } from './dot'

/** The vectors of all pages, in memory that threads share, and what is looked for. */
export interface ScanJob {
  /** From `FIRST_VECTOR` one after the other, `EMBEDDING.size` numbers each. */
  memory: WebAssembly.Memory
  scales: Float32Array
  /** To which page each belongs; `NO_PAGE`: to none. */
  pageOf: Uint32Array
  count: number
  /** `LOOKED_AT` for each page that is looked through; `ALSO` for one that is answered however far it is. */
  allowed: Uint8Array
  wanted: Float32Array
  /** How many of the nearest pages are answered. */
  most: number
}

/** Pages, the nearest first. */
export interface Scanned {
  pages: Uint32Array
  similarities: Float32Array
  /** Which of its vectors is the nearest. */
  slots: Uint32Array
}

export const NO_PAGE = 0xffff_ffff
export const LOOKED_AT = 1
export const ALSO = 2

/** In front of them is room for what is looked for. One scan at a time may be at work in a memory. */
export const FIRST_VECTOR = MEMORY_PAGE

/** The question in 16-bit numbers: none of these is off by more than a 64,000th of its largest. */
const STEPS = 32_767
/** By how much two similarities may be told apart wrongly because of that. */
const BLUR = 1e-3

/** The jobs of `scan-worker.ts`. */
export const scanWork = {
  /** Compares with every vector of the pages that are looked through: 100,000 take about 8 ms. */
  scan(job: ScanJob): Scanned {
    return scanned(job, dotIn(job.memory))
  },
}

/** The scan, with a way to multiply in its memory. */
export function scanned(job: ScanJob, dot: Dot): Scanned {
  const { memory, scales, pageOf, count, allowed, wanted, most } = job
  const { size } = EMBEDDING
  const largest = wanted.reduce((more, value) => Math.max(more, Math.abs(value)), 0) || 1
  new Int16Array(memory.buffer, 0, size).set(wanted.map((value) => Math.round((value / largest) * STEPS)))
  const step = largest / STEPS
  const best = new Float32Array(allowed.length).fill(-1)
  const slot = new Uint32Array(allowed.length)
  for (let at = 0; at < count; at++) {
    const page = pageOf[at]!
    if (page === NO_PAGE || !allowed[page]) continue
    const near = dot(FIRST_VECTOR + at * size, 0) * step * scales[at]!
    if (near > best[page]!) {
      best[page] = near
      slot[page] = at
    }
  }
  const numbers = new Int8Array(memory.buffer, FIRST_VECTOR)
  const exact = (page: number) => {
    const from = slot[page]! * size
    let sum = 0
    for (let i = 0; i < size; i++) sum += numbers[from + i]! * wanted[i]!
    return sum * scales[slot[page]!]!
  }
  const edge = best.toSorted().at(-most) ?? -1
  const near: { page: number; similarity: number }[] = []
  const far: typeof near = []
  for (let page = 0; page < best.length; page++) {
    if (best[page]! <= -1) continue
    const isNear = best[page]! >= edge - BLUR
    if (isNear || allowed[page] === ALSO) (isNear ? near : far).push({ page, similarity: exact(page) })
  }
  near.sort((a, b) => b.similarity - a.similarity)
  const others = near.slice(most).filter(({ page }) => allowed[page] === ALSO)
  const all = [...near.slice(0, most), ...[...others, ...far].sort((a, b) => b.similarity - a.similarity)]
  return {
    pages: Uint32Array.from(all, ({ page }) => page),
    similarities: Float32Array.from(all, ({ similarity }) => similarity),
    slots: Uint32Array.from(all, ({ page }) => slot[page]!),
  }
}
