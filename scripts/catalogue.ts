import { readFileSync, writeFileSync } from 'node:fs'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { compileMessage } from '../src/shared/i18n/compile-message.ts'
import type { TranslatedLanguage } from '../src/shared/i18n/languages.ts'

/** English messages and what another language says for them. */
export type Catalogue = Record<string, string>

type Compiled = ReturnType<typeof compileMessageOrThrow>

const fileOf = (language: TranslatedLanguage): string => `src/shared/i18n/catalogues/${language}.json`

export const readCatalogue = (language: TranslatedLanguage): Catalogue =>
  JSON.parse(readFileSync(fileOf(language), 'utf8'))

/** Writes a catalogue in the order of its keys, so that two who add to it meet as seldom as can be. */
export function writeCatalogue(language: TranslatedLanguage, catalogue: Catalogue): void {
  const sorted = Object.entries(catalogue).sort(([a], [b]) => (a < b ? -1 : 1))
  writeFileSync(fileOf(language), `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`)
}

/** The forms that a plural has to have; a language may have more, which stand for `other` where they are left out. */
const PLURALS: Record<TranslatedLanguage, string[]> = {
  de: ['one', 'other'],
  fr: ['one', 'other'],
  es: ['one', 'other'],
  ja: ['other'],
  'zh-Hans': ['other'],
  ar: ['one', 'two', 'few', 'many', 'other'],
}

/** What is wrong with a translation: it does not parse, or has other values, tags or cases than the English message. */
export function faultsOfTranslation(
  language: TranslatedLanguage,
  english: string,
  translation: unknown,
): string[] {
  if (typeof translation !== 'string' || translation.trim() === '') return ['is empty']
  try {
    const compiled = compileMessageOrThrow(translation)
    if (JSON.stringify(compiled) !== JSON.stringify(compileMessage(translation)))
      return ['the browser reads it differently than Lingui: use ’ for apostrophes, {…}, plural and select']
    const [ours, theirs] = [choicesIn(compileMessageOrThrow(english)), choicesIn(compiled)]
    return [
      ...differences('values', new Set(Object.keys(ours)), new Set(Object.keys(theirs))),
      ...differences('tags', tagsIn(english), tagsIn(translation)),
      ...Object.entries(theirs).flatMap(([name, choice]) =>
        faultsOfChoice(language, name, ours[name], choice),
      ),
      ...(areClosed(translation) ? [] : ['a tag is not closed']),
      ...Object.entries(ours).flatMap(([name, { type }]) =>
        type !== 'value' && theirs[name]?.type === 'value' && PLURALS[language].length > 1
          ? [`{${name}} needs its ${type}`]
          : [],
      ),
    ]
  } catch (error) {
    return [(error as Error).message.split('\n')[0]!]
  }
}

interface Choice {
  type: string
  cases: string[]
}

function faultsOfChoice(
  language: TranslatedLanguage,
  name: string,
  ours: Choice | undefined,
  { type, cases }: Choice,
): string[] {
  if (type === 'value' || !ours) return []
  if (ours.type !== type) return [`{${name}} is no ${type} in English`]
  if (type === 'select') return differences(`cases of {${name}}`, new Set(ours.cases), new Set(cases))
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions()
  const needed = PLURALS[language].filter((form) => !cases.includes(form))
  const odd = cases.filter((form) => !/^\d+$/.test(form) && !pluralCategories.includes(form as never))
  return [
    ...needed.map((form) => `{${name}} needs the form "${form}"`),
    ...odd.map((form) => `{${name}} has a form "${form}" that the language does not have`),
  ]
}

/** The values of a message, and between what each chooses. */
function choicesIn(tokens: Compiled, found: Record<string, Choice> = {}): Record<string, Choice> {
  for (const token of tokens) {
    if (typeof token === 'string') continue
    const [name, type, cases] = token
    const chosen = Object.entries((cases ?? {}) as Record<string, unknown>).filter(
      ([key]) => key !== 'offset',
    )
    if (!found[name] || type) found[name] = { type: type ?? 'value', cases: chosen.map(([key]) => key) }
    for (const [, inside] of chosen) if (Array.isArray(inside)) choicesIn(inside as Compiled, found)
  }
  return found
}

const TAG = /<(\/?)(\w+)\s*(\/?)>/g

const tagsIn = (message: string): Set<string> => new Set([...message.matchAll(TAG)].map(([tag]) => tag))

const areClosed = (message: string): boolean => {
  const tags = [...message.matchAll(TAG)]
  return tags.filter(([, end, , alone]) => !end && !alone).length === tags.filter(([, end]) => end).length
}

const differences = (what: string, ours: Set<string>, theirs: Set<string>): string[] => {
  const lacking = [...ours].filter((one) => !theirs.has(one))
  const extra = [...theirs].filter((one) => !ours.has(one))
  return [
    ...(lacking.length > 0 ? [`lacks ${what} of the English message: ${lacking.join(' ')}`] : []),
    ...(extra.length > 0 ? [`has ${what} that the English message has not: ${extra.join(' ')}`] : []),
  ]
}
