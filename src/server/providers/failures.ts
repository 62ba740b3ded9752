import { APICallError } from '@ai-sdk/provider'
import { toOperator } from '@/server/operator'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import { AnswerTooLong } from './bounded-fetch'
import type { PaidBy } from './usage'

/** The provider sent nothing for too long. */
export class ProviderSilent extends Error {}
/** The answer ended without the provider saying that it was complete. */
export class AnswerCut extends Error {}
/** The provider said that it had answered, and there were no words. */
export class AnswerEmpty extends Error {}

/** The provider says that its model takes no tools. */
export class ToolsRefused extends Error {}

/** Does a provider say with this error that its model takes no tools? */
export const refusesTools = (error: unknown): boolean =>
  APICallError.isInstance(error) &&
  (error.statusCode === 400 || error.statusCode === 422 || error.statusCode === 501) &&
  /tool|function/i.test(signsIn(error))

/** Has the provider answered nothing but that it will not, or was it not reached? Then nothing is paid for. */
export const isUnpaid = (error: unknown): boolean =>
  APICallError.isInstance(error) || (error instanceof Error && isUnreachable(error))

/** The client wraps what happens while it reads an answer, sometimes twice. */
const wasTooLong = (error: unknown): boolean =>
  error instanceof AnswerTooLong ||
  (error instanceof Error && error.cause !== undefined && wasTooLong(error.cause))

/** What was asked of a provider, as its failure is told. */
interface Asked {
  /** Of the model. */
  name: string
  provider: 'openai' | 'anthropic'
  /** Whose key it is asked with. */
  keyOf: PaidBy
  /** Who named the model. */
  namedBy?: PaidBy
}

/**
 * Why a provider did not answer, in words for the person who asked. Nothing that the provider wrote is repeated: some repeat the
 * key. Signs of known errors are looked for in it.
 */
export function failureOf(error: unknown, asked: Asked): AppError {
  if (error instanceof AppError) return error
  if (error instanceof ProviderSilent)
    return unavailable(
      t('{model} has not answered. Try again, or choose another model.', { model: asked.name }),
    )
  if (error instanceof AnswerCut) return unavailable(t('The answer was cut off before its end. Try again.'))
  if (error instanceof AnswerEmpty)
    return unavailable(
      t('{model} answered with nothing. Try again, or choose another model.', { model: asked.name }),
    )
  if (wasTooLong(error))
    return unavailable(t('{model} sent an answer that is too long to read.', { model: asked.name }))
  const call = APICallError.isInstance(error) ? error : null
  if (call?.statusCode === 200) return failureOf(new AnswerCut(), asked)
  if (call?.statusCode !== undefined) return refusedWith(call.statusCode, signsIn(call), asked)
  if (isUnreachable(error)) return unavailable(t('The AI provider cannot be reached. Try again in a moment.'))
  const signs = signsIn(error)
  if (TOO_LONG.test(signs)) return tooLong()
  if (OVERLOADED.test(signs)) return busy()
  return unavailable(
    t('{model} sent an answer that cannot be read. Try again, or choose another model.', {
      model: asked.name,
    }),
  )
}

const unavailable = (words: string) => new AppError('unavailable', words)
const busy = () =>
  new AppError(
    'rate-limited',
    t('The AI provider is busy or its limit is reached. Wait a moment and try again.'),
  )
const noCredit = () =>
  unavailable(
    t('The account at the AI provider has no credit left. Add some there, or choose another model.'),
  )
const tooLong = () =>
  new AppError(
    'too-large',
    t('This is too long for the model. Select less, or choose a model that reads more.'),
  )

const TOO_LONG = /context.{0,20}(length|window|size)|too (long|large|many tokens)|maximum.{0,20}tokens/i
const OVERLOADED = /overloaded|rate.?limit|quota/i
const NO_MODEL =
  /model.{0,80}(?:not.?found|not.?exist|doesn.t exist)|(?:unknown|invalid|no such|not a valid).{0,5}model\b/i
const NO_CREDIT = /insufficient.?quota|credit.{0,20}(?:too low|used up|exhausted)/i
const REFUSED_KEY = [401, 403]

function refusedWith(status: number, signs: string, asked: Asked): AppError {
  if (REFUSED_KEY.includes(status)) return unavailable(wrongKey(asked))
  if (NO_CREDIT.test(signs) && [400, 402, 429].includes(status)) return noCredit()
  if (status === 429 || status === 529) return busy()
  if (status === 413 || (status === 400 && TOO_LONG.test(signs))) return tooLong()
  if (status === 404 || (status === 400 && NO_MODEL.test(signs))) return unavailable(noModel(asked))
  if (status >= 500)
    return unavailable(
      t('The AI provider has a fault of its own ({status}). Try again in a moment.', { status }),
    )
  return unavailable(t('The AI provider refused this request ({status}).', { status }))
}

const noModel = ({ name, namedBy }: Asked): string => {
  const plain = () =>
    t('The AI provider has no model called {model}. Choose another in the API settings.', { model: name })
  if (namedBy === 'person') return plain()
  return toOperator(
    () =>
      t(
        'The AI provider has no model called {model}. Choose another with AI_MODEL, or in the API settings for yourself.',
        { model: name },
      ),
    plain,
  )
}

const wrongKey = ({ provider, keyOf }: Asked): string => {
  if (keyOf === 'person') return t('The AI provider did not accept your key. Check it and try again.')
  const variable = provider === 'anthropic' ? 'ANTHROPIC_API_KEY' : 'OPENAI_API_KEY'
  return toOperator(
    () => t('The AI provider did not accept the key of this server. Check {variable}.', { variable }),
    () => t('The AI provider did not accept the key of this server. Tell the person who runs it.'),
  )
}

/** Where a provider's own words may stand, cut to what is looked at. */
function signsIn(error: unknown): string {
  if (APICallError.isInstance(error)) return `${error.message} ${error.responseBody ?? ''}`.slice(0, 4_000)
  if (error instanceof Error) return error.message.slice(0, 4_000)
  return (typeof error === 'string' ? error : (JSON.stringify(error) ?? '')).slice(0, 4_000)
}

/** `fetch` failed before there was an answer: an unknown name, a closed port, a redirect. */
const isUnreachable = (error: unknown): boolean =>
  (APICallError.isInstance(error) && error.statusCode === undefined) ||
  (error instanceof TypeError && /fetch failed/.test(error.message))
