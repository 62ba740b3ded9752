import { createHash } from 'node:crypto'
import { closeSync, existsSync, openSync, read, readSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { sentBytes } from './sent-bytes'

/**
 * The built interface. Small files are held in memory and large ones are held open: they are sent from the disk, and a
 * rebuild, which puts new files in their place, cannot mix with what is being served.
 */
export interface StaticFiles {
  /** Answers a GET or HEAD for a file of the build, or `null` when there is none at this path. */
  serve(path: string, request: Request): Promise<Response | null>
  /** The page of the application, for every address that is a screen. */
  servePage(request: Request): Promise<Response | null>
  /** The rules that name the faces of its style sheets, for pages that are made without them. */
  fontFaces: string
  /** Lets go of the files. */
  close(): void
}

/** Above it a file stays on the disk: some forty do, and they are four fifths of the build. */
const MOST_HELD = 32 * 1024

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
}
const COMPRESSIBLE = new Set([
  '.html',
  '.js',
  '.mjs',
  '.css',
  '.json',
  '.map',
  '.webmanifest',
  '.txt',
  '.svg',
])
const WORTH_COMPRESSING = 1_000

interface StaticFile {
  size: number
  /** Its bytes, or the open file in which they stand. */
  content: Buffer | number
  type: string
  etag: string
  hashed: boolean
  compressible: boolean
  encoded: Map<string, Promise<Buffer>>
}

/** Reads the build in `folder`; `null` when there is none. Files beside it that end in `.br` and `.gz` are used. */
export async function loadStaticFiles(folder: string): Promise<StaticFiles | null> {
  if (!existsSync(join(folder, 'index.html'))) return null
  const files = new Map<string, StaticFile>()
  const piece = Buffer.allocUnsafe(MOST_HELD)
  const names = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of names.filter((name) => name.isFile())) {
    const full = join(entry.parentPath, entry.name)
    const path = `/${relative(folder, full).split(sep).join('/')}`
    if (!isServed(path)) continue
    files.set(path, readIn(path, full, piece))
  }
  for (const [path, file] of files) {
    const brotli = files.get(`${path}.br`)
    const zipped = files.get(`${path}.gz`)
    if (brotli) file.encoded.set('br', wholeOf(brotli))
    if (zipped) file.encoded.set('gzip', wholeOf(zipped))
  }
  const page = files.get('/index.html')
  return {
    serve: async (path, request) => {
      const file = files.get(path)
      return file && file !== page && !/\.(br|gz)$/.test(path) ? respond(file, request) : null
    },
    servePage: async (request) => (page ? respond(page, request) : null),
    fontFaces: await fontFacesOf(files),
    close: () => {
      for (const { content } of files.values()) if (typeof content === 'number') closeSync(content)
      files.clear()
    },
  }
}

/** What begins with a dot, such as the build's own manifest, is for programs beside it. A source map would be for nobody. */
const isServed = (path: string) =>
  !path.split('/').some((part) => part.startsWith('.')) && !path.endsWith('.map')

/** Their addresses are absolute in a build. */
async function fontFacesOf(files: ReadonlyMap<string, StaticFile>): Promise<string> {
  const sheets = [...files].filter(([path]) => path.endsWith('.css')).map(([, file]) => wholeOf(file))
  const faces = (await Promise.all(sheets)).flatMap(
    (css) => css.toString().match(/@font-face\s*\{[^}]*\}/g) ?? [],
  )
  return [...new Set(faces)].join('')
}

/** `piece` is where the file passes through. */
function readIn(path: string, full: string, piece: Buffer): StaticFile {
  const extension = extname(path)
  const open = openSync(full, 'r')
  const hash = createHash('sha256')
  let size = 0
  let length = readSync(open, piece, 0, piece.length, 0)
  const isHeld = length < piece.length
  for (; length > 0; length = readSync(open, piece, 0, piece.length, size)) {
    hash.update(piece.subarray(0, length))
    size += length
  }
  if (isHeld) closeSync(open)
  return {
    size,
    content: isHeld ? Buffer.from(piece.subarray(0, size)) : open,
    type: TYPES[extension] ?? 'application/octet-stream',
    etag: `"${hash.digest('base64url').slice(0, 20)}"`,
    hashed: path.startsWith('/assets/'),
    compressible: COMPRESSIBLE.has(extension) && size >= WORTH_COMPRESSING,
    encoded: new Map(),
  }
}

const readAsync = promisify(read)

/** The bytes of an open file. A reader that stops leaves it open for the others; a stream of Node's would close it. */
function streamOf(open: number): ReadableStream<Uint8Array> {
  let at = 0
  return new ReadableStream({
    async pull(out) {
      const piece = new Uint8Array(MOST_HELD)
      const { bytesRead } = await readAsync(open, piece, 0, piece.length, at)
      at += bytesRead
      if (bytesRead === 0) out.close()
      else out.enqueue(piece.subarray(0, bytesRead))
    },
  })
}

const wholeOf = async ({ content }: StaticFile): Promise<Buffer> =>
  typeof content === 'number' ? buffer(streamOf(content)) : content

async function respond(file: StaticFile, request: Request): Promise<Response> {
  const encoding = file.compressible ? chosenEncoding(request.headers.get('accept-encoding')) : null
  const etag = encoding ? `${file.etag.slice(0, -1)}-${encoding}"` : file.etag
  const headers = new Headers({
    'content-type': file.type,
    'cache-control': file.hashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    etag,
  })
  if (file.compressible) headers.set('vary', 'accept-encoding')
  if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers })
  const body = encoding ? await encoded(file, encoding) : file.content
  if (encoding) headers.set('content-encoding', encoding)
  headers.set('content-length', String(typeof body === 'number' ? file.size : body.length))
  return new Response(request.method === 'HEAD' ? null : bodyOf(body), { headers })
}

const bodyOf = (body: Buffer | number): BodyInit =>
  typeof body === 'number' ? streamOf(body) : sentBytes(body)

function chosenEncoding(accepted: string | null): 'br' | 'gzip' | null {
  if (!accepted) return null
  const names = accepted
    .split(',')
    .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
    .map((part) => part.split(';')[0]?.trim())
  return names.includes('br') ? 'br' : names.includes('gzip') ? 'gzip' : null
}

const brotliAsync = promisify(brotliCompress)
const gzipAsync = promisify(gzip)

/** Compressed at the first request when the build has not done it, then kept. */
function encoded(file: StaticFile, encoding: 'br' | 'gzip'): Promise<Buffer> {
  const known = file.encoded.get(encoding)
  if (known) return known
  const made = wholeOf(file).then((body) =>
    encoding === 'br'
      ? brotliAsync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } })
      : gzipAsync(body),
  )
  file.encoded.set(encoding, made)
  return made
}
