import { mkdtempSync, rmSync } from 'node:fs'
import { open, readdir, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { unpackBrowser } from './packed-browser'

test.runIf(process.platform === 'linux' && process.arch === 'x64')(
  'the browser of the package is unpacked once, as a program',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sheaf-browser-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const program = (await unpackBrowser(folder))!
    const file = await open(program)
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0)
    await file.close()
    expect(buffer.toString('latin1')).toBe('\x7fELF')
    expect((await stat(program)).mode & 0o777).toBe(0o700)
    const { mtimeMs } = await stat(program)
    expect(await unpackBrowser(folder)).toBe(program)
    expect((await stat(program)).mtimeMs).toBe(mtimeMs)
    expect(await readdir(folder)).toEqual([basename(program)])
  },
)
