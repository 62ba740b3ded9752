/** A piece of a message on a data channel: what every browser takes at once. */
export const PIECE_BYTES = 16 * 1024
/** Longer messages end the connection: the other one is no honest browser. */
export const MESSAGE_BYTES = 8 * 1024 * 1024

const MORE = 0
const LAST = 1

/** Cuts a message into pieces for a channel that keeps their order. The first byte of each says whether more follow. */
export function* piecesOf(message: Uint8Array): Generator<Uint8Array<ArrayBuffer>> {
  const room = PIECE_BYTES - 1
  for (let at = 0; at === 0 || at < message.length; at += room) {
    const part = message.subarray(at, at + room)
    const piece = new Uint8Array(part.length + 1)
    piece[0] = at + room < message.length ? MORE : LAST
    piece.set(part, 1)
    yield piece
  }
}

/** Puts pieces together again. */
export class Joiner {
  private parts: Uint8Array[] = []
  private bytes = 0

  /** The message that this piece ends; null while more follow. Throws when it is no piece, or too much. */
  add(piece: Uint8Array): Uint8Array | null {
    const mark = piece[0]
    if (mark !== MORE && mark !== LAST) throw new Error('Not a piece of a message')
    this.bytes += piece.length - 1
    if (this.bytes > MESSAGE_BYTES) throw new Error('The message is too long')
    this.parts.push(piece.subarray(1))
    if (mark === MORE) return null
    const message = new Uint8Array(this.bytes)
    let at = 0
    for (const part of this.parts) {
      message.set(part, at)
      at += part.length
    }
    this.parts = []
    this.bytes = 0
    return message
  }
}
