import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LIMITS } from '@/shared/limits'
import { uploadedFile } from './uploaded-file.ts'

const form = new FormData()
form.set('file', new Blob(['words']), 'a.md')

test.each([
  ['a bare file', 'words'],
  ['a form', form],
])('%s that the disk has no room for is not kept', async (_, body) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sheaf-test-'))
  try {
    const request = () => new Request('http://localhost/api/import?filename=a.md', { method: 'POST', body })
    const refused = uploadedFile(request(), { dataDir }, Number.MAX_SAFE_INTEGER)
    await expect(refused).rejects.toMatchObject({ code: 'unavailable' })
    expect(await readdir(join(dataDir, 'imports'))).toEqual([])
    const file = await uploadedFile(request(), { dataDir }, 0)
    expect(await readdir(join(dataDir, 'imports'))).toHaveLength(1)
    await file.remove()
  } finally {
    await rm(dataDir, { recursive: true })
  }
})

test.each([
  [
    'the rest of a file is taken, so that its sender hears why it is not kept',
    40,
    (taken: number) => taken === 40,
  ],
  ['of one without end no more than is bearable', Number.POSITIVE_INFINITY, (taken: number) => taken < 200],
])('where the disk has no room for a file: %s', async (_, pieces, isRight) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sheaf-test-'))
  const piece = new Uint8Array(1024 * 1024)
  let taken = 0
  const body = new ReadableStream({
    pull(stream) {
      if (taken === pieces) return stream.close()
      taken++
      stream.enqueue(piece)
    },
  })
  const init = { method: 'POST', body, duplex: 'half' }
  const request = new Request('http://localhost/api/import?filename=a.zip', init as RequestInit)
  try {
    const refused = uploadedFile(request, { dataDir }, Number.MAX_SAFE_INTEGER)
    await expect(refused).rejects.toMatchObject({ code: 'unavailable' })
    expect(taken).toSatisfy(isRight)
  } finally {
    await rm(dataDir, { recursive: true })
  }
})

test('R67 of a form, what has come lies on the disk before the rest comes', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sheaf-test-'))
  const sent = new Response(form)
  const whole = new Uint8Array(await sent.arrayBuffer())
  const at = Buffer.from(whole).indexOf('words')
  let rest = () => {}
  const body = new ReadableStream({
    start(stream) {
      stream.enqueue(whole.subarray(0, at))
      stream.enqueue(new Uint8Array(1024 * 1024))
      rest = () => {
        stream.enqueue(whole.subarray(at))
        stream.close()
      }
    },
  })
  const headers = { 'content-type': sent.headers.get('content-type') ?? '' }
  const init = { method: 'POST', body, headers, duplex: 'half' }
  const request = new Request('http://localhost/api/import', init as RequestInit)
  const folder = join(dataDir, 'imports')
  try {
    const received = uploadedFile(request, { dataDir }, 0)
    const sizes = async () => {
      const names = await readdir(folder).catch(() => [])
      return Promise.all(names.map(async (name) => (await stat(join(folder, name))).size))
    }
    await expect.poll(async () => (await sizes())[0] ?? 0).toBeGreaterThan(900_000)
    rest()
    const file = await received
    expect(file.name).toBe('a.md')
    expect(await sizes()).toEqual([1024 * 1024 + 'words'.length])
    await file.remove()
  } finally {
    await rm(dataDir, { recursive: true })
  }
})

test.each([
  ['of two files', 'two', 'bad-input'],
  ['whose file is too large', 'large', 'too-large'],
  ['that is cut off', 'cut', 'bad-input'],
])('of a form %s nothing is left', async (_, kind, code) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sheaf-test-'))
  const made = new FormData()
  made.set('file', new Blob([kind === 'large' ? new Uint8Array(LIMITS.importFile + 1) : 'words']), 'a.md')
  if (kind === 'two') made.set('other', new Blob(['words']), 'b.md')
  const sent = new Response(made)
  const whole = new Uint8Array(await sent.arrayBuffer())
  const headers = { 'content-type': sent.headers.get('content-type') ?? '' }
  const body = kind === 'cut' ? whole.subarray(0, -10) : whole
  const request = new Request('http://localhost/api/import', { method: 'POST', body, headers })
  try {
    await expect(uploadedFile(request, { dataDir }, 0)).rejects.toMatchObject({ code })
    expect(await readdir(join(dataDir, 'imports'))).toEqual([])
  } finally {
    await rm(dataDir, { recursive: true })
  }
})
