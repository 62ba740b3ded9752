import { queryOptions } from '@tanstack/react-query'
import { language } from '@/shared/i18n'
import type { Language } from '@/shared/i18n/languages'
import { withSteadyIds } from '../steady-ids'

/** The Markdown of every template in every language, each in a file of its own that is loaded when it is wanted. */
const files = import.meta.glob<string>('../content/**/*.md', { query: '?raw', import: 'default' })

/**
 * The original body of a template, in the language of the interface if no other is wanted. Its blocks have the same ids every time and in
 * every language, so that links to them stay good.
 */
export const templateContent = (slug: string, spoken: Language = language()) =>
  queryOptions({
    queryKey: ['template', slug, spoken],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    async queryFn() {
      const load = files[`../content/${spoken}/${slug}.md`] ?? files[`../content/${slug}.md`]
      if (!load) throw new Error(`There is no content for the template ${slug}`)
      // Reading Markdown takes the block kinds and their schema, which the first paint of home can do without.
      const [{ blocksFromMarkdown }, text] = await Promise.all([import('@/blocks/markdown'), load()])
      return withSteadyIds(blocksFromMarkdown(text))
    },
  })
