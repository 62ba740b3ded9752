import type { Editor } from '@tiptap/core'
import { PageSign } from '@/blocks/icon/page-sign'
import {
  foundIn,
  highlightMention,
  MENTION_LIST_ID,
  type MentionChoice,
  mentionOf,
  pickMention,
} from '../core/mention'
import { Icon } from './icons'
import { TypedMenu } from './typed-menu'
import { useEditorValue } from './use-editor-value'

const GROUP_ICONS = {
  Date: 'calendar',
  'Link to page': 'file-text',
  People: 'user',
  Files: 'paperclip',
} as const
/** Files by what they are shown as. */
const FILE_ICONS = { image: 'image', video: 'video', audio: 'music', file: 'paperclip' } as const

function ChoiceIcon({ choice }: { choice: MentionChoice }) {
  const sign = <Icon name={choice.block ? FILE_ICONS[choice.block.kind] : GROUP_ICONS[choice.group]} />
  return <PageSign icon={choice.icon} empty={sign} />
}

/** What `@` offers (dates, pages, people) and `#` (files); typing searches. */
export function MentionMenu({ editor }: { editor: Editor }) {
  const mention = useEditorValue(editor, ({ state }) => mentionOf(state))
  if (!mention) return null
  const { view } = editor
  const found = foundIn(mention)
  const isLooking = mention.others === null
  const isFiles = mention.trigger === '#'
  // A `#` is often the beginning of a heading: nothing is shown for it before there is something to show.
  if (isFiles && isLooking && mention.query === '') return null
  const says =
    found.length > 0
      ? `${found.length} suggestions`
      : isLooking
        ? 'Searching...'
        : isFiles
          ? 'No media files found'
          : 'No results'
  return (
    <TypedMenu
      view={view}
      from={mention.from}
      id={MENTION_LIST_ID}
      label={isFiles ? 'Files' : 'Mention'}
      options={found.map((choice) => ({
        id: choice.id,
        label: choice.label,
        group: choice.group,
        icon: <ChoiceIcon choice={choice} />,
        ...(choice.hint ? { hint: choice.hint } : {}),
      }))}
      active={mention.active}
      says={says}
      onActive={(index) => highlightMention(view, index)}
      onPick={(index) => pickMention(view, found[index]!)}
    />
  )
}
