import { expect, test } from 'vitest'
import { EMBEDDING } from '@/shared/embedding'
import { type Dot, dotIn, MEMORY_PAGE, sharedMemory, slowDotIn } from './dot'
import { packVector, unpackVector } from './packed-vector'
import { ALSO, FIRST_VECTOR, LOOKED_AT, NO_PAGE, type ScanJob, scanned } from './scan-work'

const { size } = EMBEDDING

/** The same numbers at every run. */
function randomNumbers(): () => number {
  let seed = 7
  return () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed / 2_147_483_648
  }
}

const random = randomNumbers()
const anyVector = (): Float32Array => {
  const vector = Float32Array.from({ length: size }, () => random() - 0.5)
  const length = Math.hypot(...vector)
  return vector.map((value) => value / length)
}

test('vectors are multiplied sixteen numbers at a time as one by one, also the largest', () => {
  const memory = sharedMemory()
  memory.grow(1)
  const vector = new Int8Array(memory.buffer, MEMORY_PAGE, size)
  const question = new Int16Array(memory.buffer, 0, size)
  const [dot, slow] = [dotIn(memory), slowDotIn(memory)]
  // Compiled, and not the way round for other processors.
  expect(String(dot)).toContain('[native code]')
  for (let round = 0; round < 200; round++) {
    for (let i = 0; i < size; i++) {
      vector[i] = Math.floor(random() * 256) - 128
      question[i] = Math.floor(random() * 65_535) - 32_767
    }
    expect(dot(MEMORY_PAGE, 0)).toBe(slow(MEMORY_PAGE, 0))
  }
  for (const [number, wanted] of [
    [-128, 32_767],
    [127, -32_767],
  ] as const) {
    vector.fill(number)
    question.fill(wanted)
    expect(dot(MEMORY_PAGE, 0)).toBe(number * wanted * size)
  }
})

const PAGES = 300

/** 900 vectors of 300 pages; some belong to none any more. */
function anyJob(most: number): ScanJob {
  const count = PAGES * 3
  const memory = sharedMemory()
  memory.grow(Math.ceil((count * size) / MEMORY_PAGE))
  const scales = new Float32Array(count)
  const pageOf = new Uint32Array(count)
  for (let at = 0; at < count; at++) {
    const { numbers, scale } = unpackVector(packVector(anyVector()))!
    new Int8Array(memory.buffer, FIRST_VECTOR + at * size, size).set(numbers)
    scales[at] = scale
    pageOf[at] = at % 50 === 0 ? NO_PAGE : at % PAGES
  }
  const allowed = Uint8Array.from({ length: PAGES }, (_, page) => (page % 7 === 0 ? 0 : LOOKED_AT))
  return { memory, scales, pageOf, count, allowed, wanted: anyVector(), most }
}

/** Every page that may be looked at, the nearest first, by numbers that are not rounded once more. */
function expected({ memory, scales, pageOf, count, allowed, wanted }: ScanJob) {
  const best = new Map<number, { similarity: number; slot: number }>()
  for (let at = 0; at < count; at++) {
    const page = pageOf[at]!
    if (page === NO_PAGE || allowed[page] === 0) continue
    const numbers = new Int8Array(memory.buffer, FIRST_VECTOR + at * size, size)
    const similarity = numbers.reduce((sum, value, i) => sum + value * wanted[i]!, 0) * scales[at]!
    if (similarity > (best.get(page)?.similarity ?? -1)) best.set(page, { similarity, slot: at })
  }
  return [...best].sort((a, b) => b[1].similarity - a[1].similarity)
}

test('the nearest pages among those that may be looked at are found, and others that were named', () => {
  for (let round = 0; round < 10; round++)
    for (const dot of [dotIn, slowDotIn] as ((memory: WebAssembly.Memory) => Dot)[]) {
      const job = anyJob(20)
      const all = expected(job)
      const far = [all.at(-1)![0], all[100]![0], all[3]![0]]
      for (const page of far) job.allowed[page] = ALSO
      const found = scanned(job, dot(job.memory))
      const wanted = [...all.slice(0, 20), all[100]!, all.at(-1)!]
      expect([...found.pages]).toEqual(wanted.map(([page]) => page))
      expect([...found.slots]).toEqual(wanted.map(([, { slot }]) => slot))
      for (const [n, [, { similarity }]] of wanted.entries())
        expect(found.similarities[n]).toBeCloseTo(similarity, 6)
    }
})

test('fewer pages than are wanted are all of them, and none where nothing may be looked at', () => {
  const job = anyJob(1000)
  expect([...scanned(job, dotIn(job.memory)).pages]).toEqual(expected(job).map(([page]) => page))
  job.allowed.fill(0)
  expect(scanned(job, dotIn(job.memory)).pages).toHaveLength(0)
})
