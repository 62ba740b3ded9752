/** What an account is: it decides what the section Membership shows, and nothing else (rulings 1). */
export type AccountType = 'free' | 'premium'

/** What the free plan is said to hold (product.md 1.5). Nothing ends there. */
export const FREE_PLAN = { requests: 5_000, bytes: 5 * 1024 ** 3 } as const
/** The price of premium in a month (product.md 1.5). */
export const PRICE = '9.99'

/** What somebody has asked of language models in some time. */
export interface AiUse {
  requests: number
  /** Of questions and answers together. */
  tokens: number
  milliseconds: number
}

/** The same, by whose key was used. */
export interface AiUseByKey {
  /** The server's key: what the operator's limit counts. */
  server: AiUse
  person: AiUse
}

/** What is shown of a row of `ai_usage`. */
export interface DayOfAi {
  day: string
  paid_by: 'server' | 'person'
  requests: number
  input_tokens: number
  output_tokens: number
  milliseconds: number
}

const NONE: AiUse = { requests: 0, tokens: 0, milliseconds: 0 }

/** What these days come to. */
export function addUpAi(days: readonly DayOfAi[]): AiUseByKey {
  const use = { server: { ...NONE }, person: { ...NONE } }
  for (const day of days) {
    const one = use[day.paid_by]
    one.requests += day.requests
    one.tokens += day.input_tokens + day.output_tokens
    one.milliseconds += day.milliseconds
  }
  return use
}
