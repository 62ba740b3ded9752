import { type CodeToken, tokensOf } from './tokens'

export interface CodeJob {
  id: number
  text: string
  lang: string
}

/** First that reading has begun, then what was found; `failed` when the grammar could not be had. */
export type CodeAnswer = { id: number } & ({ begun: true } | { tokens: CodeToken[] } | { failed: true })

const answer = (message: CodeAnswer): void => postMessage(message)

addEventListener('message', async ({ data: { id, text, lang } }: MessageEvent<CodeJob>) => {
  try {
    // The grammar is fetched by this, which is no reading yet.
    await tokensOf('', lang)
    answer({ id, begun: true })
    answer({ id, tokens: await tokensOf(text, lang) })
  } catch {
    answer({ id, failed: true })
  }
})
