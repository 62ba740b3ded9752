import { randomUUID } from 'node:crypto'
import { link, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Config } from '@/server/config'
import { requireRoom, SPARE, whileRoom } from '@/server/files/room'
import type { FileStore } from '@/server/files/store'
import { invariant } from '@/shared/errors'

interface DiskStoreOptions {
  /** Bytes of the disk that files leave to everything else. */
  spare?: number
}

const KEY = /^[0-9a-z]{20}$/

/** The file store that a configuration means. */
export const openFileStore = (config: Pick<Config, 'dataDir'>): FileStore =>
  createDiskStore(join(config.dataDir, 'files'))

/**
 * Files in a folder, each under its key alone: what people call them never reaches the file system (R32). A file is
 * written under another name and takes its own once it is whole and on the disk.
 */
export function createDiskStore(folder: string, { spare = SPARE }: DiskStoreOptions = {}): FileStore {
  const unfinished = join(folder, 'unfinished')
  const folderOf = (key: string) => {
    if (!KEY.test(key)) throw new Error(`Not a key: ${JSON.stringify(key)}`)
    return join(folder, key.slice(0, 2))
  }
  const pathOf = (key: string) => join(folderOf(key), key)
  /** Parts of a file, one behind the other in a file of their own. */
  const partsOf = (key: string) => join(folder, 'parts', basename(pathOf(key)))

  async function write(part: string, body: AsyncIterable<Uint8Array>): Promise<number> {
    await using file = await open(part, 'wx', 0o600)
    return await pour(file, body, 0)
  }

  /** Writes a body from this place on. The handle itself, without a stream: what does not fit on the disk is known before more is taken in. */
  async function pour(file: Handle, body: AsyncIterable<Uint8Array>, start: number): Promise<number> {
    let size = 0
    for await (const chunk of whileRoom(folder, spare, body)) {
      await writeWhole(file, chunk, start + size)
      size += chunk.byteLength
    }
    await file.sync()
    return size
  }

  return {
    async put(key, body) {
      const path = pathOf(key)
      for (const needed of [unfinished, folderOf(key)]) await mkdir(needed, { recursive: true, mode: 0o700 })
      const part = join(unfinished, randomUUID())
      try {
        const size = await write(part, body)
        await rename(part, path)
        await syncFolder(folderOf(key))
        return size
      } catch (error) {
        await rm(part, { force: true })
        throw error
      }
    },
    async putPart(key, start, body) {
      const path = partsOf(key)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      const isFirst = start === 0
      await using file = await open(path, isFirst ? 'w' : 'r+', 0o600)
      invariant((await file.stat()).size >= start, 'what has come of a file is there')
      // What a part has left that was broken off before it was whole.
      await file.truncate(start)
      try {
        const size = await pour(file, body, start)
        if (isFirst) await syncFolder(dirname(path))
        return size
      } catch (error) {
        await file.truncate(start)
        throw error
      }
    },
    async readParts(key, size) {
      for (const path of [partsOf(key), pathOf(key)]) {
        const file = await open(path, 'r').catch(nullWhenMissing)
        if (!file) continue
        if ((await file.stat()).size >= size) return file.createReadStream({ end: size - 1 }) as Readable
        await file.close()
      }
      return null
    },
    async partsSize(key) {
      const found =
        (await stat(partsOf(key)).catch(nullWhenMissing)) ?? (await stat(pathOf(key)).catch(nullWhenMissing))
      return found?.size ?? 0
    },
    async joinParts(key, size) {
      const [parts, path] = [partsOf(key), pathOf(key)]
      if ((await this.sizeOf(key)) === size) return
      {
        await using file = await open(parts, 'r+')
        const found = (await file.stat()).size
        invariant(found >= size, 'what has come of a file is there')
        if (found > size) await file.truncate(size)
        await file.sync()
      }
      await mkdir(folderOf(key), { recursive: true, mode: 0o700 })
      await rename(parts, path)
      await syncFolder(folderOf(key))
    },
    async copy(key, to) {
      const [from, path] = [pathOf(key), pathOf(to)]
      await mkdir(folderOf(to), { recursive: true, mode: 0o700 })
      try {
        // Bytes never change under a key, so both names may stand for the same ones.
        await link(from, path)
        await syncFolder(folderOf(to))
        return true
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
        // Not every file system has links.
        const file = await this.read(key)
        return file !== null && (await this.put(to, file)) >= 0
      }
    },
    async derive(key, to, write) {
      for (const needed of [unfinished, folderOf(to)]) await mkdir(needed, { recursive: true, mode: 0o700 })
      const path = join(unfinished, randomUUID())
      try {
        const { size } = await stat(pathOf(key))
        await requireRoom(folder, spare + size)
        await write(pathOf(key), path)
        await using file = await open(path, 'r+')
        await file.chmod(0o600)
        await file.sync()
        const made = (await file.stat()).size
        await rename(path, pathOf(to))
        await syncFolder(folderOf(to))
        return made
      } catch (error) {
        await rm(path, { force: true })
        throw error
      }
    },
    async withPath(key, look) {
      return (await this.sizeOf(key)) === null ? null : look(pathOf(key))
    },
    async read(key, range) {
      const file = await open(pathOf(key), 'r').catch(nullWhenMissing)
      return file && (file.createReadStream(range && { start: range.first, end: range.last }) as Readable)
    },
    async sizeOf(key) {
      const found = await stat(pathOf(key)).catch(nullWhenMissing)
      return found?.size ?? null
    },
    async remove(key) {
      await rm(pathOf(key), { force: true })
      await rm(partsOf(key), { force: true })
    },
    clearUnfinished: () => rm(unfinished, { recursive: true, force: true }),
  }
}

type Handle = Awaited<ReturnType<typeof open>>

async function writeWhole(file: Handle, chunk: Uint8Array, start: number): Promise<void> {
  for (let at = 0; at < chunk.byteLength; ) {
    const { bytesWritten } = await file.write(chunk, at, chunk.byteLength - at, start + at)
    at += bytesWritten
  }
}

/** A rename is on the disk once its folder is. */
async function syncFolder(path: string): Promise<void> {
  await using folder = await open(path, 'r')
  await folder.sync()
}

function nullWhenMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}
