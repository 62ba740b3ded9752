import { type ClientRequest, type OutgoingHttpHeaders, request as send } from 'node:http'

/** A request whose body begins and does not go on. */
export interface SlowRequest {
  /** With which the server answers without the rest. */
  status: Promise<number>
  request: ClientRequest
}

/** Begins a POST and sends one byte of its body; without a `content-length` it is sent in chunks. */
export function slowRequest(url: string, headers: OutgoingHttpHeaders): SlowRequest {
  const request = send(url, { method: 'POST', headers, agent: false })
  const status = new Promise<number>((resolve) => {
    request.on('response', (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
    // The server, or the test, has ended it.
    request.on('error', () => undefined)
  })
  request.write('-')
  return { status, request }
}
