import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { actingAs, callAs, fetchAs, queryClient, rpc, trpc } from './rpc'

const sent: (string | null)[] = []
const becomes = (id: string) =>
  queryClient.setQueryData(trpc.layout.app.queryKey(), { currentUser: { id } } as never)

beforeEach(() => {
  sent.length = 0
  vi.stubGlobal('fetch', async (address: string, { headers }: RequestInit) => {
    sent.push(new Headers(headers).get('x-sheaf-user'))
    const answer = { result: { data: null } }
    return Response.json(address.includes('batch=1') ? [answer] : answer)
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
})

test('S4 what a tab sends says whose it is, once that is known', async () => {
  await fetchAs('/api/tts', { method: 'POST' })
  becomes('ada')
  await fetchAs('/api/tts', { method: 'POST', headers: { 'content-type': 'application/json' } })
  await rpc.ai.about.query()
  expect(sent).toEqual([null, 'ada', 'ada'])
})

test('S4 work that began for one account is sent as theirs, also when the tab has become another one’s', async () => {
  becomes('ada')
  const as = actingAs()
  becomes('bob')
  await fetchAs('/api/tts', { method: 'POST' }, as)
  await Promise.all([
    rpc.recording.unfinished.query(undefined, callAs('ada')),
    rpc.recording.discard.mutate({ id: 'one' }, callAs('ada')),
    rpc.ai.about.query(),
  ])
  expect(sent.sort()).toEqual(['ada', 'ada', 'ada', 'bob'])
})
