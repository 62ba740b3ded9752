import { queryClient, trpc } from '@/app/rpc'

/** What a person has set up for models in this browser (product.md 2.32). An empty string: nothing. */
export interface AiSettings {
  openai: string
  anthropic: string
  uploadthing: string
  /** Model and variant with a hyphen, or a name that was typed; empty: the default of each use. */
  model: string
}

export const NO_SETTINGS: AiSettings = { openai: '', anthropic: '', uploadthing: '', model: '' }

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const VISITOR = 'visitor'
const keyOf = (userId: string | null): string => `sheaf:ai:${userId ?? VISITOR}`

function read(storage: Store, key: string): AiSettings | null {
  const kept: unknown = JSON.parse(storage.getItem(key) ?? 'null')
  if (typeof kept !== 'object' || kept === null) return null
  const text = (name: keyof AiSettings) => {
    const value = (kept as Partial<Record<keyof AiSettings, unknown>>)[name]
    return typeof value === 'string' ? value : ''
  }
  return {
    openai: text('openai'),
    anthropic: text('anthropic'),
    uploadthing: text('uploadthing'),
    model: text('model'),
  }
}

/**
 * The settings of a person, or of who visits (`null`). What somebody has entered before signing in is theirs from then on. Nothing
 * when the browser keeps nothing.
 */
export function readAiSettings(storage: Store, userId: string | null): AiSettings {
  try {
    const own = read(storage, keyOf(userId))
    if (own || userId === null) return own ?? NO_SETTINGS
    const visitors = read(storage, keyOf(null))
    if (!visitors) return NO_SETTINGS
    writeAiSettings(storage, userId, visitors)
    storage.removeItem(keyOf(null))
    return visitors
  } catch {
    // Forbidden, or written by something else: as if there were none.
    return NO_SETTINGS
  }
}

/** Keeps what is set; an empty one is taken away. Throws when the browser keeps nothing. */
export function writeAiSettings(storage: Store, userId: string | null, settings: AiSettings): void {
  const set = Object.entries(settings).filter(([, value]) => value !== '')
  if (set.length === 0) storage.removeItem(keyOf(userId))
  else storage.setItem(keyOf(userId), JSON.stringify(Object.fromEntries(set)))
}

/** Takes away what a person had set up in this browser, as when they sign out. */
export function forgetAiSettings(userId: string): void {
  try {
    localStorage.removeItem(keyOf(userId))
  } catch {
    // Forbidden: then nothing was kept.
  }
}

/** The settings of the person who uses this tab. */
export const aiSettings = (): AiSettings => readAiSettings(localStorage, currentUserId())

/** Keeps the settings of the person who uses this tab. Throws when the browser keeps nothing. */
export function saveAiSettings(settings: AiSettings): void {
  writeAiSettings(localStorage, currentUserId(), settings)
}

const currentUserId = (): string | null =>
  queryClient.getQueryData(trpc.layout.app.queryKey())?.currentUser?.id ?? null

/** How a request to a model says which one is to answer, and with whose key (product.md 7.38). */
export interface ModelAccess {
  model?: string
  apiKey?: string
  anthropicApiKey?: string
}

/** The part of a request to a model that settings are. */
export const accessOf = ({ model, openai, anthropic }: AiSettings): ModelAccess => ({
  ...(model !== '' && { model }),
  ...(openai !== '' && { apiKey: openai }),
  ...(anthropic !== '' && { anthropicApiKey: anthropic }),
})

/** What is sent along with every request to a model from this tab. Of a visitor no key: the server does not take it. */
export function modelAccess(): ModelAccess {
  const settings = aiSettings()
  return accessOf(currentUserId() === null ? { ...NO_SETTINGS, model: settings.model } : settings)
}
