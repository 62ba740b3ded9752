import { embeddedText } from '@/shared/embedding'
import { t } from '@/shared/i18n'
import { pathTo, type Template, templates } from './model'

/** A template as it is compared by meaning (product.md 3.6). */
export interface EmbeddedTemplate {
  /** The slug. */
  id: string
  title: string
  icon: string
  /** The title of its parent, or "General". */
  category: string
  /** `Parent > Title`, or the title. */
  path: string
  /** Plain text. */
  content: string
  /** 512 numbers, of length 1. */
  embedding: Float32Array
}

/** What is told before the templates, one JSON value a line, on `GET /api/templates/embedded`. */
export interface EmbeddedStart {
  count: number
  /** Only vectors of one model can be compared. */
  model: string
}

/** A template on that way: its vector as the Base64 of 512 little-endian floats. */
export type EmbeddedLine = Omit<EmbeddedTemplate, 'embedding'> & { embedding: string }

/** What there is to say about each template but its vector. `contents`: the plain text of each, by slug; those without are left out. */
export function describedTemplates(
  contents: ReadonlyMap<string, string>,
): Omit<EmbeddedTemplate, 'embedding'>[] {
  return templates.flatMap((template) => {
    const content = contents.get(template.slug)?.trim() ?? ''
    return content === '' ? [] : [{ ...placeOf(template), content }]
  })
}

function placeOf({ slug, title, icon }: Template) {
  const parent = pathTo(slug).at(-2)
  return {
    id: slug,
    title,
    icon,
    category: parent?.title ?? t('General'),
    path: parent ? `${parent.title} > ${title}` : title,
  }
}

/** The text of a template that its vector is made of (product.md 7.43). */
export const textOf = ({ title, content }: { title: string; content: string }): string =>
  embeddedText(title, content)
