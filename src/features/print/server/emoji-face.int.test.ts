import { heldForPipelined } from '@test/pipelined'
import { expect, test } from 'vitest'
import type { Services } from '@/server/context'
import { printRoutes } from './print.routes'
import { emojiFace } from './render-sheet'

test('R67 the face of the emoji is in memory once, however many are sent it and do not take it', async () => {
  const { byteLength } = await emojiFace()
  expect(byteLength).toBeGreaterThan(1_000_000)
  // Nothing of the server is asked for by this route.
  const app = printRoutes({} as Services)
  const held = await heldForPipelined(app, 'GET /fonts/emoji.woff2 HTTP/1.1\r\nhost: sheaf\r\n\r\n', 60)
  expect(held).toBeLessThan(5 * byteLength)
})
