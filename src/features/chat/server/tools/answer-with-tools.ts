import type { LanguageModelV4Message, LanguageModelV4ToolCall } from '@ai-sdk/provider'
import { counted, type Words } from '@/features/ai/server/ai.service'
import type { ChosenModel } from '@/features/ai/server/choose-model'
import type { Generated, Prompt } from '@/features/ai/server/generate'
import { parsedInput } from '@/features/ai/server/said-parts'
import { noteNoTools } from '@/features/ai/server/tool-support'
import type { SignedInContext } from '@/server/context'
import { ToolsRefused } from '@/server/providers/failures'
import { withCitations } from '../citations'
import type { Passages } from '../passages'
import type { ToolRuns } from '../tool-runs'
import { ToolTextLeaked, withoutLeaks } from './leaked'
import { NO_ROOM } from './read-tools'
import { type ChatTool, WrongCall } from './tool'

/** Times that a model is asked with tools; then it has to answer with what it has read. */
const STEPS = 6
/** Calls that are carried out in one answer, and calls that make no sense. */
const MOST_CALLS = 16
const MOST_WRONG = 3
/** Milliseconds after which no further step with tools is begun. */
const LONGEST = 5 * 60_000
/** Tokens below which nothing more is read. */
const LEAST_ROOM = 60

export interface ToolAnswer {
  chosen: ChosenModel
  tools: readonly ChatTool[]
  /** What the model is told first. */
  prompt: Prompt
  /** What it is told at last, without tools, with everything that was read. */
  lastPrompt(): Prompt
  passages: Passages
  room: { left: number }
  runs: ToolRuns
  /** Puts what a tool answers between markers. */
  marked(text: string): string
  /** What was read is known by now. */
  onRead(): Promise<void>
  /** Whether the person is asked something, so that no words are an answer too. */
  asksPerson(): boolean
  signal: AbortSignal
}

/**
 * The words of an answer of a model that calls tools, step by step. Returns null when the model turns out not to call them in a way that can be
 * read: that is remembered, and the caller asks it without.
 */
export async function* answerWithTools(
  ctx: SignedInContext,
  answer: ToolAnswer,
): AsyncGenerator<string, { isCut: boolean } | null> {
  const { chosen, tools, prompt, passages, signal } = answer
  const told = tools.map((tool) => tool.told)
  const names = tools.map(({ name }) => name)
  const followedBy: LanguageModelV4Message[] = []
  const begun = performance.now()
  const count = { good: 0, wrong: 0 }
  let hasSaid = false
  try {
    for (let step = 1; step <= STEPS && performance.now() - begun < LONGEST; step++) {
      const request = { prompt, followedBy, tools: told, signal, mayBeEmpty: step > 1 }
      let hasWords = false
      const words = withCitations(withoutLeaks(counted(ctx, chosen, request), names), passages.places)
      const generated: Generated = yield* apart(words, hasSaid, () => {
        hasWords = true
      })
      hasSaid ||= hasWords
      if (generated.calls.length === 0) {
        if (hasWords || answer.asksPerson()) return { isCut: generated.isCut }
        break
      }
      const results = await resultsOf(generated.calls, answer, count)
      followedBy.push(...(generated.said ? [generated.said] : []), { role: 'tool', content: results })
      await answer.onRead()
      if (count.wrong >= MOST_WRONG) {
        if (count.good > 0) break
        noteNoTools(ctx, chosen, 'unreadable')
        return null
      }
      if (count.good >= MOST_CALLS || answer.room.left < LEAST_ROOM) break
    }
  } catch (error) {
    if (!(error instanceof ToolTextLeaked || error instanceof ToolsRefused)) throw error
    noteNoTools(ctx, chosen, error instanceof ToolsRefused ? 'refused' : 'unreadable')
    return null
  }
  // Without tools, as to a model that knows none: no provider refuses that, whatever has been called.
  const last: Words = counted(ctx, chosen, { prompt: answer.lastPrompt(), signal })
  return yield* apart(withCitations(last, passages.places), hasSaid)
}

/** Words, in a paragraph of their own when others came before. */
async function* apart<End>(
  words: AsyncGenerator<string, End>,
  isApart: boolean,
  onWords?: () => void,
): AsyncGenerator<string, End> {
  let hasWords = false
  try {
    for (;;) {
      const next = await words.next()
      if (next.done) return next.value
      if (!hasWords && isApart) yield '\n\n'
      hasWords = true
      onWords?.()
      yield next.value
    }
  } finally {
    await words.return(undefined as never)
  }
}

type ToolContent = Extract<LanguageModelV4Message, { role: 'tool' }>['content']

/** Carries the calls of one step out, one after the other. */
async function resultsOf(
  calls: readonly LanguageModelV4ToolCall[],
  answer: ToolAnswer,
  count: { good: number; wrong: number },
): Promise<ToolContent> {
  const results: ToolContent = []
  for (const { toolCallId, toolName, input } of calls) {
    const value = await resultOf(toolName, input, answer, count)
    results.push({ type: 'tool-result', toolCallId, toolName, output: { type: 'text', value } })
  }
  return results
}

async function resultOf(
  toolName: string,
  input: string,
  { tools, runs, marked, signal }: ToolAnswer,
  count: { good: number; wrong: number },
): Promise<string> {
  if (count.good >= MOST_CALLS) return NO_ROOM
  signal.throwIfAborted()
  const call = prepared(tools, toolName, input)
  if ('wrong' in call) {
    count.wrong += 1
    await runs.fail(toolName.slice(0, 60), { input: input.slice(0, 500) }, call.wrong)
    return call.wrong
  }
  count.good += 1
  const done = await runs.run(toolName, call.parameters, call.run, (text) => text)
  return 'result' in done ? marked(done.result) : `This failed: ${done.error}`
}

function prepared(
  tools: readonly ChatTool[],
  name: string,
  input: string,
): ReturnType<ChatTool['prepare']> | { wrong: string } {
  const tool = tools.find((one) => one.name === name)
  if (!tool)
    return { wrong: `There is no tool of this name. There are: ${tools.map((one) => one.name).join(', ')}.` }
  const parsed = parsedInput(input)
  if (!parsed) return { wrong: 'The input is not a whole JSON object.' }
  try {
    return tool.prepare(parsed)
  } catch (error) {
    if (error instanceof WrongCall) return { wrong: error.message }
    throw error
  }
}
