import { onEachDatabase, startTestServer, type TestPerson, type TestServer } from '@test/server'
import { afterAll, beforeAll, expect, it } from 'vitest'

const SETTING = /\b[A-Z]{2,}(_[A-Z]+)+\b/

onEachDatabase('who is told the names of settings', (database) => {
  let server: TestServer
  let first: TestPerson
  let second: TestPerson
  beforeAll(async () => {
    server = await startTestServer({ env: database.env })
    first = await server.signUp()
    second = await server.signUp()
  })
  afterAll(() => server.close())

  const calls: [path: string, body: object][] = [
    ['/api/tts', { text: 'Hello' }],
    ['/api/realtime', {}],
    ['/api/ai/test', { part: 'chat' }],
    ['/api/ai/test', { part: 'transcription' }],
  ]

  it.each(calls)(
    '%s %o names them to the person who made the first account, and to nobody else',
    async (path, body) => {
      const said = async (cookie?: string) => await (await server.post(path, body, cookie)).text()
      expect(await said(first.cookie)).toMatch(SETTING)
      for (const answer of [await said(second.cookie), await said()]) {
        expect(answer).not.toMatch(SETTING)
        expect(answer).toMatch(/not set up|No model|no transcription|Sign in|No speech|No voice/)
      }
    },
  )

  it('the interface is told who it is', async () => {
    const is = async (cookie: string) => (await server.rpc(cookie).layout.app.query()).isOperator
    expect([await is(first.cookie), await is(second.cookie), await is('')]).toEqual([true, false, false])
    expect((await server.rpc(second.cookie).layout.app.query()).hasVoice).toBe(false)
    const why = async ({ cookie }: TestPerson) =>
      (await server.rpc(cookie).speech.about.query()).whyNotTranscribe
    expect(await why(first)).toMatch(SETTING)
    expect(await why(second)).toBe('No transcription service is set up on this server.')
  })
})
