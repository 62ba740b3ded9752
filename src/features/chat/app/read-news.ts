import { fetchAs } from '@/app/rpc'
import type { AnswerNews, ChatMessage } from '../model'

/** The answer is not there, or not for this person any more. */
export class AnswerGone extends Error {}

/** What comes of an answer behind its first `from` characters, as it comes. Throws when the line is lost. */
export async function* readNews(
  id: string,
  { from, signal }: { from: number; signal: AbortSignal },
): AsyncGenerator<AnswerNews> {
  const answer = await fetchAs(`/api/chat/answers/${id}?from=${from}`, { signal })
  if (answer.status === 404 || answer.status === 401) throw new AnswerGone()
  if (!answer.ok || !answer.body) throw new Error(`The answer cannot be read (${answer.status})`)
  // The types of the two libraries do not know each other's streams.
  const decoder = new TextDecoderStream() as TransformStream<Uint8Array, string>
  const reader = answer.body.pipeThrough(decoder).getReader()
  let held = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const lines = (held + value).split('\n')
    held = lines.pop() ?? ''
    for (const line of lines) if (line !== '') yield JSON.parse(line) as AnswerNews
  }
}

/** The answer with what has come. */
export function withNews(message: ChatMessage, news: AnswerNews): ChatMessage {
  if ('words' in news) return { ...message, content: message.content + news.words }
  if ('sources' in news) return { ...message, sources: news.sources }
  if ('tool' in news) {
    const others = message.toolCalls.filter(({ toolId }) => toolId !== news.tool.toolId)
    return { ...message, toolCalls: [...others, news.tool] }
  }
  if ('action' in news) {
    const others = message.actions.filter(({ id }) => id !== news.action.id)
    return { ...message, actions: [...others, news.action] }
  }
  return 'end' in news ? { ...message, ...news.end } : message
}
