import { readFileSync } from 'node:fs'

/** What the write-ahead log beside a SQLite file holds (https://sqlite.org/fileformat2.html#walformat). */
export interface WalTail {
  /** Tells one filling of the log from the next, which starts again at its beginning. */
  salt: number
  /** Where the last whole transaction ends; everything that was said to be on the disk lies before. */
  end: number
  /** Bytes after it that a sudden end left half-written. SQLite passes over them without a word. */
  torn: number
}

const HEADER = 32
const FRAME_HEADER = 24
const LITTLE_ENDIAN = 0x377f0682
const BIG_ENDIAN = 0x377f0683
/** The first salt grows by one with every filling; what is further away was never one. */
const FILLINGS = 1_000_000

/** Reads the end of the log beside the database at `path`, without changing anything. Null when there is no log. */
export function readWalTail(path: string): WalTail | null {
  let log: Buffer
  try {
    log = readFileSync(`${path}-wal`)
  } catch {
    // Closed in order, or never opened: there is no log.
    return null
  }
  if (log.length < HEADER) return { salt: 0, end: 0, torn: log.length }
  const magic = log.readUInt32BE(0)
  if (magic !== LITTLE_ENDIAN && magic !== BIG_ENDIAN) return { salt: 0, end: 0, torn: log.length }
  const word = (at: number) => (magic === BIG_ENDIAN ? log.readUInt32BE(at) : log.readUInt32LE(at))
  const sum: [number, number] = [0, 0]
  const add = (from: number, to: number) => {
    for (let at = from; at < to; at += 8) {
      sum[0] = (sum[0] + word(at) + sum[1]) | 0
      sum[1] = (sum[1] + word(at + 4) + sum[0]) | 0
    }
  }
  const isSum = (at: number) => log.readInt32BE(at) === sum[0] && log.readInt32BE(at + 4) === sum[1]
  const size = FRAME_HEADER + log.readUInt32BE(8)
  const salt = log.readUInt32BE(16)
  const hasSalt = (at: number) =>
    log.readUInt32BE(at + 8) === salt && log.readUInt32BE(at + 12) === log.readUInt32BE(20)
  add(0, 24)
  if (!isSum(24)) return { salt, end: 0, torn: log.length }
  let end = HEADER
  let at = HEADER
  for (; at + size <= log.length && hasSalt(at); at += size) {
    add(at, at + 8)
    add(at + FRAME_HEADER, at + size)
    if (!isSum(at + 16)) break
    if (log.readUInt32BE(at + 4) > 0) end = at + size
  }
  return { salt, end, torn: isRest(log, at, size, salt, hasSalt) && end === at ? 0 : log.length - end }
}

/** Is what follows nothing, or left over from an earlier filling? */
function isRest(
  log: Buffer,
  at: number,
  size: number,
  salt: number,
  hasSalt: (at: number) => boolean,
): boolean {
  if (at === log.length) return true
  if (at + size > log.length) return false
  return !hasSalt(at) && (salt - log.readUInt32BE(at + 8)) >>> 0 < FILLINGS
}
