import { fileSize, kindOfFile } from '@/blocks/media/media-url'
import { t } from '@/shared/i18n'
import type { EditorHost } from '../source'
import type { MentionChoice } from './mention'

/** What a page is to be called that is asked for: by `[[` whatever is typed, by `@` what stands behind "new". */
const newTitle = (trigger: string, query: string): string =>
  (trigger === '[' ? query : (/^new\s+(.*)$/i.exec(query)?.[1] ?? '')).trim()

/** A page of this title inside the one that is written in. */
function newPage({ makeSubPage }: EditorHost, title: string): MentionChoice[] {
  if (!makeSubPage || title === '') return []
  return [
    {
      id: 'new-page',
      label: t('New page “{title}”', { title }),
      group: 'New page',
      icon: null,
      kind: 'mention',
      attributes: {},
      async make() {
        const made = await makeSubPage(title)
        return made && { key: made.path, value: made.title, icon: made.icon }
      },
    },
  ]
}

/**
 * The pages, and for `@` the people, that the application finds; a new page stands behind them. Throws when one of the two could not be
 * looked for and the other has nothing.
 */
export async function findOthers(host: EditorHost, trigger: string, query: string): Promise<MentionChoice[]> {
  const asked = await Promise.allSettled([
    host.findPages?.(query) ?? [],
    trigger === '@' ? (host.findPeople?.(query) ?? []) : [],
  ])
  const [pages, people] = [foundBy(asked[0]), foundBy(asked[1])]
  const failed = asked.find(({ status }) => status === 'rejected')
  if (failed && pages.length + people.length === 0) throw (failed as PromiseRejectedResult).reason
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
      ({ id, name, email, avatarUrl }): MentionChoice => ({
        id: `person-${id}`,
        label: name,
        group: 'People',
        ...(email ? { hint: email } : {}),
        icon: null,
        ...(avatarUrl ? { avatarUrl } : {}),
        kind: 'mention',
        attributes: { key: id, value: name },
      }),
    ),
    ...newPage(host, newTitle(trigger, query)),
  ]
}

const foundBy = <Found>(answer: PromiseSettledResult<readonly Found[]>): readonly Found[] =>
  answer.status === 'fulfilled' ? answer.value : []

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
