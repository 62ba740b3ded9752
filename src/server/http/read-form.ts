/** What a form of ours may hold: a file and a few words about it. */
const MOST_PARTS = 20
const MOST_HEADERS = 16 * 1024

/** Where one part of a form ends and the next one begins (RFC 2046, 5.1.1). */
const BOUNDARY =
  /^multipart\/form-data\s*;(?:.*;)?\s*boundary=(?:"([\w'()+,./:=?-]{1,70})"|([\w'()+,./:=?-]{1,70}))\s*(?:;|$)/i
const BLANK_LINE = '\r\n\r\n'

/**
 * Takes apart a form that has come whole. Taking one apart blocks the server for as long as it has parts and their headers have characters,
 * so it throws for more of these than anybody needs, as it does for what is no form.
 */
export async function readForm(body: Uint8Array<ArrayBuffer>, type: string): Promise<FormData> {
  const [, quoted, plain] = BOUNDARY.exec(type) ?? []
  const boundary = quoted ?? plain
  if (boundary === undefined) throw new Error('a form without a boundary')
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const line = `--${boundary}`
  let parts = 0
  for (let at = bytes.indexOf(line); at >= 0; at = bytes.indexOf(line, at + line.length)) {
    parts += 1
    // The last one ends the form.
    if (parts > MOST_PARTS + 1) throw new Error('a form of too many parts')
    const head = bytes.subarray(at + line.length, at + line.length + MOST_HEADERS)
    if (head.length === MOST_HEADERS && !head.includes(BLANK_LINE))
      throw new Error('a form with headers that are too long')
  }
  // Taken apart by the boundary that was counted, however the header is written.
  const headers = { 'content-type': `multipart/form-data; boundary="${boundary}"` }
  return new Response(body, { headers }).formData()
}
