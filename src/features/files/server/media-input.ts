import { type FileHandle, open } from 'node:fs/promises'
import { ALL_FORMATS, CustomSource, Input } from 'mediabunny'

/** Bytes that are read at once. The index of a film of many hours takes less; a file that wants more lies. */
const MOST_AT_ONCE = 64 * 2 ** 20

/**
 * A film or sound, for a library that reads it by parts; whatever the file says of itself, each part takes a bounded part of the memory.
 * `onFault` is told when the file cannot be read now, such as when it has become shorter: that says nothing of what is in it.
 */
export async function boundedSource(
  file: FileHandle,
  onFault: (error: unknown) => void,
): Promise<CustomSource> {
  const { size } = await file.stat()
  return new CustomSource({
    getSize: () => size,
    read: async (start, end) => {
      // The reader has set memory aside already, but the system gives it only once something is written there.
      if (end - start > MOST_AT_ONCE) throw new RangeError(`${end - start} bytes are to be read at once.`)
      try {
        return await bytesOf(file, start, end)
      } catch (error) {
        onFault(error)
        throw error
      }
    },
    prefetchProfile: 'fileSystem',
    // Of what was read ahead of need. It is read again when it is needed.
    handleUnhandledError: () => undefined,
  })
}

/**
 * What `look` finds in a film or a sound; null when something is wrong with the file. Throws when the file cannot be read now, such as
 * when too many are open: that says nothing of the file.
 */
export async function lookInto<Found>(
  path: string,
  look: (input: Input) => Promise<Found | null>,
): Promise<Found | null> {
  await using file = await open(path)
  let fault: unknown = null
  const source = await boundedSource(file, (error) => {
    fault ??= error
  })
  const input = new Input({ source, formats: ALL_FORMATS })
  const found = await look(input).catch(() => null)
  input.dispose()
  if (fault !== null) throw fault
  return found
}

async function bytesOf(file: FileHandle, start: number, end: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(end - start)
  for (let at = 0; at < bytes.length; ) {
    const { bytesRead } = await file.read(bytes, at, bytes.length - at, start + at)
    if (bytesRead === 0) throw new Error('The file has become shorter.')
    at += bytesRead
  }
  return bytes
}
