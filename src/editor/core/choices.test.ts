import { afterEach, describe, expect, it } from 'vitest'
import { setCurrentLanguage } from '@/shared/i18n'
import { loadLanguage } from '@/shared/i18n/catalogues'
import { TRANSLATED, type TranslatedLanguage } from '@/shared/i18n/languages'
import { blockChoices, findChoices } from './choices'

afterEach(() => setCurrentLanguage(() => 'en'))

const entries = blockChoices.map(({ entry }) => entry)
const found = (query: string) => findChoices(query, blockChoices).map(({ entry }) => entry.id)

async function speak(language: TranslatedLanguage): Promise<void> {
  await loadLanguage(language)
  setCurrentLanguage(() => language)
}

const QUERIES = ['head', 'todo', 'callout', 'image', 'video', 'file', 'embed', 'chart', 'date', 'icon', 'num']

it('9.3 what can be inserted is named when it is shown, in the language of that moment', async () => {
  const english = entries.map(({ label }) => label)
  await speak('ja')
  const same = entries.filter(({ label }, at) => label === english[at])
  // Letters that are the same everywhere.
  expect(same.map(({ label }) => label).filter((label) => /\p{L}{3}/u.test(label))).toEqual([])
})

describe.each(TRANSLATED)('9.3 what can be inserted, in %s', (language) => {
  it('is found by its English name as well', async () => {
    const english = QUERIES.map((query) => found(query)[0])
    expect(english).not.toContain(undefined)
    await speak(language)
    for (const [at, query] of QUERIES.entries()) expect(found(query), query).toContain(english[at])
  })

  it('is found by what it is called there, first of all', async () => {
    await speak(language)
    for (const { label } of entries) {
      const named = entries.filter((entry) => entry.label.toLowerCase() === label.toLowerCase())
      expect(named.map(({ id }) => id)).toContain(found(label)[0])
    }
  })
})
