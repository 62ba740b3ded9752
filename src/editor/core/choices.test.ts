import { afterEach, describe, expect, it } from 'vitest'
import { setCurrentLanguage } from '@/shared/i18n'
import { loadLanguage } from '@/shared/i18n/catalogues'
import { TRANSLATED } from '@/shared/i18n/languages'
import { blockChoices, findChoices } from './choices'

afterEach(() => setCurrentLanguage(() => 'en'))

const found = (query: string) => findChoices(query, blockChoices).map(({ entry }) => entry.id)

describe.each(TRANSLATED)('9.3 what can be inserted, in %s', (language) => {
  it('is found by its English name as well', async () => {
    const queries = ['head', 'todo', 'callout', 'image', 'embed', 'chart', 'date', 'icon', 'quote', 'num']
    const inEnglish = queries.map((query) => found(query)[0])
    expect(inEnglish.every((id) => id !== undefined)).toBe(true)
    await loadLanguage(language)
    setCurrentLanguage(() => language)
    for (const [at, query] of queries.entries()) expect(found(query), query).toContain(inEnglish[at])
  })

  it('is found by what it is called there, first of all', async () => {
    await loadLanguage(language)
    setCurrentLanguage(() => language)
    for (const { entry } of blockChoices) {
      const name = entry.label.toLowerCase()
      const named = blockChoices.filter((choice) => choice.entry.label.toLowerCase() === name)
      expect(named.map((choice) => choice.entry.id)).toContain(found(entry.label)[0])
    }
  })
})
