import { createStore } from '@/shared/store'

/** What a person has chosen for AI in this browser. Keys leave it only in the requests that they are for. */
export interface AiSettings {
  openai: string
  anthropic: string
  /** Empty: the server's. */
  model: string
  /** Does the copilot suggest words by itself? */
  suggests: boolean
}

const KEY = 'sheaf:ai'
const NONE: AiSettings = { openai: '', anthropic: '', model: '', suggests: false }

function read(): AiSettings {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null')
    if (typeof kept !== 'object' || kept === null) return NONE
    const { openai, anthropic, model, suggests } = kept as Record<string, unknown>
    const text = (value: unknown) => (typeof value === 'string' ? value : '')
    return {
      openai: text(openai),
      anthropic: text(anthropic),
      model: text(model),
      suggests: suggests === true,
    }
  } catch {
    // Storage can be forbidden, and holds what anybody wrote.
    return NONE
  }
}

export const aiSettings = createStore<AiSettings>(read())

/** Keeps them for the next visit. Throws when the browser keeps nothing. */
export function saveAiSettings(settings: AiSettings): void {
  localStorage.setItem(KEY, JSON.stringify(settings))
  aiSettings.set(settings)
}

/** What a request says about the model (product.md 7.38). */
export function modelRequest(): { model?: string; apiKey?: string; anthropicApiKey?: string } {
  const { openai, anthropic, model } = aiSettings.get()
  return {
    ...(model && { model }),
    ...(openai && { apiKey: openai }),
    ...(anthropic && { anthropicApiKey: anthropic }),
  }
}
