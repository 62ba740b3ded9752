import { counted, sampleWords, type Words } from '@/features/ai/server/ai.service'
import type { ChosenModel } from '@/features/ai/server/choose-model'
import { personalText, readPersonal } from '@/features/ai/server/personal'
import { takesTools } from '@/features/ai/server/tool-support'
import type { SignedInContext } from '@/server/context'
import { estimatedTokens } from '@/server/providers/tokens'
import type { Writing } from '@/server/streams'
import { AppError } from '@/shared/errors'
import { newId } from '@/shared/ids'
import type { AnswerNews, ChatAction, Scope } from '../model'
import { changeAnswering } from './answers.queries'
import { chatPrompt, marked, roomFor, type Turn } from './chat-prompt'
import { withCitations } from './citations'
import { lookUp, soughtWords } from './look-up'
import { noPassages, type Passages, readPages } from './passages'
import { type ToolRuns, toolRuns } from './tool-runs'
import { answerWithTools } from './tools/answer-with-tools'
import { createPageTool } from './tools/create-page-tool'
import { editTools } from './tools/edit-tools'
import { readTools } from './tools/read-tools'

/** What is to be answered. */
export interface Asked {
  /** The message that the answer is written into. */
  answerId: string
  question: string
  documentIds: readonly string[]
  scope: Scope
  /** What was said before, in pairs. */
  history: readonly Turn[]
  /** null: no model is set up. */
  chosen: ChosenModel | null
}

/** The words of an answer: of a model that calls tools as it looks for what it needs, of another with what is looked up for it. */
export async function* wordsOfAnswer(
  ctx: SignedInContext,
  asked: Asked,
  writing: Writing<AnswerNews>,
): Words {
  const { chosen } = asked
  if (!chosen) return yield* sampleWords(writing.signal)
  const answer: Answering = { ...asked, chosen, writing, runs: toolRuns(ctx, asked.answerId, writing) }
  const tools = await toolsFor(ctx, answer)
  if (!tools) return yield* lookedUpWords(ctx, answer)
  let hasSaid = false
  for (;;) {
    const next = await tools.next()
    if (!next.done) {
      hasSaid = true
      yield next.value
    } else if (next.value) return next.value
    else break
  }
  if (hasSaid) yield '\n\n'
  return yield* lookedUpWords(ctx, answer)
}

/** An answer that a model writes. */
interface Answering extends Asked {
  chosen: ChosenModel
  writing: Writing<AnswerNews>
  runs: ToolRuns
}

/** Tokens of pages without which tools are of no use. */
const LEAST_PAGES = 400

/** The words of a model that calls tools; null when this one does not, or when there is no room for them. */
async function toolsFor(
  ctx: SignedInContext,
  { answerId, chosen, question, documentIds, scope, history, writing, runs }: Answering,
): Promise<AsyncGenerator<string, { isCut: boolean } | null> | null> {
  const { signal } = writing
  if (!(await takesTools(ctx, chosen, signal))) return null
  const passages = noPassages()
  const room = { left: 0 }
  const asked = { count: 0 }
  const only = scope === 'everything' ? null : new Set(documentIds)
  const tell = (action: ChatAction) => writing.push({ action })
  const reading = { ctx, passages, room, only }
  const asking = { ctx, answerId, asked, tell }
  const tools = [
    ...readTools(reading),
    createPageTool(asking, passages.places),
    ...editTools(asking, reading, { model: chosen.name, prompt: question }),
  ]
  const toolTokens = estimatedTokens(JSON.stringify(tools.map(({ told }) => told)))
  const tokens = roomWithTools(question, chosen.contextTokens, toolTokens)
  if (!tokens || tokens.pages < LEAST_PAGES) return null
  room.left = tokens.pages
  if (only !== null) {
    const words = soughtWords(question)
    const given = await readPages(ctx, documentIds, { tokens: tokens.pages, words, withId: true })
    passages.texts.push(...given.texts)
    passages.places.push(...given.places)
    passages.sources.push(...given.sources)
    room.left -= estimatedTokens(given.texts.join('\n'))
  }
  let told = 0
  const onRead = async () => {
    if (passages.sources.length === told) return
    told = passages.sources.length
    await tellSources(ctx, answerId, passages, writing)
  }
  await onRead()
  signal.throwIfAborted()
  const personal = personalText(await readPersonal(ctx.db, ctx.caller.user.id, 'chat'), tokens.personal)
  const nonce = newId().slice(0, 8)
  const free = tokens.personal - estimatedTokens(personal)
  const said = { history, question, personal, tokens: tokens.history + Math.max(0, free), nonce }
  return answerWithTools(ctx, {
    chosen,
    tools,
    prompt: chatPrompt({ ...said, pages: [...passages.texts], withTools: true }),
    lastPrompt: () => chatPrompt({ ...said, pages: passages.texts }),
    passages,
    room,
    runs,
    marked: (text) => marked(text, nonce),
    onRead,
    asksPerson: () => asked.count > 0,
    signal,
  })
}

function roomWithTools(question: string, contextTokens: number, toolTokens: number) {
  try {
    return roomFor(question, contextTokens, toolTokens)
  } catch (error) {
    // It may fit without.
    if (error instanceof AppError) return null
    throw error
  }
}

/** The words of a model that is given what is looked up for the question beforehand. */
async function* lookedUpWords(
  ctx: SignedInContext,
  { answerId, chosen, question, documentIds, scope, history, writing, runs }: Answering,
): Words {
  const { signal } = writing
  const room = roomFor(question, chosen.contextTokens)
  const tokens = room.pages
  const passages =
    scope === 'everything'
      ? await lookUp(ctx, question, { tokens, runs })
      : await readPages(ctx, documentIds, { tokens, words: soughtWords(question) })
  if (passages.sources.length > 0) await tellSources(ctx, answerId, passages, writing)
  signal.throwIfAborted()
  const personal = personalText(await readPersonal(ctx.db, ctx.caller.user.id, 'chat'), room.personal)
  // What pages and memories leave is for what was said before.
  const free = room.pages + room.personal - estimatedTokens(`${passages.texts.join('\n\n')}${personal}`)
  const most = room.history + Math.max(0, free)
  const prompt = chatPrompt({ history, pages: passages.texts, question, personal, tokens: most })
  return yield* withCitations(counted(ctx, chosen, { prompt, signal }), passages.places)
}

/** Keeps the pages that the model was given, and tells them to those who read along. */
async function tellSources(
  ctx: SignedInContext,
  answerId: string,
  { sources }: Passages,
  { push }: Writing<AnswerNews>,
): Promise<void> {
  await changeAnswering(ctx.db, answerId, {
    sources: JSON.stringify(sources.map(({ id, isCut }) => ({ id, isCut }))),
  })
  push({ sources: [...sources] })
}
