import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { actingAsHeaders } from '@/shared/acting-as'
import { callAs, fetchAs, queryClient, rpc, trpc } from './rpc'

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

test('S4 a tab stays the account’s that it was first, also when the session has ended and somebody else is signed in', async () => {
  becomes('ada')
  await rpc.ai.about.query()
  queryClient.setQueryData(trpc.layout.app.queryKey(), { currentUser: null } as never)
  await rpc.ai.about.query()
  becomes('bob')
  await fetchAs('/api/tts', { method: 'POST' })
  expect(sent).toEqual(['ada', 'ada', 'ada'])
})

test('S4 work that began for one account is sent as theirs, no matter whose tab it is', async () => {
  becomes('bob')
  await fetchAs('/api/tts', { method: 'POST' }, actingAsHeaders('ada'))
  await Promise.all([
    rpc.recording.unfinished.query(undefined, callAs('ada')),
    rpc.recording.discard.mutate({ id: 'one' }, callAs('ada')),
    rpc.ai.about.query(),
  ])
  expect(sent.sort()).toEqual(['ada', 'ada', 'ada', 'bob'])
})
