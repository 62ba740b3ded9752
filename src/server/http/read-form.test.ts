import { expect, test } from 'vitest'
import { BadForm, readForm } from './read-form.ts'

const BOUNDARY = '----------------------------form'
const TYPE = `multipart/form-data; boundary=${BOUNDARY}`

const part = (name: string, value: string, more = '') =>
  `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`
const formOf = (...parts: string[]) => new TextEncoder().encode(`${parts.join('')}--${BOUNDARY}--\r\n`)

/** A body that comes in pieces of this length. */
async function* inPieces(body: Uint8Array, length = body.length): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < body.length; at += length) yield body.subarray(at, at + length)
}

/** The words of a form, and behind them its files with their names. */
async function read(body: Uint8Array, type = TYPE, length = body.length) {
  const files: string[][] = []
  const words = await readForm(inPieces(body, length), type, async ({ field, name, bytes }) => {
    const chunks: Uint8Array[] = []
    for await (const chunk of bytes) chunks.push(chunk)
    files.push([field, Buffer.concat(chunks).toString(), name])
  })
  return [...words, ...files]
}

test('a form is read, whatever stands in its file', async () => {
  const file = `--another\r\n\r\n${'-'.repeat(100_000)}--${BOUNDARY}`
  const sent = formOf(part('a', 'ä'), part('file', file, '; filename="a.bin"'))
  expect(await read(sent)).toEqual([
    ['a', 'ä'],
    ['file', file, 'a.bin'],
  ])
})

test('a form is the same, however it is cut on its way', async () => {
  const file = `\r\n--${BOUNDARY.slice(1)}\r\n\r\n ${BOUNDARY}\n--${BOUNDARY}\n\r\r\n--${BOUNDARY.slice(0, -1)}`
  const sent = formOf(
    part('before', ''),
    part('file', file, '; filename="a \u00e4 %22.md"'),
    part('none', '', '; filename=""'),
    part('after', `\r\n${'words '.repeat(50)}`),
  )
  const whole = await read(sent)
  expect(whole).toEqual([
    ['before', ''],
    ['after', `\r\n${'words '.repeat(50)}`],
    ['file', file, 'a \u00e4 ".md'],
    ['none', '', ''],
  ])
  for (let length = 1; length < 200; length++) expect(await read(sent, TYPE, length)).toEqual(whole)
})

test('R67 a file is given on as it comes, and what is not wanted of it is thrown away', async () => {
  let sent = 0
  let most = 0
  async function* body() {
    yield* inPieces(formOf(part('file', '', '; filename="a"')).subarray(0, -`\r\n--${BOUNDARY}--\r\n`.length))
    for (; sent < 1_000; sent += 1) yield new Uint8Array(1_000)
    yield* inPieces(new TextEncoder().encode(`\r\n${part('b', '', '; filename="b"')}`))
    yield* inPieces(formOf(part('c', 'd')))
  }
  let taken = 0
  const words = await readForm(body(), TYPE, async ({ name, bytes }) => {
    for await (const chunk of bytes) {
      taken += chunk.byteLength
      most = Math.max(most, sent * 1_000 - taken)
      if (sent > 500) break
    }
    expect(['a', 'b']).toContain(name)
  })
  expect([...words]).toEqual([['c', 'd']])
  expect(most).toBeLessThan(5_000)
})

test('a file is not begun in the next part by who left it at its last byte', async () => {
  const files: string[] = []
  const sent = formOf(part('a', 'abc', '; filename="a"'), part('b', '', '; filename="b"'))
  await readForm(inPieces(sent), TYPE, async ({ name, bytes }) => {
    files.push(name)
    for await (const _ of bytes) break
  })
  expect(files).toEqual(['a', 'b'])
})

test.each([
  ['there is no room for it', TYPE, 'no room'],
  ['it has no boundary', 'multipart/form-data', 'boundary'],
])('the body of a form is given back when %s', async (_, type, words) => {
  let isGivenBack = false
  async function* body() {
    try {
      for (;;) yield* inPieces(formOf(part('file', 'x', '; filename="a"')))
    } finally {
      isGivenBack = true
    }
  }
  const failed = readForm(body(), type, () => Promise.reject(new Error('no room')))
  await expect(failed).rejects.toThrow(words)
  expect(isGivenBack).toBe(true)
})

test.each([
  TYPE,
  `multipart/form-data;boundary="${BOUNDARY}"`,
  `Multipart/Form-Data; charset=utf-8; Boundary=${BOUNDARY}; x=y`,
])('the boundary is found in %s', async (type) => {
  expect(await read(formOf(part('a', 'b')), type)).toEqual([['a', 'b']])
})

test('what browsers and Node make is read', async () => {
  const form = new FormData()
  form.set('words', 'a')
  form.set('file', new Blob(['b']), 'c.txt')
  const sent = new Response(form)
  const body = new Uint8Array(await sent.arrayBuffer())
  expect(await read(body, sent.headers.get('content-type') ?? '')).toEqual([
    ['words', 'a'],
    ['file', 'b', 'c.txt'],
  ])
})

test.each([
  ['without an end', formOf(part('a', 'b')).subarray(0, -8)],
  ['without headers', formOf(`--${BOUNDARY}\r\n\r\nb\r\n`)],
  ['whose part has no name', formOf(`--${BOUNDARY}\r\ncontent-disposition: form-data\r\n\r\nb\r\n`)],
  ['in base64', formOf(part('a', 'YQ==', '\r\nContent-Transfer-Encoding: BASE64'))],
  [
    'that hides a part in the headers of another',
    formOf(
      part(
        'a',
        'b',
        '"\r\n\r\nb\r\n--the-headers-of-one-part-of-a-form\r\ncontent-disposition: form-data; name="c',
      ),
    ),
  ],
  ['of another boundary', new TextEncoder().encode(`--another\r\n\r\n--another--\r\n`)],
  ['of nothing', new Uint8Array()],
])('a form %s is none', async (_, sent) => {
  await expect(read(sent)).rejects.toBeInstanceOf(BadForm)
})

test('R41 a form of many parts, or with endless headers, is not taken apart', async () => {
  const many = Array.from({ length: 21 }, (_, index) => part(`name ${index}`, ''))
  expect(await read(formOf(...many.slice(1)))).toHaveLength(20)
  await expect(async () => read(formOf(...many))).rejects.toThrow('too many parts')
  await expect(read(formOf(part('a', 'x'.repeat(70_000))))).rejects.toThrow('words')
  const long = part('a', 'b', `; filename="${'x'.repeat(20_000)}"`)
  await expect(async () => read(formOf(long))).rejects.toThrow('headers')
  await expect(async () => read(formOf(part('a', 'b')), 'multipart/form-data')).rejects.toThrow('boundary')
})
