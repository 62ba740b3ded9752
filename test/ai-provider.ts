import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How the provider answers one request. */
export interface ProviderPlan {
  /** Refused with this status and these words. */
  status?: number
  error?: string
  /** Sent as it is instead of an answer. */
  raw?: string
  /** The words, sent in pieces of seven characters unless they come as pieces. */
  text?: string | readonly string[]
  /** After the words nothing more comes, and the connection stays open. */
  stalls?: boolean
  /** After the words the connection breaks. */
  breaks?: boolean
  /** Awaited before each piece. */
  before?(piece: number): Promise<void>
  finishReason?: 'stop' | 'length'
  /** The tools that are called after the words, with their input as the model wrote it, which need not be whole. */
  tool?: ToolPlan | readonly ToolPlan[]
  /** Sent as JSON instead of an answer: what is no chat. */
  json?: unknown
}

export interface ToolPlan {
  name: string
  input: string
}

export interface ProviderRequest {
  path: string
  headers: IncomingHttpHeaders
  body: {
    model: string
    messages: { role: string; content: unknown }[]
    system?: unknown
    stream?: boolean
    tools?: unknown[]
  }
  /** Resolves when the connection has closed; with whether that was before the answer had ended. */
  closed: Promise<{ early: boolean }>
}

/** A provider on loopback that speaks the protocols of OpenAI (`/v1/chat/completions`) and of Anthropic (`/v1/messages`). */
export interface AiProvider {
  /** The base URL, for either protocol. */
  url: string
  requests: ProviderRequest[]
  /** How requests are answered from now on. */
  answers(plan: ProviderPlan | ((request: ProviderRequest) => ProviderPlan)): void
  /**
   * Whether it is the plan that answers when a model is tried with the tool "report". Else models whose name has "tools" in it call that,
   * others do not, and the trials stand apart from the requests.
   */
  plansTrials: boolean
  trials: ProviderRequest[]
  /** Forgets what was asked and how to answer, for the next test. */
  forget(): void
  close(): Promise<void>
}

export async function startAiProvider(port = 0): Promise<AiProvider> {
  const requests: ProviderRequest[] = []
  const trials: ProviderRequest[] = []
  const usual: ProviderPlan = { text: 'Hello' }
  let plan: ProviderPlan | ((request: ProviderRequest) => ProviderPlan) = usual
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString()
    const request: ProviderRequest = {
      path: req.url ?? '',
      headers: req.headers,
      body: /json/.test(req.headers['content-type'] ?? '') ? JSON.parse(text) : {},
      closed: new Promise((resolve) => res.on('close', () => resolve({ early: !res.writableFinished }))),
    }
    const isTrial = !provider.plansTrials && offersReport(request)
    ;(isTrial ? trials : requests).push(request)
    const now = isTrial ? trialPlan(request) : typeof plan === 'function' ? plan(request) : plan
    if (now.status !== undefined) {
      res.writeHead(now.status, { 'content-type': 'application/json' })
      res.end(
        JSON.stringify({
          type: 'error',
          error: { type: 'error', message: now.error ?? 'No', code: null, param: null },
        }),
      )
      return
    }
    const whole = now.json ?? (request.body.stream || now.stalls ? undefined : wholeAnswer(request, now))
    if (whole !== undefined && now.raw === undefined) {
      res.writeHead(200, { 'content-type': 'application/json' })
      res.end(JSON.stringify(whole))
      return
    }
    res.writeHead(200, { 'content-type': 'text/event-stream' })
    res.flushHeaders()
    if (now.raw !== undefined) {
      res.end(now.raw)
      return
    }
    await (request.path.endsWith('/messages') ? asAnthropic : asOpenAi)(res, request, now)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const provider: AiProvider = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    trials,
    plansTrials: false,
    answers: (next) => {
      plan = next
    },
    forget() {
      requests.length = 0
      trials.length = 0
      provider.plansTrials = false
      plan = usual
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return provider
}

const offersReport = ({ body }: ProviderRequest): boolean =>
  JSON.stringify(body.tools ?? []).includes('"report"')
const trialPlan = ({ body }: ProviderRequest): ProviderPlan =>
  body.model.includes('tools') ? { tool: { name: 'report', input: '{"word":"ready"}' } } : { text: 'ready' }

const callsIn = ({ tool = [] }: ProviderPlan): readonly ToolPlan[] => ('name' in tool ? [tool] : tool)

/** The calls of one answer are told apart by their ids, also from those of others. */
let calls = 0

/** All that a request tells the model. */
export const toldTo = ({ body }: ProviderRequest): string => JSON.stringify([body.system, body.messages])

const send = (res: ServerResponse, data: unknown, event?: string) =>
  res.write(
    `${event ? `event: ${event}\n` : ''}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`,
  )

const piecesOf = (text: string): readonly string[] => text.match(/[\s\S]{1,7}/gu) ?? []

/** Sends the pieces; answers whether the answer goes on to its end. */
async function sendWords(
  res: ServerResponse,
  plan: ProviderPlan,
  write: (piece: string) => void,
): Promise<boolean> {
  const pieces = typeof plan.text === 'string' ? piecesOf(plan.text) : (plan.text ?? [])
  for (const [index, piece] of pieces.entries()) {
    await plan.before?.(index)
    if (res.destroyed) return false
    write(piece)
  }
  // What has been written is to arrive before the break.
  if (plan.breaks) setImmediate(() => setImmediate(() => res.destroy()))
  return !plan.breaks && !plan.stalls
}

/** An answer that is not streamed. */
function wholeAnswer({ path, body: { model } }: ProviderRequest, plan: ProviderPlan): unknown {
  const { text = '' } = plan
  const words = typeof text === 'string' ? text : text.join('')
  const [tool] = callsIn(plan)
  if (path.endsWith('/messages'))
    return {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model,
      content: tool
        ? [{ type: 'tool_use', id: 'toolu_1', name: tool.name, input: JSON.parse(tool.input) }]
        : [{ type: 'text', text: words }],
      stop_reason: tool ? 'tool_use' : 'end_turn',
      stop_sequence: null,
      usage: { input_tokens: 100, output_tokens: 20 },
    }
  const calls = tool && [
    { id: 'call_1', type: 'function', function: { name: tool.name, arguments: tool.input } },
  ]
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model,
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: tool ? null : words, ...(calls && { tool_calls: calls }) },
        finish_reason: tool ? 'tool_calls' : 'stop',
        logprobs: null,
      },
    ],
    usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
  }
}

