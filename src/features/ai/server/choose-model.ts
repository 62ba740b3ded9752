import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { LanguageModelV4, LanguageModelV4CallOptions } from '@ai-sdk/provider'
import type { Config } from '@/server/config'
import { toOperator } from '@/server/operator'
import { boundedFetch } from '@/server/providers/bounded-fetch'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import { DEFAULT_ANTHROPIC_MODEL, DEFAULT_MODEL } from '../model'
import { askedModel } from '../models'

export type Provider = 'openai' | 'anthropic'

/** What a request says about the model that is to answer it. */
export interface ModelRequest {
  model?: string | undefined
  apiKey?: string | undefined
  anthropicApiKey?: string | undefined
  /** What the answer is for: where nobody has named a model, the chat asks another one first (product.md 9.11). */
  use?: 'writing' | 'chat'
}

/** A model that can be asked. */
export interface ChosenModel {
  model: LanguageModelV4
  name: string
  provider: Provider
  /** Whose key it is asked with. */
  keyOf: 'server' | 'person'
  /** Who pays: the person whose key it is asked with, where a vendor checks that; else who runs the server. */
  paidBy: 'server' | 'person'
  /** Who named the model. */
  namedBy: 'server' | 'person'
  /** What goes along with every call of the model. */
  options: Pick<LanguageModelV4CallOptions, 'maxOutputTokens' | 'providerOptions'>
  /** Tokens that a prompt may have. */
  contextTokens: number
}

const ADDRESSES: Record<Provider, string> = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
}
/**
 * The domains of public services that are compatible with OpenAI's, with their hosts in every region: they check every key. Other
 * addresses are the operator's own, who pays for what is done there.
 */
const VENDORS = [
  'anthropic.com',
  'cerebras.ai',
  'deepseek.com',
  'fireworks.ai',
  'googleapis.com',
  'groq.com',
  'mistral.ai',
  'openai.azure.com',
  'openai.com',
  'openrouter.ai',
  'perplexity.ai',
  'together.xyz',
  'x.ai',
]
const isVendors = (url: string): boolean => {
  const { hostname } = new URL(url)
  return VENDORS.some((domain) => hostname === domain || hostname.endsWith(`.${domain}`))
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
  const chosen = named ?? defaultModel(request.use, isThere)
  const { name, isThinking } = askedModel(chosen)
  const provider = providerOf(name, ai, isThere)
  if (!isThere(provider)) throw new AppError('unavailable', noKey(name, provider))
  const own = keys[provider]
  const baseUrl = ai[provider].baseUrl
  const access = { name, key: own ?? ai[provider].apiKey ?? undefined, url: addressOf(ai, provider) }
  return {
    model: provider === 'anthropic' ? anthropicModel(access) : compatibleModel(access),
    name,
    provider,
    keyOf: own === undefined ? 'server' : 'person',
    paidBy: own === undefined || !isVendors(access.url) ? 'server' : 'person',
    namedBy: request.model ? 'person' : 'server',
    options: provider === 'anthropic' ? anthropicOptions(isThinking) : {},
    contextTokens: ai.contextTokens ?? (baseUrl === null ? VENDORS_CONTEXT : CUSTOM_CONTEXT),
  }
}

/** The base URL of a provider: the operator's, else the vendor's. */
export const addressOf = (ai: Config['ai'], provider: Provider): string =>
  (ai[provider].baseUrl ?? ADDRESSES[provider]).replace(/\/+$/, '')

function defaultModel(use: ModelRequest['use'], isThere: (provider: Provider) => boolean): string {
  const [first, second] =
    use === 'chat' ? [DEFAULT_ANTHROPIC_MODEL, DEFAULT_MODEL] : [DEFAULT_MODEL, DEFAULT_ANTHROPIC_MODEL]
  return isThere(first === DEFAULT_MODEL ? 'openai' : 'anthropic') ? first : second
}

/** Models that Anthropic's client does not know would be cut at 4,096. */
const ANTHROPIC_OUTPUT = 8_192
/** Tokens of thought before an answer; they count as output. */
const THINKING = 4_096

const anthropicOptions = (isThinking: boolean): ChosenModel['options'] =>
  isThinking
    ? {
        maxOutputTokens: ANTHROPIC_OUTPUT,
        providerOptions: { anthropic: { thinking: { type: 'enabled', budgetTokens: THINKING } } },
      }
    : { maxOutputTokens: ANTHROPIC_OUTPUT }

function providerOf(name: string, ai: Config['ai'], isThere: (provider: Provider) => boolean): Provider {
  if (!/^claude/i.test(name)) return 'openai'
  const servesAnyName = ai.openai.baseUrl !== null && !isThere('anthropic')
  return servesAnyName ? 'openai' : 'anthropic'
}

const noKey = (model: string, provider: Provider): string =>
  toOperator(
    () =>
      provider === 'anthropic'
        ? t('There is no key for {model}. Set your own in the API settings, or set ANTHROPIC_API_KEY.', {
            model,
          })
        : t('There is no key for {model}. Set your own in the API settings, or set OPENAI_API_KEY.', {
            model,
          }),
    () =>
      t('There is no key for {model}. Set your own in the API settings, or choose another model.', { model }),
  )

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
