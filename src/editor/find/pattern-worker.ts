import { type Found, findIn } from './pattern'

/** Texts to be searched with a person's own regular expression, where it can be stopped. */
export interface PatternJob {
  id: number
  source: string
  flags: string
  wholeWord: boolean
  texts: readonly string[]
}

export type PatternAnswer = { id: number; started: true } | { id: number; found: Found[][] }

const scope = self as unknown as {
  onmessage: ((event: MessageEvent<PatternJob>) => void) | null
  postMessage(answer: PatternAnswer): void
}

scope.onmessage = ({ data: { id, source, flags, wholeWord, texts } }) => {
  scope.postMessage({ id, started: true })
  const pattern = { regex: new RegExp(source, flags), wholeWord }
  scope.postMessage({ id, found: texts.map((text) => findIn(text, pattern)) })
}
