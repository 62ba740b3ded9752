import type { EditorHost } from '@/editor/page-editor'
import { type Template, templates } from '../model'

const pageOf = ({ slug, title, icon }: Template) => ({ path: `/${slug}`, title, icon })

/** People who are nobody (product.md 6.6): the address beside each name says so (rulings 1). */
const samplePeople = [
  { id: 'sample-ada', name: 'Ada', email: 'ada@sample.example' },
  { id: 'sample-chioma', name: 'Chioma', email: 'chioma@sample.example' },
  { id: 'sample-kenji', name: 'Kenji', email: 'kenji@sample.example' },
  { id: 'sample-lucia', name: 'Lucía', email: 'lucia@sample.example' },
  { id: 'sample-samir', name: 'Samir', email: 'samir@sample.example' },
]

/** What a visitor can mention: the templates, and sample people. */
export const mentionable: Pick<EditorHost, 'findPages' | 'findPeople' | 'pageInfo'> = {
  findPeople: async (query) => {
    const wanted = query.toLowerCase()
    return samplePeople.filter(({ name, email }) => `${name} ${email}`.toLowerCase().includes(wanted))
  },
  findPages: async (query) =>
    templates.filter(({ title }) => title.toLowerCase().includes(query.toLowerCase())).map(pageOf),
  pageInfo: async (path) => {
    const found = templates.find(({ slug }) => `/${slug}` === path)
    return found ? pageOf(found) : null
  },
}
