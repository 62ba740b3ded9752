import { onEachDatabase, startTestServer, type TestPerson, type TestServer } from '@test/server'
import { afterAll, beforeAll, expect, it } from 'vitest'

onEachDatabase('days in exported files', (database) => {
  let server: TestServer
  let ada: TestPerson
  beforeAll(async () => {
    server = await startTestServer({ env: database.env })
    ada = await server.signUp()
  })
  afterAll(() => server?.close())

  it('2.26 are written as the person who exports has chosen, and an import reads the same day', async () => {
    const rpc = server.rpc(ada.cookie)
    const { id } = await rpc.document.create.mutate({
      title: 'Plan',
      contentRich: [
        {
          ...{ id: 'one', kind: 'paragraph' },
          text: [{ text: 'Until ' }, { kind: 'date', attributes: { date: '2026-01-05' } }],
        },
      ],
    })
    const exported = async (path: string) => {
      const answer = await fetch(`${server.url}${path}`, { headers: { cookie: ada.cookie } })
      expect(answer.status).toBe(200)
      return answer.text()
    }
    const asText = () => exported(`/api/export/text?documentId=${id}`)
    expect(await asText()).toContain('Until January 5, 2026')
    await rpc.user.updateSettings.mutate({ dateFormat: 'dd/MM/yyyy' })
    for (const format of ['text', 'markdown', 'html'])
      expect(await exported(`/api/export/${format}?documentId=${id}`)).toContain('05/01/2026')
    expect(await exported(`/api/export/json?documentId=${id}`)).toContain('2026-01-05')
    await rpc.user.updateSettings.mutate({ dateFormat: null, language: 'de' })
    expect(await asText()).toContain('Until 5. Januar 2026')

    const exact = await exported(`/api/export/markdown?documentId=${id}&exact=true`)
    const back = await fetch(`${server.url}/api/import?filename=plan.md`, {
      method: 'POST',
      headers: { origin: server.url, cookie: ada.cookie },
      body: exact,
    })
    const { document } = (await back.json()) as { document: { id: string } }
    expect(await exported(`/api/export/json?documentId=${document.id}`)).toContain('2026-01-05')
  })
})
