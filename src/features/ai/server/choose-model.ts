import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { LanguageModelV4 } from '@ai-sdk/provider'
import type { Config } from '@/server/config'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import { DEFAULT_ANTHROPIC_MODEL, DEFAULT_MODEL } from '../model'
import { boundedFetch } from './bounded-fetch'

export type Provider = 'openai' | 'anthropic'

/** What a request says about the model that is to answer it. */
export interface ModelRequest {
  model?: string | undefined
  apiKey?: string | undefined
  anthropicApiKey?: string | undefined
}

/** A model that can be asked. */
export interface ChosenModel {
  model: LanguageModelV4
  name: string
  provider: Provider
  /** Whose key it is asked with. */
  paidBy: 'server' | 'person'
  /** Tokens that a prompt may have. */
  contextTokens: number
}

const ADDRESSES: Record<Provider, string> = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
}
/** Local servers cut longer prompts without saying so. */
const CUSTOM_CONTEXT = 3_000
const VENDORS_CONTEXT = 100_000

/** Can the operator's settings alone answer? */
export const isConfigured = (ai: Config['ai']): boolean =>
  [ai.openai, ai.anthropic].some((one) => one.apiKey !== null || one.baseUrl !== null)

/**
 * The model that answers a request; `null` when neither the operator nor the person has set up anything (product.md 7.38).
 * Names that begin with `claude` belong to Anthropic, all others to the server compatible with OpenAI's; one at an address of the
 * operator's own takes any name. Addresses are the operator's or the vendor's, never one that a person sends. Throws `unavailable`
 * when the named model's provider has no key.
 */
export function chooseModel(ai: Config['ai'], request: ModelRequest): ChosenModel | null {
  const keys: Record<Provider, string | undefined> = {
    openai: request.apiKey || undefined,
    anthropic: request.anthropicApiKey || undefined,
  }
  const isThere = (provider: Provider) =>
    keys[provider] !== undefined || ai[provider].apiKey !== null || ai[provider].baseUrl !== null
  if (!isThere('openai') && !isThere('anthropic')) return null
  const named = request.model || ai.model || undefined
  const name = named ?? (isThere('openai') ? DEFAULT_MODEL : DEFAULT_ANTHROPIC_MODEL)
  const provider = providerOf(name, ai, isThere)
  if (!isThere(provider)) throw new AppError('unavailable', noKey(name, provider))
  const own = keys[provider]
  const baseUrl = ai[provider].baseUrl
  const access = { name, key: own ?? ai[provider].apiKey ?? undefined, url: baseUrl ?? ADDRESSES[provider] }
  return {
    model: provider === 'anthropic' ? anthropicModel(access) : compatibleModel(access),
    name,
    provider,
    paidBy: own === undefined ? 'server' : 'person',
    contextTokens: ai.contextTokens ?? (baseUrl === null ? VENDORS_CONTEXT : CUSTOM_CONTEXT),
  }
}

function providerOf(name: string, ai: Config['ai'], isThere: (provider: Provider) => boolean): Provider {
  if (!/^claude/i.test(name)) return 'openai'
  const servesAnyName = ai.openai.baseUrl !== null && !isThere('anthropic')
  return servesAnyName ? 'openai' : 'anthropic'
}

const noKey = (model: string, provider: Provider): string =>
  provider === 'anthropic'
    ? t('There is no key for {model}. The person who runs this server can set ANTHROPIC_API_KEY.', {
        model,
      })
    : t('There is no key for {model}. The person who runs this server can set OPENAI_API_KEY.', {
        model,
      })

interface ModelAccess {
  name: string
  key: string | undefined
  url: string
}

const compatibleModel = ({ name, key, url }: ModelAccess): LanguageModelV4 =>
  createOpenAICompatible({
    name: 'openai',
    baseURL: url,
    ...(key !== undefined && { apiKey: key }),
    includeUsage: true,
    fetch: boundedFetch,
  }).chatModel(name)

const anthropicModel = ({ name, key, url }: ModelAccess): LanguageModelV4 =>
  // A server of the operator's own may need no key, and the client insists on one.
  createAnthropic({ baseURL: url, apiKey: key ?? 'none', fetch: boundedFetch })(name)
