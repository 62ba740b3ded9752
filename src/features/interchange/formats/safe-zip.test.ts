import { buffer } from 'node:stream/consumers'
import { deflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { ZipFile } from 'yazl'
import { joinZips, openZip, type SafeZip } from './safe-zip'

interface Entry {
  name: string | Buffer
  content?: Uint8Array
  /** What the directory says, where that is not the truth. */
  size?: number
  flags?: number
  mode?: number
  /** Where its header is said to be. */
  offset?: number
}

/** A `.zip` byte for byte, as no honest program would write it. */
function crafted(entries: readonly Entry[]): Uint8Array {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const {
    name,
    content = new Uint8Array(),
    size = content.length,
    flags = 0,
    mode = 0o100644,
    offset,
  } of entries) {
    const packed = deflateRawSync(content)
    const bytes = Buffer.from(name)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50)
    local.writeUInt16LE(20, 4)
    local.writeUInt16LE(flags, 6)
    local.writeUInt16LE(8, 8)
    local.writeUInt32LE(packed.length, 18)
    local.writeUInt32LE(size, 22)
    local.writeUInt16LE(bytes.length, 26)
    const central = Buffer.alloc(46)
    central.writeUInt32LE(0x02014b50)
    central.writeUInt16LE((3 << 8) | 20, 4)
    central.writeUInt16LE(20, 6)
    central.writeUInt16LE(flags, 8)
    central.writeUInt16LE(8, 10)
    central.writeUInt32LE(packed.length, 20)
    central.writeUInt32LE(size, 24)
    central.writeUInt16LE(bytes.length, 28)
    central.writeUInt32LE((mode << 16) >>> 0, 38)
    central.writeUInt32LE(offset ?? at, 42)
    parts.push(local, bytes, packed)
    directory.push(central, bytes)
    at += local.length + bytes.length + packed.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(at, 16)
  return new Uint8Array(Buffer.concat([...parts, listed, end]))
}

const text = (words: string) => new TextEncoder().encode(words)

describe('R33 a .zip from outside', () => {
  it('R33 an honest one is read, folders and all', async () => {
    const made = new ZipFile()
    made.addBuffer(Buffer.from('one'), 'a/b.md')
    made.addEmptyDirectory('empty')
    made.end()
    const zip = await openZip(new Uint8Array(await buffer(made.outputStream)))
    expect(zip.paths).toEqual(['a/b.md'])
    expect(new TextDecoder().decode(await zip.read('a/b.md', 10))).toBe('one')
    await expect(zip.read('a/b.md', 2)).rejects.toThrow('“a/b.md” is larger than 0 MB')
  })

  it('9.5 names are read as UTF-8 where they are that, said or not, and as of old where they are not', async () => {
    const zip = await openZip(
      crafted([
        { name: 'Übersicht/Grüße.md', content: text('x') },
        { name: Buffer.from([0x81, 0x62, 0x2e, 0x6d, 0x64]), content: text('x') },
        { name: 'Ärger.md', flags: 0x800, content: text('x') },
      ]),
    )
    expect(zip.paths).toEqual(['Übersicht/Grüße.md', 'üb.md', 'Ärger.md'])
    zip.close()
  })

  it.each<[string, Entry[], RegExp]>([
    ['a path out of the folder', [{ name: '../evil.md', content: text('x') }], /names places outside/],
    [
      'a path out of the folder from inside',
      [{ name: 'a/../../evil.md', content: text('x') }],
      /names places outside/,
    ],
    ['an absolute path', [{ name: '/etc/evil.md', content: text('x') }], /names places outside/],
    ['a path with a drive', [{ name: 'C:\\evil.md', content: text('x') }], /names places outside/],
    ['backslashes', [{ name: '..\\evil.md', content: text('x') }], /names places outside/],
    ['a symbolic link', [{ name: 'link', content: text('/etc/passwd'), mode: 0o120777 }], /symbolic link/],
    ['a password', [{ name: 'a.md', content: text('x'), flags: 1 }], /protected by a password/],
    ['nothing in it', [], /0 pages imported/],
    [
      'files on top of each other',
      [
        { name: 'a.md', content: text('x'.repeat(1000)) },
        { name: 'b.md', content: text('x'.repeat(1000)), offset: 0 },
      ],
      /lie on top of each other/,
    ],
    [
      'a bomb that says so',
      [{ name: 'a.md', content: new Uint8Array(64 * 1024 * 1024) }],
      /far more than it is/,
    ],
    [
      'a bomb of many',
      Array.from({ length: 300 }, (_, at) => ({
        name: `${at}.md`,
        content: text('x'),
        size: 4 * 1024 * 1024,
      })),
      /larger than 1024 MB/,
    ],
  ])('R33 with %s is refused in words', async (_what, entries, words) => {
    await expect(openZip(crafted(entries))).rejects.toThrow(words)
  })

  it('R33 what unpacks to more than it says is stopped while it does', async () => {
    const zip = await openZip(
      crafted([{ name: 'a.md', content: new Uint8Array(64 * 1024 * 1024), size: 10 }]),
    )
    await expect(zip.read('a.md', 100 * 1024 * 1024)).rejects.toThrow(/damaged|far more/)
  })

  it('R33 more files than anybody has, and noise, are refused in words', async () => {
    const many = crafted([{ name: 'a.md', content: text('x') }])
    // The number of its files, in the record at its end.
    new DataView(many.buffer, many.byteOffset).setUint16(many.length - 12, 20_001, true)
    await expect(openZip(many)).rejects.toThrow(/more than 20,000 files/)
    await expect(openZip(text('PK but not really'))).rejects.toThrow(/damaged/)
  })

  it('R33 several that are read as one hold no more together than one may', async () => {
    const part = (paths: string[], size: number): SafeZip => ({
      paths,
      statedSize: () => size,
      read: async (path) => text(`${path} ${size}`),
      close: () => undefined,
    })
    const joined = joinZips([part(['a', 'b'], 1), part(['b', 'c'], 1)])
    expect(joined.paths).toEqual(['a', 'b', 'c'])
    expect(await joined.read('b', 10)).toEqual(text('b 1'))
    expect(await joined.read('c', 10)).toEqual(text('c 1'))
    expect(() => joinZips([part(['Home.md'], 1), part(['Home.md'], 2)])).toThrow(/same name \(Home\.md\)/)
    const many = (from: number) => Array.from({ length: 10_001 }, (_, at) => `${from + at}.md`)
    expect(() => joinZips([part(many(0), 1), part(many(20_000), 1)])).toThrow(/more than 20,000 files/)
    const half = 600 * 1024 * 1024
    expect(() => joinZips([part(['a'], half), part(['b'], half)])).toThrow(/larger than 1024 MB/)
  })
})
