/** Bytes of one answer on the wire, with all that wraps its words. */
const MOST_BYTES = 8 * 1024 * 1024
/** Bytes of one line: a client keeps a line until it ends. */
const MOST_LINE = 1024 * 1024

/** A provider answered with more than anybody would read. */
export class AnswerTooLong extends Error {}

const NEWLINE = 0x0a

/**
 * `fetch` for providers: follows no redirect, since the key would go along, and ends an answer that has no end with
 * {@link AnswerTooLong}.
 */
export const boundedFetch = (input: RequestInfo | URL, init?: RequestInit): Promise<Response> =>
  fetchWithin({ bytes: MOST_BYTES, line: MOST_LINE }, input, init)

/** The same for answers of another size; those that are no text have no lines. */
export async function fetchWithin(
  most: { bytes: number; line?: number },
  input: RequestInfo | URL,
  init?: RequestInit,
): Promise<Response> {
  const answer = await fetch(input, { ...init, redirect: 'error' })
  if (!answer.body) return answer
  let bytes = 0
  let line = 0
  const bounded = answer.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        const end = chunk.lastIndexOf(NEWLINE)
        bytes += chunk.length
        line = end === -1 ? line + chunk.length : chunk.length - end - 1
        if (bytes > most.bytes || (most.line !== undefined && line > most.line)) throw new AnswerTooLong()
        controller.enqueue(chunk)
      },
    }),
  )
  return new Response(bounded, {
    status: answer.status,
    statusText: answer.statusText,
    headers: answer.headers,
  })
}
