import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Hocuspocus } from '@hocuspocus/server'
import { WebSocketServer } from 'ws'

/** Hocuspocus as it comes: an acknowledged edit is in memory. */
const hocuspocus = new Hocuspocus({ quiet: true })
const sockets = new WebSocketServer({ noServer: true })
const server = createServer()
server.on('upgrade', (request, socket, head) => {
  sockets.handleUpgrade(request, socket, head, (ws) => {
    const connection = hocuspocus.handleConnection(ws, new Request('http://localhost/collab'))
    ws.on('message', (data: Buffer) => connection.handleMessage(new Uint8Array(data)))
    ws.on('close', (code, reason) => connection.handleClose({ code, reason: reason.toString() }))
  })
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  const pages = Array.from({ length: Number(process.env.PAGES ?? 1) }, (_, i) => `page-${i}`)
  process.stdout.write(`${JSON.stringify({ url: `ws://127.0.0.1:${port}/collab`, cookie: '', pages })}\n`)
})
