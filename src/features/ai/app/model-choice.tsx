import { useState } from 'react'
import { isOperator } from '@/app/operator'
import { t } from '@/shared/i18n'
import { Field, Input } from '@/ui/field'
import { Select } from '@/ui/select'
import { DEFAULT_ANTHROPIC_MODEL, DEFAULT_MODEL } from '../model'
import { joinModel, MODELS, splitModel } from '../models'

/** Characters of a model's name. */
const LONGEST_NAME = 200
/** Other values than models: what the server chooses, and a name that is typed. */
const DEFAULT = 'default'
const OTHER = 'other'
/** The variant without a name. */
const STANDARD = 'standard'

const variantWords = (variant: string): string =>
  ({
    [STANDARD]: t('Standard'),
    mini: t('Mini'),
    pro: t('Pro'),
    thinking: t('Thinking'),
  })[variant] ?? variant

/** Chooses a model and its variant, or takes any name (product.md 9.11). The value joins both with a hyphen; empty: the default. */
export function ModelChoice({
  value,
  serverModel,
  onValueChange,
}: {
  value: string
  /** The model that the operator has named (`AI_MODEL`). */
  serverModel: string | null
  onValueChange(value: string): void
}) {
  const known = splitModel(value)
  const [isTyped, setTyped] = useState(value !== '' && known === null)
  const shown = isTyped ? OTHER : (known?.model ?? DEFAULT)
  const variants = MODELS.find(({ id }) => id === shown)?.variants ?? []
  const choose = (next: string) => {
    setTyped(next === OTHER)
    onValueChange(next === OTHER || next === DEFAULT ? '' : next)
  }
  return (
    <div className="flex flex-col gap-1.5">
      <span className="text-sm font-medium">{t('Model')}</span>
      <div className="flex flex-wrap gap-2">
        <Select
          label={t('Model')}
          value={shown}
          options={[
            {
              value: DEFAULT,
              label:
                serverModel === null
                  ? t('Default')
                  : t('Default of this server ({model})', { model: serverModel }),
            },
            ...MODELS.map(({ id, name }) => ({ value: id, label: `${name} · ${id}` })),
            { value: OTHER, label: t('Another name…') },
          ]}
          onValueChange={choose}
          className="grow basis-72"
        />
        {!isTyped && known && variants.length > 0 && (
          <Select
            className="grow"
            label={t('Variant')}
            value={known.variant || STANDARD}
            options={[STANDARD, ...variants].map((variant) => ({
              value: variant,
              label: variantWords(variant),
            }))}
            onValueChange={(variant) =>
              onValueChange(joinModel(known.model, variant === STANDARD ? '' : variant))
            }
          />
        )}
      </div>
      {isTyped && (
        <Field label={t('Name of the model')} className="mt-2">
          <Input
            value={value}
            maxLength={LONGEST_NAME}
            autoCapitalize="none"
            spellCheck={false}
            placeholder={t('llama3.2')}
            onChange={(event) => onValueChange(event.target.value)}
          />
        </Field>
      )}
      <p className="text-xs text-text-muted">{hintOf(shown, known?.variant ?? '', serverModel)}</p>
    </div>
  )
}

function hintOf(shown: string, variant: string, serverModel: string | null): string {
  if (shown === OTHER)
    return t(
      'As the provider calls it. Names that begin with “claude” go to Anthropic, others to OpenAI or the server of the operator.',
    )
  if (shown === DEFAULT && serverModel === null)
    return t('{writing} writes in pages and {chat} answers in the chat, if there are keys for them.', {
      writing: DEFAULT_MODEL,
      chat: DEFAULT_ANTHROPIC_MODEL,
    })
  if (variant === 'pro')
    return t(
      'OpenAI itself answers o3 pro only in a newer protocol than Sheaf speaks. Servers between you and OpenAI may translate.',
    )
  return shown === DEFAULT
    ? isOperator()
      ? t('You have named it with AI_MODEL.')
      : t('The one that this server is set up with.')
    : t('For writing and for the chat.')
}
