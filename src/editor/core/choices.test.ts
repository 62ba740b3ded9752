import { describe, expect, it } from 'vitest'
import { setCurrentLanguage } from '@/shared/i18n'
import { loadLanguage } from '@/shared/i18n/catalogues'
import { TRANSLATED } from '@/shared/i18n/languages'

// As in a browser: the language is known before what is listed is loaded.
await loadLanguage('ja')
setCurrentLanguage(() => 'ja')
const { blockChoices, findChoices } = await import('./choices')

const entries = blockChoices.map(({ entry }) => entry)
const found = (query: string) => findChoices(query, blockChoices).map(({ entry }) => entry.id)

const QUERIES = ['head', 'todo', 'callout', 'image', 'video', 'file', 'embed', 'chart', 'date', 'icon', 'num']

describe.each(TRANSLATED)('9.3 what can be inserted, in %s', (language) => {
  it('is found by its English name as well', async () => {
    setCurrentLanguage(() => 'en')
    const english = QUERIES.map((query) => found(query)[0])
    expect(english).not.toContain(undefined)
    await loadLanguage(language)
    setCurrentLanguage(() => language)
    for (const [at, query] of QUERIES.entries()) expect(found(query), query).toContain(english[at])
  })

  it('is found by what it is called there, first of all', async () => {
    await loadLanguage(language)
    setCurrentLanguage(() => language)
    for (const { label } of entries) {
      const named = entries.filter((entry) => entry.label.toLowerCase() === label.toLowerCase())
      expect(named.map(({ id }) => id)).toContain(found(label)[0])
    }
  })
})
