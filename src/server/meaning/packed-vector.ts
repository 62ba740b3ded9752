import { EMBEDDING } from '@/shared/embedding'

/*
 * A vector as it is kept: the largest of its numbers (four bytes, little-endian), then each number as 127ths of that. A quarter of
 * the size; similarities differ in the third digit.
 */

const HEAD = 4

/** What one step of the small numbers stands for, and the numbers. */
export interface SmallVector {
  scale: number
  numbers: Int8Array
}

export function packVector(vector: Float32Array): Uint8Array {
  const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1
  const packed = new Uint8Array(HEAD + vector.length)
  new DataView(packed.buffer).setFloat32(0, largest, true)
  const numbers = new Int8Array(packed.buffer, HEAD)
  for (let i = 0; i < vector.length; i++) numbers[i] = Math.round((vector[i]! / largest) * 127)
  return packed
}

/** Null for what is no packed vector of the right size. */
export function unpackVector(packed: Uint8Array): SmallVector | null {
  if (packed.byteLength !== HEAD + EMBEDDING.size) return null
  const { buffer, byteOffset } = packed
  return {
    scale: new DataView(buffer, byteOffset).getFloat32(0, true) / 127,
    numbers: new Int8Array(buffer, byteOffset + HEAD, EMBEDDING.size),
  }
}
