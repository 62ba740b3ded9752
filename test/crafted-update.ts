import * as encoding from 'lib0/encoding'

/** An id of Yjs: client and clock. */
type Id = readonly [client: number, clock: number]

interface CraftedItem {
  /** What it stands behind, and before. */
  origin?: Id
  right?: Id
  /** Where neither is said: the root or the type that it stands in, and the key there. */
  root?: string
  parent?: Id
  key?: string
  /** `isBare`: it says nothing of where it stands. */
  write: { ref: number; isBare?: true; content(out: encoding.Encoder): void }
}

/** Anything that a client could put into an update, also what no program writes. */
export const crafted = {
  deleted: (length: number): CraftedItem['write'] => ({
    ref: 1,
    content: (out) => encoding.writeVarUint(out, length),
  }),
  text: (text: string): CraftedItem['write'] => ({
    ref: 4,
    content: (out) => encoding.writeVarString(out, text),
  }),
  embed: (json: string): CraftedItem['write'] => ({
    ref: 5,
    content: (out) => encoding.writeVarString(out, json),
  }),
  map: (): CraftedItem['write'] => ({ ref: 7, content: (out) => encoding.writeVarUint(out, 1) }),
  value: (value: unknown): CraftedItem['write'] => crafted.values([value]),
  values: (values: readonly unknown[]): CraftedItem['write'] => ({
    ref: 8,
    content(out) {
      encoding.writeVarUint(out, values.length)
      // biome-ignore lint/suspicious/noExplicitAny: whatever lib0 can write
      for (const value of values) encoding.writeAny(out, value as any)
    },
  }),
  /** What was thrown away altogether. */
  gone: (length: number): CraftedItem['write'] => ({
    ref: 0,
    isBare: true,
    content: (out) => encoding.writeVarUint(out, length),
  }),
  /** What the update does not bring. */
  skipped: (length: number): CraftedItem['write'] => ({
    ref: 10,
    isBare: true,
    content: (out) => encoding.writeVarUint(out, length),
  }),
}

/** A value within `depth` arrays. */
export function nested(depth: number): unknown {
  let value: unknown = 1
  for (let i = 0; i < depth; i++) value = [value]
  return value
}

export type Section = readonly [client: number, clock: number, items: readonly CraftedItem[]]
type Deletion = readonly [client: number, clock: number, length: number]

/** An update of one client from clock 0 on, and the ranges that it deletes, by client. */
export const craftedUpdate = (
  client: number,
  items: readonly CraftedItem[],
  deletes: readonly Deletion[] = [],
): Uint8Array =>
  written(
    items.length > 0 ? [[client, 0, items]] : [],
    deletes.map(([of, clock, length]) => [of, [[clock, length]]]),
  )

/** An update of these sections, also where one client has several. */
export const sections = (...given: readonly Section[]): Uint8Array => written(given, [])

/** The same with ranges that it deletes, by client and in this order. */
export const sectionsAnd = (
  given: readonly Section[],
  deletes: ReadonlyMap<number, readonly (readonly [clock: number, length: number])[]>,
): Uint8Array => written(given, [...deletes])

type Deleted = readonly [client: number, ranges: readonly (readonly [clock: number, length: number])[]]

function written(given: readonly Section[], deletes: readonly Deleted[]): Uint8Array {
  const out = encoding.createEncoder()
  const write = (...numbers: number[]) => {
    for (const number of numbers) encoding.writeVarUint(out, number)
  }
  write(given.length)
  for (const [client, clock, items] of given) {
    write(items.length, client, clock)
    for (const item of items) writeItem(out, item)
  }
  write(deletes.length)
  for (const [of, ranges] of deletes) {
    write(of, ranges.length)
    for (const range of ranges) write(...range)
  }
  return encoding.toUint8Array(out)
}

function writeItem(
  out: encoding.Encoder,
  { origin, right, root = 'text', parent, key, write: said }: CraftedItem,
): void {
  const write = (...numbers: number[]) => {
    for (const number of numbers) encoding.writeVarUint(out, number)
  }
  if (said.isBare) {
    encoding.writeUint8(out, said.ref)
    said.content(out)
    return
  }
  const info = (origin ? 0x80 : 0) | (right ? 0x40 : 0) | (key === undefined ? 0 : 0x20)
  encoding.writeUint8(out, said.ref | info)
  if (origin) write(...origin)
  if (right) write(...right)
  if (!origin && !right) {
    if (parent) write(0, ...parent)
    else {
      write(1)
      encoding.writeVarString(out, root)
    }
    if (key !== undefined) encoding.writeVarString(out, key)
  }
  said.content(out)
}
