import type { BlockHost } from '@/blocks/kit/block-program'
import { templates } from '../model'

/** What a list of sub-pages shows on a template: the templates inside it. They have no status and never change. */
export const templateSubPages = (slug: string): Pick<BlockHost, 'watchSubPages'> => ({
  watchSubPages(tell) {
    tell(
      templates
        .filter(({ parent }) => parent === slug)
        .map((page) => ({
          path: `/${page.slug}`,
          title: page.title,
          icon: page.icon,
          status: 'none',
          tags: [],
          updatedAt: '',
        })),
    )
    return () => {}
  },
})
