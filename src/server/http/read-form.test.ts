import { expect, test } from 'vitest'
import { readForm } from './read-form.ts'

const BOUNDARY = '----------------------------form'
const TYPE = `multipart/form-data; boundary=${BOUNDARY}`

const part = (name: string, value: string, more = '') =>
  `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`
const formOf = (...parts: string[]) => new TextEncoder().encode(`${parts.join('')}--${BOUNDARY}--\r\n`)
const read = async (body: Uint8Array<ArrayBuffer>, type = TYPE) => [...(await readForm(body, type))]

test('a form is read, whatever stands in its file', async () => {
  const file = `--another\r\n\r\n${'-'.repeat(100_000)}`
  const [words, sent] = await read(formOf(part('a', 'ä'), part('file', file, '; filename="a.bin"')))
  expect(words).toEqual(['a', 'ä'])
  expect(await (sent![1] as File).text()).toBe(file)
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
  const read = await readForm(
    new Uint8Array(await sent.arrayBuffer()),
    sent.headers.get('content-type') ?? '',
  )
  expect([...read.keys()]).toEqual(['words', 'file'])
})

test('R41 a form of many parts, or with endless headers, is not taken apart', async () => {
  const many = Array.from({ length: 21 }, (_, index) => part(`name ${index}`, ''))
  expect(await read(formOf(...many.slice(1)))).toHaveLength(20)
  await expect(async () => read(formOf(...many))).rejects.toThrow('too many parts')
  const long = part('a', 'b', `; filename="${'x'.repeat(20_000)}"`)
  await expect(async () => read(formOf(long))).rejects.toThrow('headers')
  await expect(async () => read(formOf(part('a', 'b')), 'multipart/form-data')).rejects.toThrow('boundary')
})
