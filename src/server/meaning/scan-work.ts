import { EMBEDDING } from '@/shared/embedding'

/** The vectors of all pages, in memory that threads share, and what is looked for. */
export interface ScanJob {
  /** One after the other, `EMBEDDING.size` numbers each. */
  numbers: Int8Array
  scales: Float32Array
  /** To which page each belongs; `NO_PAGE`: to none. */
  pageOf: Uint32Array
  count: number
  /** 1 for each page that is looked through. */
  allowed: Uint8Array
  wanted: Float32Array
}

export interface Scanned {
  /** The similarity of the nearest vector of each page; -1 where none was looked at. */
  best: Float32Array
  /** Which vector that is. */
  slot: Uint32Array
}

export const NO_PAGE = 0xffff_ffff

/** The jobs of `scan-worker.ts`. */
export const scanWork = {
  /** Compares with every vector of the pages that are looked through: 100,000 take about 50 ms. */
  scan({ numbers, scales, pageOf, count, allowed, wanted }: ScanJob): Scanned {
    const best = new Float32Array(allowed.length).fill(-1)
    const slot = new Uint32Array(allowed.length)
    const { size } = EMBEDDING
    for (let at = 0; at < count; at++) {
      const page = pageOf[at]!
      if (page === NO_PAGE || allowed[page] !== 1) continue
      let a = 0
      let b = 0
      let c = 0
      let d = 0
      for (let i = at * size, j = 0; j < size; i += 4, j += 4) {
        a += numbers[i]! * wanted[j]!
        b += numbers[i + 1]! * wanted[j + 1]!
        c += numbers[i + 2]! * wanted[j + 2]!
        d += numbers[i + 3]! * wanted[j + 3]!
      }
      const near = (a + b + c + d) * scales[at]!
      if (near > best[page]!) {
        best[page] = near
        slot[page] = at
      }
    }
    return { best, slot }
  },
}
