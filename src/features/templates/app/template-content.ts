import { queryOptions } from '@tanstack/react-query'
import { withSteadyIds } from '../steady-ids'

/** The Markdown of every template, each in a file of its own that is loaded when it is wanted. */
const files = import.meta.glob<string>('../content/*.md', { query: '?raw', import: 'default' })

/** The original body of a template; its blocks have the same ids every time, so that links to them stay good. */
export const templateContent = (slug: string) =>
  queryOptions({
    queryKey: ['template', slug],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    async queryFn() {
      const load = files[`../content/${slug}.md`]
      if (!load) throw new Error(`There is no content for the template ${slug}`)
      // Reading Markdown takes the block kinds and their schema, which the first paint of home can do without.
      const [{ blocksFromMarkdown }, text] = await Promise.all([import('@/blocks/markdown'), load()])
      return withSteadyIds(blocksFromMarkdown(text))
    },
  })
