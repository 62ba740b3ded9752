import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
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
