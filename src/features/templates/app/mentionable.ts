import type { EditorHost } from '@/editor/page-editor'
import { type Template, templates } from '../model'

const pageOf = ({ slug, title, icon }: Template) => ({ path: `/${slug}`, title, icon })

/** What a visitor can mention: the templates. */
export const mentionable: Pick<EditorHost, 'findPages' | 'pageInfo'> = {
  findPages: async (query) =>
    templates.filter(({ title }) => title.toLowerCase().includes(query.toLowerCase())).map(pageOf),
  pageInfo: async (path) => {
    const found = templates.find(({ slug }) => `/${slug}` === path)
    return found ? pageOf(found) : null
  },
}
