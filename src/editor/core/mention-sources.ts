import { fileSize, kindOfFile } from '@/blocks/media/media-url'
import { t } from '@/shared/i18n'
import type { EditorHost } from '../source'
import type { MentionChoice } from './mention'

/** The pages and people that the application finds. */
export async function findOthers(host: EditorHost, query: string): Promise<MentionChoice[]> {
  const [pages, people] = await Promise.all([host.findPages?.(query) ?? [], host.findPeople?.(query) ?? []])
  return [
    ...pages.map(
      ({ path, title, icon, coverImage }): MentionChoice => ({
        id: `page-${path.slice(1)}`,
        label: title || t('Untitled'),
        group: 'Link to page',
        icon,
        kind: 'mention',
        attributes: { key: path, value: title, icon, coverImage: coverImage ?? null },
      }),
    ),
    ...people.map(
      ({ id, name, email }): MentionChoice => ({
        id: `person-${id}`,
        label: name,
        group: 'People',
        ...(email ? { hint: email } : {}),
        icon: null,
        kind: 'mention',
        attributes: { key: id, value: name },
      }),
    ),
  ]
}

/** The files that the application keeps. */
export async function findFiles(host: EditorHost, query: string): Promise<MentionChoice[]> {
  const files = (await host.findFiles?.(query)) ?? []
  // What is in this tab only cannot be found by others, nor by oneself tomorrow.
  const kept = files.filter(({ isKept }) => isKept)
  return kept.map(({ id, url, name, type, size }) => {
    const kind = kindOfFile(type, name)
    const attributes = { url, name, isUpload: true, mimeType: type, size }
    return {
      id: `file-${id}`,
      label: name,
      group: 'Files',
      hint: fileSize(size),
      icon: null,
      kind: 'mention',
      attributes: { key: id, value: name, trigger: '#' },
      block: { kind, attributes },
    }
  })
}
