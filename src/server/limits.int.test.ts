import { onEachDatabase, startTestServer, type TestServer } from '@test/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLimits } from './limits'

onEachDatabase('limits', (database) => {
  let server: TestServer
  let now = Date.now()
  beforeAll(async () => {
    server = await startTestServer({ env: database.env })
  })
  afterAll(() => server?.close())

  test('R22 of many uses at once exactly as many as allowed go through', async () => {
    const { limits } = server.services
    const uses = await Promise.allSettled(Array.from({ length: 300 }, () => limits.take('crowd', 10, 60)))
    expect(uses.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  })

  test('a window begins with the first use and ends on its own; clearing begins anew', async () => {
    const limits = createLimits(server.services.db, () => now)
    await limits.take('door', 2, 60)
    now += 59_000
    await limits.take('door', 2, 60)
    await expect(limits.take('door', 2, 60)).rejects.toMatchObject({
      code: 'rate-limited',
      message: 'Rate limit exceeded. Please try again in 1 second.',
    })
    now += 1_000
    await limits.take('door', 2, 60)
    await limits.take('door', 2, 300)
    await limits.clear('door')
    await limits.take('door', 1, 300)
    await expect(limits.take('door', 1, 300)).rejects.toThrow('Please try again in 5 minutes.')
    await limits.take('other door', 1, 300)
  })
})
