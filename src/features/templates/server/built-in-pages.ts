/// <reference types="vite/types/importMeta.d.ts" />
import type { Block } from '@/blocks'
import { invariant } from '@/shared/errors'
import { language } from '@/shared/i18n'
import { descendantsOf, templateOf } from '../model'
import { readyBlocks } from '../ready/ready-blocks'
import { readyPagesIn, readyTemplateOf } from '../ready/ready-templates'
import { templatePage } from './template-pages'

/** The Markdown of the ready templates: the English ones in the folder itself, the others in one of their language. */
const files = import.meta.glob<string>('../ready/**/*.md', { query: '?raw', import: 'default' })

/** A page that is made of a built-in template, before anything of it is stored. */
export interface BuiltInPage {
  /** The slug or the id of the template: what links inside it lead to. */
  key: string
  /** The page of the same template that it lies in; null for the first one. */
  parent: string | null
  title: string
  icon: string
  blocks(): Promise<Block[]>
}

/**
 * The pages that a built-in template makes, each behind the one it lies in: a ready one by its id, or a sample page by its slug.
 * `null` when there is none of this name. Titles and bodies are in the caller's language. `today`: where the caller is.
 */
export function builtInPages(root: string, today: string): BuiltInPage[] | null {
  const ready = readyTemplateOf(root)
  if (ready)
    return [ready, ...readyPagesIn(root)].map(({ id, parent, title, icon }) => ({
      key: id,
      parent: id === root ? null : parent,
      title,
      icon,
      async blocks() {
        const load = files[`../ready/${language()}/${id}.md`] ?? files[`../ready/${id}.md`]
        invariant(load, `the template ${id} has a page`)
        return readyBlocks(await load(), today)
      },
    }))
  const sample = templateOf(root)
  if (!sample) return null
  return [sample, ...descendantsOf(root)].map(({ slug, parent, title, icon }) => ({
    key: slug,
    parent: slug === root ? null : parent,
    title,
    icon,
    async blocks() {
      const found = await templatePage(slug)
      invariant(found, `the template ${slug} has a page`)
      return found.blocks
    },
  }))
}
