import type { IncomingMessage, ServerResponse } from 'node:http'

interface Kept {
  name: string
  type: string
  bytes: Buffer
}

/**
 * Files that the editor's small page keeps: sent to `/api/files?name=…`, fetched from `/api/files/<id>/<name>`. One whose name
 * holds "refused" is refused the first time, for one whose name holds "torn" the line breaks, and one whose name holds "slow"
 * never comes to an end.
 */
export class KeptFiles {
  private readonly kept = new Map<string, Kept>()
  private readonly refused = new Set<string>()

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://page')
    if (request.method === 'POST') await this.keep(request, response, url.searchParams.get('name') ?? '')
    else this.give(request, response, url.pathname.split('/')[3] ?? '')
  }

  private async keep(request: IncomingMessage, response: ServerResponse, name: string): Promise<void> {
    const parts: Buffer[] = []
    try {
      for await (const part of request) parts.push(part as Buffer)
    } catch {
      // Cancelled: nothing is kept.
      return
    }
    if (name.includes('slow')) return
    if (name.includes('torn')) {
      request.socket.destroy()
      return
    }
    if (name.includes('refused') && !this.refused.has(name)) {
      this.refused.add(name)
      response.writeHead(507, { 'content-type': 'text/plain' }).end('There is no room for this file.')
      return
    }
    const bytes = Buffer.concat(parts)
    const id = `f${this.kept.size + 1}`
    const type = request.headers['content-type'] ?? 'application/octet-stream'
    this.kept.set(id, { name, type, bytes })
    response.writeHead(201, { 'content-type': 'application/json' })
    const path = `/api/files/${id}/${encodeURIComponent(name)}`
    response.end(JSON.stringify({ id, url: path, name, type, size: bytes.length, isKept: true }))
  }

  private give(request: IncomingMessage, response: ServerResponse, id: string): void {
    const file = this.kept.get(id)
    if (!file) {
      response.writeHead(404).end()
      return
    }
    const size = file.bytes.length
    // Players ask for parts, to go to a moment.
    const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? []
    const start = Number(from ?? 0)
    const end = to ? Number(to) : size - 1
    response.writeHead(from === undefined ? 200 : 206, {
      'content-type': file.type,
      'content-length': end - start + 1,
      'content-disposition': `inline; filename*=UTF-8''${encodeURIComponent(file.name)}`,
      'accept-ranges': 'bytes',
      ...(from === undefined ? {} : { 'content-range': `bytes ${start}-${end}/${size}` }),
    })
    response.end(request.method === 'HEAD' ? undefined : file.bytes.subarray(start, end + 1))
  }
}
