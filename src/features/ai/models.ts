/** A model of the specification, and what it comes in (product.md 9.11). */
export interface KnownModel {
  id: string
  /** As people call it. */
  name: string
  variants: readonly string[]
}

/** The models that the settings offer. Any other name can be typed. */
export const MODELS: readonly KnownModel[] = [
  { id: 'claude-opus-4-20250514', name: 'Claude Opus 4', variants: ['thinking'] },
  { id: 'o3-2025-04-16', name: 'OpenAI o3', variants: ['mini', 'pro'] },
  { id: 'gpt-4.1-2025-04-14', name: 'GPT-4.1', variants: ['mini'] },
]

/** How a choice is kept and sent: model and variant with a hyphen between them (product.md 9.11). */
export const joinModel = (model: string, variant: string): string =>
  variant === '' ? model : `${model}-${variant}`

/** A kept choice taken apart; `null` for a name that was typed. */
export function splitModel(saved: string): { model: string; variant: string } | null {
  for (const { id, variants } of MODELS)
    for (const variant of ['', ...variants])
      if (saved === joinModel(id, variant)) return { model: id, variant }
  return null
}

/** What the vendors call the variants. "Thinking" is no model of its own: Anthropic is asked to let the model think. */
const VENDORS_NAMES: Readonly<Record<string, string>> = {
  'o3-2025-04-16-mini': 'o3-mini-2025-01-31',
  'o3-2025-04-16-pro': 'o3-pro-2025-06-10',
  'gpt-4.1-2025-04-14-mini': 'gpt-4.1-mini-2025-04-14',
}

/** The model that a provider is asked for, by the name that was chosen. */
export function askedModel(saved: string): { name: string; isThinking: boolean } {
  const known = splitModel(saved)
  if (known?.variant === 'thinking') return { name: known.model, isThinking: true }
  return { name: VENDORS_NAMES[saved] ?? saved, isThinking: false }
}
