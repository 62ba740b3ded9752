/** What a form of ours may hold: a file and a few words about it. */
const MOST_PARTS = 20
const MOST_HEADERS = 16 * 1024
const MOST_WORDS = 64 * 1024

/** Where one part of a form ends and the next one begins (RFC 2046, 5.1.1). */
const BOUNDARY =
  /^multipart\/form-data\s*;(?:.*;)?\s*boundary=(?:"([\w'()+,./:=?-]{1,70})"|([\w'()+,./:=?-]{1,70}))\s*(?:;|$)/i
const LINE = '\r\n'
const BLANK_LINE = '\r\n\r\n'
const END = '--'
/** Forms have not done this since 2015 (RFC 7578, 4.7). */
const IN_BASE64 = /^content-transfer-encoding:\s*base64\b/im

/** What was sent is no form, or has more parts or longer headers and words than anybody needs. */
export class BadForm extends Error {}

/** A file of a form, as it comes. */
export interface FormFile {
  field: string
  name: string
  bytes: AsyncIterable<Uint8Array>
}

/**
 * Takes apart a form as it comes. Each file goes to `takeFile`, which is awaited; what that leaves of it is thrown away. Answers the words of the
 * form, and holds no more of it than these. Throws `BadForm`, what the body throws and what `takeFile` throws; the body is given back in any case.
 */
export async function readForm(
  body: AsyncIterable<Uint8Array>,
  type: string,
  takeFile: (file: FormFile) => Promise<void>,
): Promise<FormData> {
  const [, quoted, plain] = BOUNDARY.exec(type) ?? []
  const boundary = quoted ?? plain
  const source = body[Symbol.asyncIterator]()
  const words = new FormData()
  try {
    if (boundary === undefined) {
      // One that is given back before it was begun is not received to its end.
      await source.next()
      throw new BadForm('a form without a boundary')
    }
    const mark = `${LINE}--${boundary}`
    const form = incoming(source)
    // What stands before the first part.
    for await (const _ of form.upTo(mark));
    for (let parts = 0; (await form.look(END.length)) !== END; parts += 1) {
      if (parts === MOST_PARTS) throw new BadForm('a form of too many parts')
      const head = await form.within(BLANK_LINE, MOST_HEADERS, 'a form with headers that are too long')
      const { field, file } = await readHead(head)
      if (file === null) {
        const value = await form.within(mark, MOST_WORDS, 'a form with words that are too long')
        words.append(field, value.toString())
      } else {
        let isOver = false
        const rest = async function* () {
          yield* form.upTo(mark)
          isOver = true
        }
        await takeFile({ field, name: file, bytes: rest() })
        if (!isOver) for await (const _ of rest());
      }
    }
    return words
  } finally {
    await source.return?.()
  }
}

/** What the headers of a part say of it; `file`: its name, where it is one. The platform reads them: a name may be written in several ways. */
async function readHead(head: Buffer): Promise<{ field: string; file: string | null }> {
  if (!head.subarray(0, LINE.length).equals(Buffer.from(LINE)) || IN_BASE64.test(head.toString('latin1')))
    throw new BadForm('a form with headers that are not understood')
  const boundary = 'the-headers-of-one-part-of-a-form'
  const alone = Buffer.concat([
    Buffer.from(`--${boundary}`),
    head,
    Buffer.from(`${BLANK_LINE}${LINE}--${boundary}--${LINE}`),
  ])
  const headers = { 'content-type': `multipart/form-data; boundary="${boundary}"` }
  const read = await new Response(alone, { headers }).formData().catch((cause: unknown) => {
    throw new BadForm('a form with headers that are not understood', { cause })
  })
  const [entry, second] = [...read]
  if (!entry || second) throw new BadForm('a form with headers that are not understood')
  const [field, value] = entry
  return { field, file: typeof value === 'string' ? null : value.name }
}

/** Bytes as they come, of which no more is held than what has to be looked at. Throws `BadForm` when they end too early. */
function incoming(source: AsyncIterator<Uint8Array>) {
  // A form begins as if a line had ended.
  let held: Buffer = Buffer.from(LINE)
  /** Twice as much: what comes byte by byte is not put together anew, and looked through, for each of them. */
  async function more(): Promise<void> {
    const pieces: Uint8Array[] = [held]
    let length = 0
    while (length <= held.length) {
      const { done, value } = await source.next()
      if (done) break
      pieces.push(value)
      length += value.byteLength
    }
    if (length === 0) throw new BadForm('a form without an end')
    held = Buffer.concat(pieces)
  }
  function take(length: number): Buffer {
    const taken = held.subarray(0, length)
    held = held.subarray(length)
    return taken
  }
  return {
    /** What comes before a mark, which is left out. May be begun anew where it was left. */
    async *upTo(mark: string): AsyncGenerator<Buffer> {
      for (;;) {
        const found = held.indexOf(mark)
        if (found === 0) {
          take(mark.length)
          return
        }
        // A mark may have come in part.
        const ahead = found > 0 ? found : held.length - mark.length + 1
        if (ahead > 0) yield take(ahead)
        else await more()
      }
    },
    /** The same in one, of at most this many bytes. */
    async within(mark: string, most: number, words: string): Promise<Buffer> {
      for (;;) {
        const found = held.indexOf(mark)
        if (found > most || (found < 0 && held.length > most + mark.length)) throw new BadForm(words)
        if (found >= 0) {
          const bytes = take(found)
          take(mark.length)
          return bytes
        }
        await more()
      }
    },
    /** What comes next, and stays there. */
    async look(length: number): Promise<string> {
      while (held.length < length) await more()
      return held.toString('latin1', 0, length)
    },
  }
}
