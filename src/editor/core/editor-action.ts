import type { Command, EditorState } from '@tiptap/pm/state'
import { type Action, asks, type InPlace, inEditor } from '@/blocks/kit/action'
import { headingOf, inSentence, t } from '@/shared/i18n'

/** An action that is a ProseMirror command. */
export interface CommandInput extends Omit<Action, 'command' | 'isActive' | 'places'> {
  command: Command
  /** Does it hold for the selection already? */
  isActive?(state: EditorState): boolean
  places?: Action['places']
}

/** Makes an action of a ProseMirror command. Without `places` it stands where a toolbar puts it. */
export const commandAction = ({ command, isActive, places = {}, ...rest }: CommandInput): Action => ({
  ...rest,
  places,
  command: inEditor(command),
  ...(isActive && { isActive: asks(isActive) }),
})

export interface BlockActionInput extends Omit<CommandInput, 'places'> {
  group: string
  /** What it is called in the palette, where its label and its group would not say enough. */
  palette?: string
}

/** Outside of the block menu a label has to say what it is about. */
function paletteLabel({ group, label, palette }: BlockActionInput): string {
  if (palette) return palette
  if (group === 'Turn into') return t('Turn into {label}', { label: inSentence(label) })
  return group === 'Actions'
    ? t('{label} block', { label })
    : t('{group}: {label}', { group: headingOf(group), label: inSentence(label) })
}

/** The heading of the palette under which stands what the editor can do. */
export const IN_PALETTE = { group: 'Editor' } satisfies InPlace

/** Makes an action for the block menu and the palette. */
export const blockAction = ({ palette, ...input }: BlockActionInput): Action =>
  commandAction({
    ...input,
    places: {
      blockMenu: {},
      palette: { ...IN_PALETTE, label: paletteLabel({ ...input, ...(palette && { palette }) }) },
    },
  })
