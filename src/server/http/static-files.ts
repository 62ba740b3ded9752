import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** The built interface, held in memory: it is a few megabytes, and a rebuild can not mix with what is being served. */
export interface StaticFiles {
  /** Answers a GET or HEAD for a file of the build, or `null` when there is none at this path. */
  serve(path: string, request: Request): Promise<Response | null>
  /** The page of the application, for every address that is a screen. */
  servePage(request: Request): Promise<Response | null>
  /** The rules that name the faces of its style sheets, for pages that are made without them. */
  fontFaces: string
}

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
  body: Buffer
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
  const names = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of names.filter((name) => name.isFile())) {
    const full = join(entry.parentPath, entry.name)
    const path = `/${relative(folder, full).split(sep).join('/')}`
    files.set(path, readIn(path, await readFile(full)))
  }
  for (const [path, file] of files) {
    const brotli = files.get(`${path}.br`)
    const zipped = files.get(`${path}.gz`)
    if (brotli) file.encoded.set('br', Promise.resolve(brotli.body))
    if (zipped) file.encoded.set('gzip', Promise.resolve(zipped.body))
  }
  const page = files.get('/index.html')
  return {
    serve: async (path, request) => {
      const file = files.get(path)
      return file && file !== page && !/\.(br|gz)$/.test(path) ? respond(file, request) : null
    },
    servePage: async (request) => (page ? respond(page, request) : null),
    fontFaces: fontFacesOf(files),
  }
}

/** Their addresses are absolute in a build. */
function fontFacesOf(files: ReadonlyMap<string, StaticFile>): string {
  const sheets = [...files].filter(([path]) => path.endsWith('.css')).map(([, { body }]) => body.toString())
  return [...new Set(sheets.flatMap((css) => css.match(/@font-face\s*\{[^}]*\}/g) ?? []))].join('')
}

function readIn(path: string, body: Buffer): StaticFile {
  const extension = extname(path)
  return {
    body,
    type: TYPES[extension] ?? 'application/octet-stream',
    etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 20)}"`,
    hashed: path.startsWith('/assets/'),
    compressible: COMPRESSIBLE.has(extension) && body.length >= WORTH_COMPRESSING,
    encoded: new Map(),
  }
}

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
  const body = encoding ? await encoded(file, encoding) : file.body
  if (encoding) headers.set('content-encoding', encoding)
  headers.set('content-length', String(body.length))
  return new Response(request.method === 'HEAD' ? null : new Uint8Array(body), { headers })
}

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
  const made =
    encoding === 'br'
      ? brotliAsync(file.body, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } })
      : gzipAsync(file.body)
  file.encoded.set(encoding, made)
  return made
}
