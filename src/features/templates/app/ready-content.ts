import { queryOptions } from '@tanstack/react-query'
import { language } from '@/shared/i18n'
import { formatsNow } from '@/ui/formats'

/** The Markdown of every ready template in every language, each in a file of its own that is loaded when it is wanted. */
const files = import.meta.glob<string>('../ready/**/*.md', { query: '?raw', import: 'default' })

/** The body of a ready template as a page that is made of it now would begin, in the language of the interface. */
export const readyContent = (id: string) =>
  queryOptions({
    queryKey: ['ready-template', id, formatsNow().isoDay(Date.now()), language()],
    staleTime: Number.POSITIVE_INFINITY,
    async queryFn({ queryKey: [, , today = ''] }) {
      const load = files[`../ready/${language()}/${id}.md`] ?? files[`../ready/${id}.md`]
      if (!load) throw new Error(`There is no content for the template ${id}`)
      const [{ readyBlocks }, text] = await Promise.all([import('../ready/ready-blocks'), load()])
      return readyBlocks(text, today)
    },
  })
