import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type AiProvider,
  type ProviderPlan,
  type ProviderRequest,
  startAiProvider,
  toldTo,
} from '@test/ai-provider'
import { until } from '@test/collab'
import { makeProgram, type Program } from '@test/program'
import { startTestServer, type TestServer } from '@test/server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Block } from '@/blocks/kit/block'
import type { PageReview } from '../../model'

const BLOCKS = 3_000
/** Tokens that the model reads and writes together. */
const CONTEXT = 2_000

/** About what a tokenizer makes of a text, none of ours: syllables, short numbers, single signs. */
const tokensIn = (text: string): number => text.match(/[a-zäöüß]{1,5}|\d{1,3}|[^\s]/giu)?.length ?? 0

const toldText = (request: ProviderRequest): string => {
  const [, turns] = JSON.parse(toldTo(request)) as [unknown, { content: string }[]]
  return turns.map(({ content }) => JSON.stringify(content)).join('\n')
}

/** A small model: refuses what is too long for it, stops where nothing more fits, and rewrites every paragraph that it is told. */
function rewrite(request: ProviderRequest): ProviderPlan {
  const room = CONTEXT - tokensIn(toldText(request))
  if (room <= 0) return { status: 400, error: `maximum context length is ${CONTEXT} tokens` }
  const told = String(JSON.parse(toldTo(request))[1].at(-1).content)
  const edits = [...told.matchAll(/^\[(b\d+·[0-9a-f]{3})\] (Item .*)$/gm)].map(
    ([, name, words]) => `@replace ${name}\n@why Plainer\n${words!.replace('in order to', 'to')}\n`,
  )
  const text = `${edits.join('')}@done\n`
  let end = text.length
  while (tokensIn(text.slice(0, end)) > room) end -= 20
  const isWhole = end === text.length
  return { text: [text.slice(0, end)], finishReason: isWhole ? 'stop' : 'length' }
}

const contentRich = Array.from({ length: BLOCKS }, (_, n): Block => {
  if (n % 60 === 0)
    return { id: `b${n}`, kind: 'heading', attributes: { level: 2 }, text: [{ text: `Part ${n / 60}` }] }
  const text = `Item ${n}: we meet in order to look at what was built since the week before, and write down what is left.`
  return { id: `b${n}`, kind: 'paragraph', text: [{ text }] }
})
const PARAGRAPHS = contentRich.filter(({ kind }) => kind === 'paragraph').length

let provider: AiProvider
let program: Program
let dataDir: string
let server: TestServer | null = null

beforeAll(async () => {
  provider = await startAiProvider()
  program = await makeProgram('src/server/main.ts', {
    'written-worker': 'src/features/ai/server/written/written-worker.ts',
  })
  dataDir = mkdtempSync(join(tmpdir(), 'sheaf-long-page-'))
})
afterAll(async () => {
  await server?.close()
  await provider.close()
  program.remove()
  rmSync(dataDir, { recursive: true, force: true })
})

it('a page of 3,000 blocks is rewritten by a model that reads 2,000 tokens, also when the server is killed meanwhile', async () => {
  const env = {
    DATA_DIR: dataDir,
    OPENAI_BASE_URL: provider.url,
    AI_MODEL: 'tiny-test',
    AI_CONTEXT_TOKENS: `${CONTEXT}`,
  }
  server = await startTestServer({ env })
  const { cookie } = await server.signUp()
  const { id: documentId } = await server.rpc(cookie).document.create.mutate({ title: 'Log', contentRich })
  await server.close()
  server = null

  provider.answers(rewrite)
  const running = program.run([], { PORT: '0', ...env })
  await running.printed('running at')
  const origin = /running at (\S+)/.exec(running.output())![1]!
  const begun = await fetch(`${origin}/api/ai/review/begin`, {
    method: 'POST',
    headers: { cookie, origin, 'content-type': 'application/json' },
    body: JSON.stringify({ documentId, looksFor: ['shorter'] }),
  })
  expect(begun.status).toBe(200)
  const { id } = (await begun.json()) as { id: string }
  // Each section is asked for in turn, on a machine that may be busy.
  await until('a third of the page', async () => provider.requests.length >= 40, 60_000)
  running.child.kill('SIGKILL')
  await running.ended

  server = await startTestServer({ env })
  const rpc = server.rpc(cookie)
  const review = async () => (await rpc.ai.review.query({ documentId })) as PageReview
  const half = await review()
  expect(half.state).toBe('interrupted')
  expect(half.sectionsRead).toBeGreaterThan(0)
  expect(half.sectionsRead).toBeLessThan(half.sections)
  expect(half.found).toBeGreaterThan(0)
  expect((await server.post('/api/ai/review/continue', { id }, cookie)).status).toBe(200)
  const seen: number[] = []
  const goesOn = async () => {
    const now = await review()
    seen.push(now.sectionsRead)
    return now.state
  }
  await expect.poll(goesOn, { timeout: 200_000, interval: 250 }).not.toBe('reading')
  const whole = await review()
  expect(whole).toMatchObject({ state: 'read', error: null, blocks: BLOCKS, sectionsRead: half.sections })
  expect(whole).toMatchObject({ found: PARAGRAPHS, aside: 0, changed: PARAGRAPHS, isMuch: true })
  // It is told how far it is while it goes on.
  expect(seen).toEqual(seen.toSorted((a, b) => a - b))
  expect(new Set(seen).size).toBeGreaterThan(5)
  for (const request of provider.requests) expect(tokensIn(toldText(request))).toBeLessThan(CONTEXT)
  // Nothing that had been read was asked about again, but for the section in which the server was killed.
  expect(provider.requests.length).toBeLessThanOrEqual(whole.sections + 1)

  expect((await server.post('/api/ai/review/apply', { id }, cookie)).status).toBe(200)
  expect(await review()).toMatchObject({ state: 'applied', found: PARAGRAPHS, aside: 0 })
  const pending = async () => {
    const rows = await server!.services.db
      .selectFrom('suggestion_log')
      .select('sid')
      .where('document_id', '=', documentId)
      .where('state', '=', 'pending')
      .execute()
    return rows.length
  }
  await expect.poll(pending, { timeout: 30_000 }).toBe(PARAGRAPHS)
  const page = await rpc.document.document.query({ id: documentId })
  expect(page.contentRich).toEqual(contentRich)
  const { versions } = await rpc.version.documentVersions.query({ documentId })
  expect(versions.map(({ reason }) => reason)).toContain('before-rewrite')
}, 300_000)
