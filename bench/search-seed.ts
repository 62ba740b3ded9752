import { sql } from 'kysely'
import { openDb } from '@/server/db/db'
import { BUILT_IN } from '@/server/embedder/embedder'
import { fillLinks } from '@/server/links/fill-links'
import { packVector } from '@/server/meaning/packed-vector'
import { engineOf } from '@/server/search/engine'
import { EMBEDDING } from '@/shared/embedding'
import { addPages, addPerson, type SeededPage } from './seed'

/**
 * Fills a database with pages of 4 KB for the search: words as unevenly used as in a language, one that is on every page
 * and one that is on ten; with as many vectors each as `CHUNKS` says, which mean nothing. Prints the cookies of the people whose pages they are.
 */
const {
  DATA_DIR = '',
  DATABASE_URL,
  AUTH_SECRET = '',
  PAGES = '10000',
  PEOPLE = '1',
  CHUNKS = '0',
} = process.env
const VOCABULARY = 20_000
const BYTES = 4096

const { db } = await openDb({ dataDir: DATA_DIR, databaseUrl: DATABASE_URL ?? null })
const start = Date.parse('2026-01-01T00:00:00.000Z')
const at = (minute: number) => new Date(start + minute * 60_000).toISOString()
const person = await addPerson(db, AUTH_SECRET)

let seed = 42
const random = () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return seed / 2_147_483_648
}
const syllables = [
  'ka',
  'to',
  'mi',
  'ren',
  'sol',
  'ba',
  'lun',
  'ver',
  'do',
  'pi',
  'sa',
  'gri',
  'ne',
  'hul',
  'for',
  'ti',
]
const word = (rank: number): string => {
  let left = rank + 16
  let text = ''
  for (; left > 0; left = Math.floor(left / 16)) text += syllables[left % 16]
  return text
}
/** By the law of Zipf: the second word is half as frequent as the first. */
const anyWord = () => word(Math.floor(VOCABULARY ** random()) - 1)
const sentence = (bytes: number) => {
  const words: string[] = []
  for (let size = 0; size < bytes; ) {
    const next = anyWord()
    words.push(next)
    size += next.length + 1
  }
  return words.join(' ')
}

function pageNumber(i: number): SeededPage {
  const title = sentence(24)
  const texts = [
    `everywhere ${i % 1000 === 7 ? 'seldomword ' : ''}${sentence(BYTES / 8)}`,
    ...Array.from({ length: 7 }, () => sentence(BYTES / 8)),
  ]
  const blocks = texts.map((text, n) => ({ id: `b${n}`, kind: 'paragraph', text: [{ text }] }))
  return {
    parent_id: null,
    title,
    content_rich: JSON.stringify(blocks),
    plain_text: texts.join('\n'),
    word_count: 600,
    at: at(i),
  }
}

/** Of length 1, in any direction. */
function anyVector(): Float32Array {
  const vector = Float32Array.from({ length: EMBEDDING.size }, () => random() - 0.5)
  const length = Math.hypot(...vector)
  return vector.map((value) => value / length)
}

async function addVectors(ids: readonly string[]): Promise<void> {
  await sql`
    insert into chunk_page (document_id, digest, model)
    select document_id, digest, ${BUILT_IN} from search_page where document_id in (${sql.join(ids)})`.execute(
    db,
  )
  for (const id of ids) {
    const rows = Array.from(
      { length: Number(CHUNKS) },
      (_, n) => sql`(${id}, ${n}, ${`b${n}`}, ${`${n}`}, ${BUILT_IN}, ${packVector(anyVector())})`,
    )
    await sql`
      insert into chunk (document_id, number, block_id, digest, model, vector) values ${sql.join(rows)}`.execute(
      db,
    )
  }
}

const AT_ONCE = 200
for (let first = 0; first < Number(PAGES); first += AT_ONCE) {
  const numbers = Array.from({ length: Math.min(AT_ONCE, Number(PAGES) - first) }, (_, i) => first + i)
  const ids = await addPages(db, person, numbers.map(pageNumber), { first })
  if (Number(CHUNKS) > 0) await addVectors(ids)
  const done = first + numbers.length
  if (done % 2000 === 0) process.stderr.write(`search: ${done} of ${PAGES} pages are written\n`)
}
// As a database that has run for a minute knows its tables, and has read the links of its pages.
await fillLinks(db)
await engineOf(db).settle(db)
const cookies = [person.cookie]
while (cookies.length < Number(PEOPLE)) cookies.push((await addPerson(db, AUTH_SECRET, person.podId)).cookie)
await db.destroy()
const common = word(0)
process.stdout.write(
  `${JSON.stringify({
    cookies,
    userId: person.userId,
    token: person.token,
    questions: {
      'a word on every page': 'everywhere',
      'the most frequent word': common,
      'two frequent words': `${word(1)} ${word(2)}`,
      'the beginning of words': word(0).slice(0, 3),
      'a seldom word': 'seldomword',
      'a misspelt word': 'seldomwrod',
      'no word at all': 'zzzzqqqq',
    },
  })}\n`,
)
