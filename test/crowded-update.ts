import * as encoding from 'lib0/encoding'

/**
 * An update of one text of `count` characters by one client, and as many items of another: each begins where `from` says (null:
 * the start of the text) and ends before the character `to` says (null: the end).
 */
export function crowdedUpdate(
  count: number,
  from: (i: number) => number | null,
  to: (i: number) => number | null,
): Uint8Array {
  const out = encoding.createEncoder()
  const write = (...numbers: number[]) => {
    for (const number of numbers) encoding.writeVarUint(out, number)
  }
  write(2, count, 2, 0)
  for (let i = 0; i < count; i++) {
    const [left, right] = [from(i), to(i)]
    encoding.writeUint8(out, 4 | (left === null ? 0 : 0x80) | (right === null ? 0 : 0x40))
    if (left !== null) write(1, left)
    if (right !== null) write(1, right)
    if (left === null && right === null) {
      write(1)
      encoding.writeVarString(out, 'text')
    }
    encoding.writeVarString(out, 'x')
  }
  write(1, 1, 0)
  encoding.writeUint8(out, 4)
  write(1)
  encoding.writeVarString(out, 'text')
  encoding.writeVarString(out, 'e'.repeat(count))
  write(0)
  return encoding.toUint8Array(out)
}
