import { buffer } from 'node:stream/consumers'
import { LARGE_TABLE, largeTablePage, wordsOfCell } from '@test/large-table'
import { startTestServer, type TestPerson, type TestServer } from '@test/server'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { fromBuffer } from 'yauzl'

let server: TestServer
let person: TestPerson
let id: string

/** The words of all cells, those that are not laid out last. */
const WORDS = Array.from({ length: LARGE_TABLE.rows }, (_, y) =>
  Array.from({ length: LARGE_TABLE.columns }, (_, x) => wordsOfCell(y, x)),
)
  .flat()
  .filter((words) => words !== null)
const LAST = ['The line above.', ...WORDS, 'The line below.']
const NOTE = 'This table is too large to be shown whole: it has 3 more rows.'

beforeAll(async () => {
  server = await startTestServer()
  person = await server.signUp()
  ;({ id } = await server.rpc(person.cookie).document.create.mutate({ title: 'Large' }))
  const row = { document_id: id, user_id: null, created_at: new Date().toISOString() }
  await server.services.db
    .insertInto('document_update')
    .values({ ...row, data: largeTablePage() })
    .execute()
  // A server reads anew what lies in the log when it starts.
  await server.restart()
  await vi.waitFor(
    async () => {
      const { contentRich } = await server.rpc(person.cookie).document.document.query({ id })
      expect(contentRich).toContainEqual(expect.objectContaining({ id: 't' }))
    },
    { timeout: 60_000, interval: 200 },
  )
}, 120_000)
afterAll(() => server.close())

const ask = (path: string) => fetch(server.url + path, { headers: { cookie: person.cookie } })

async function exported(format: string): Promise<Buffer> {
  const answer = await ask(`/api/export/${format}?documentId=${id}`)
  if (!answer.ok) throw new Error(await answer.text())
  return Buffer.from(await answer.arrayBuffer())
}

/** What stands under a path of a `.zip`. */
const inZip = (bytes: Buffer, path: string): Promise<string> =>
  new Promise((resolve, reject) => {
    fromBuffer(bytes, (failed, zip) => {
      if (failed) return reject(failed)
      zip.on('error', reject)
      zip.on('end', () => reject(new Error(`no ${path}`)))
      zip.on('entry', (entry) => {
        if (entry.fileName !== path) return
        zip.openReadStream(entry, (error, stream) => {
          if (error) reject(error)
          else resolve(buffer(stream).then(String))
        })
      })
    })
  })

/** Those words of the page that are in a text another number of times than once. */
const notOnce = (text: string) => LAST.filter((words) => text.split(words).length !== 2)

describe('S1 a page whose table is larger than a table is laid out', () => {
  test.each(['markdown', 'html', 'text', 'json'])(
    'is exported as %s with every word once',
    async (format) => {
      const text = String(await exported(format))
      expect(notOnce(text)).toEqual([])
      expect(text.indexOf('cell2002by9.')).toBeGreaterThan(text.indexOf('cell1999by9.'))
      expect(text.indexOf('The line below.')).toBeGreaterThan(text.indexOf('cell2002by9.'))
    },
  )

  test('is exported for Word with every word once', async () => {
    const text = await inZip(await exported('word'), 'word/document.xml')
    expect(notOnce(text.replace(/<[^>]*>/g, ''))).toEqual([])
  })

  test('is printed with every word once, and says what is not in the table', async () => {
    const sheet = await (await ask(`/${id}?print=true`)).text()
    expect(notOnce(sheet)).toEqual([])
    expect(sheet.includes(NOTE)).toBe(true)
  })
})