async function asOpenAi(res: ServerResponse, { body }: ProviderRequest, plan: ProviderPlan) {
  const base = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: body.model }
  const chunk = (delta: object, finish_reason: string | null = null) =>
    send(res, { ...base, choices: [{ index: 0, delta, finish_reason, logprobs: null }] })
  if (plan.text !== undefined && !plan.stalls) chunk({ role: 'assistant', content: '' })
  if (!(await sendWords(res, plan, (content) => chunk({ content })))) return
  const called = callsIn(plan)
  for (const [index, { name, input }] of called.entries()) {
    const id = `call_${++calls}`
    chunk({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] })
    for (const piece of piecesOf(input)) chunk({ tool_calls: [{ index, function: { arguments: piece } }] })
  }
  chunk({}, plan.finishReason ?? (called.length > 0 ? 'tool_calls' : 'stop'))
  send(res, { ...base, choices: [], usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 } })
  send(res, '[DONE]')
  res.end()
}

async function asAnthropic(res: ServerResponse, { body }: ProviderRequest, plan: ProviderPlan) {
  const event = (type: string, data: object) => send(res, { type, ...data }, type)
  event('message_start', {
    message: {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: body.model,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { input_tokens: 100, output_tokens: 1 },
    },
  })
  event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } })
  const goesOn = await sendWords(res, plan, (text) =>
    event('content_block_delta', { index: 0, delta: { type: 'text_delta', text } }),
  )
  if (!goesOn) return
  event('content_block_stop', { index: 0 })
  const called = callsIn(plan)
  for (const [at, { name, input }] of called.entries()) {
    const index = at + 1
    const content_block = { type: 'tool_use', id: `toolu_${++calls}`, name, input: {} }
    event('content_block_start', { index, content_block })
    for (const partial_json of piecesOf(input))
      event('content_block_delta', { index, delta: { type: 'input_json_delta', partial_json } })
    event('content_block_stop', { index })
  }
  const stop_reason =
    plan.finishReason === 'length' ? 'max_tokens' : called.length > 0 ? 'tool_use' : 'end_turn'
  event('message_delta', {
    delta: { stop_reason, stop_sequence: null },
    usage: { output_tokens: 20 },
  })
  event('message_stop', {})
  res.end()
}
