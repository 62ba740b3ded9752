import { startTestServer, type TestServer } from '@test/server'
import { afterAll, beforeAll, expect, test } from 'vitest'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

test('R67 a batch that asks for more than is kept for a person is answered in part, also one of changes', async () => {
  const { cookie } = await server.signUp()
  const { document } = server.rpc(cookie)
  const { id } = await document.create.mutate({ title: 'Long' })
  for (const at of [1, 2]) {
    const text = [{ text: 'word '.repeat(380_000) }]
    await document.appendBlocks.mutate({ id, blocks: [{ id: `b${at}`, kind: 'paragraph', text }] })
  }
  const names = Array.from({ length: 50 }, () => 'document.update').join(',')
  const answer = await fetch(`${server.url}/api/trpc/${names}?batch=1`, {
    method: 'POST',
    headers: { cookie, origin: server.url, 'content-type': 'application/json' },
    body: JSON.stringify({ ...Array.from({ length: 50 }, () => ({ id, content: true })) }),
  })
  expect(answer.status).toBe(207)
  const answers = (await answer.json()) as { result?: { data: object }; error?: { data: object } }[]
  expect(answers).toHaveLength(50)
  expect(answers[0]?.result?.data).toMatchObject({ id })
  expect(answers.at(-1)?.error?.data).toMatchObject({ appCode: 'rate-limited' })
  // What has been sent counts no more.
  expect((await document.document.query({ id, content: true })).id).toBe(id)
}, 120_000)
