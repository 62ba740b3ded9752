import { createHmac } from 'node:crypto'
import { openDb } from '@/server/db/db'
import { indexPage } from '@/server/search/index-page'
import { newId } from '@/shared/ids'

/**
 * Fills a database with pages of 4 KB for the search: words as unevenly used as in a language, one that is on every page
 * and one that is on ten. Prints the cookie of the person whose pages they are.
 */
const { DATA_DIR = '', DATABASE_URL, AUTH_SECRET = '', PAGES = '10000' } = process.env
const VOCABULARY = 20_000
const BYTES = 4096

const { db } = await openDb({ dataDir: DATA_DIR, databaseUrl: DATABASE_URL ?? null })
const start = Date.parse('2026-01-01T00:00:00.000Z')
const at = (minute: number) => new Date(start + minute * 60_000).toISOString()
const [userId, token, podId] = [newId(), newId(), newId()]

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

await db
  .insertInto('user')
  .values({
    id: userId,
    name: 'Bench',
    email: 'bench@example.org',
    emailVerified: 1,
    image: null,
    username: null,
    createdAt: at(0),
    updatedAt: at(0),
  })
  .execute()
await db
  .insertInto('session')
  .values({
    id: newId(),
    userId,
    token,
    expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
    ipAddress: null,
    userAgent: null,
    passwordGrantUntil: null,
    createdAt: at(0),
    updatedAt: at(0),
  })
  .execute()
await db
  .insertInto('pod')
  .values({ id: podId, name: 'Pod', is_personal: 1, created_by: userId, created_at: at(0) })
  .execute()
await db
  .insertInto('pod_member')
  .values({ pod_id: podId, user_id: userId, role: 'owner', created_at: at(0) })
  .execute()

const AT_ONCE = 200
for (let first = 0; first < Number(PAGES); first += AT_ONCE)
  await db.transaction().execute(async (trx) => {
    for (let i = first; i < Math.min(first + AT_ONCE, Number(PAGES)); i++) {
      const id = newId()
      const title = sentence(24)
      const texts = [
        `everywhere ${i % 1000 === 7 ? 'seldomword ' : ''}${sentence(BYTES / 8)}`,
        ...Array.from({ length: 7 }, () => sentence(BYTES / 8)),
      ]
      const blocks = texts.map((text, n) => ({ id: `b${n}`, kind: 'paragraph', text: [{ text }] }))
      await trx
        .insertInto('document')
        .values({
          id,
          pod_id: podId,
          parent_id: null,
          position: `a${String(i).padStart(6, '0')}`,
          title,
          content_rich: JSON.stringify(blocks),
          plain_text: texts.join('\n'),
          word_count: 600,
          icon: null,
          archived_at: null,
          archived_root: null,
          cover_image: null,
          background_gradient: null,
          ai_summary: null,
          status: 'none',
          is_published: 0,
          cover_fit: 'cover',
          text_style: 'default',
          lock_page: 0,
          small_text: 0,
          full_width: 0,
          toc: 1,
          tags: '[]',
          created_by: userId,
          created_at: at(i),
          updated_by: userId,
          updated_at: at(i),
        })
        .execute()
      const words = { title, text: texts.join('\n'), editedAt: at(i) }
      await indexPage(trx, id, words, { everything: true })
    }
  })
await db.destroy()
const signature = createHmac('sha256', AUTH_SECRET).update(token).digest('base64')
const cookie = `sheaf.session_token=${encodeURIComponent(`${token}.${signature}`)}`
const common = word(0)
process.stdout.write(
  `${JSON.stringify({
    cookie,
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
