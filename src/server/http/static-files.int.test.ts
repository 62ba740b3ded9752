import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { heldForPipelined } from '@test/pipelined'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { HttpEnv } from './http'
import { loadStaticFiles } from './static-files'

test('R67 what is packed of a file of the build is in memory once, however many are sent it and do not take it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-build-'))
  try {
    writeFileSync(join(folder, 'index.html'), '<!doctype html>')
    writeFileSync(join(folder, 'app.js'), randomBytes(2_000_000).toString('hex'))
    const files = await loadStaticFiles(folder)
    const serve = async (request: Request) => (await files?.serve('/app.js', request)) ?? new Response(null)
    const request = 'GET /app.js HTTP/1.1\r\nhost: sheaf\r\naccept-encoding: gzip\r\n\r\n'
    const { headers } = await serve(
      new Request('http://sheaf/app.js', { headers: { 'accept-encoding': 'gzip' } }),
    )
    const packed = Number(headers.get('content-length'))
    expect(packed).toBeGreaterThan(1_000_000)
    const app = new Hono<HttpEnv>().get('/app.js', (c) => serve(c.req.raw))
    expect(await heldForPipelined(app, request, 60)).toBeLessThan(5 * packed)
    files?.close()
  } finally {
    rmSync(folder, { recursive: true })
  }
})
