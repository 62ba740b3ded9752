import {
  ALargeSmall,
  AppWindow,
  ArrowDown,
  ArrowLeft,
  ArrowRight,
  ArrowUp,
  AtSign,
  Baseline,
  BetweenVerticalStart,
  Bold,
  Calendar,
  CaseLower,
  CaseUpper,
  ChartColumn,
  ChevronsUpDown,
  Circle,
  Code,
  CodeXml,
  Columns2,
  Columns3,
  Columns3Cog,
  Copy,
  CopyPlus,
  Download,
  Ellipsis,
  Equal,
  FileText,
  Heading1,
  Heading2,
  Heading3,
  Heading4,
  Heading5,
  Heading6,
  Highlighter,
  Image,
  IndentDecrease,
  IndentIncrease,
  Italic,
  Keyboard,
  Lightbulb,
  LineHeight,
  Link,
  List,
  ListCollapse,
  ListOrdered,
  ListRestart,
  ListTodo,
  type LucideIcon,
  Mic,
  Minus,
  MoveHorizontal,
  Music,
  PaintBucket,
  Palette,
  PanelTopClose,
  Paperclip,
  Pilcrow,
  Plus,
  Quote,
  Radical,
  Redo2,
  RemoveFormatting,
  Repeat,
  Search,
  Shapes,
  Sigma,
  Smile,
  SmilePlus,
  Sparkles,
  Square,
  SquareCheck,
  SquareCode,
  SquareSlash,
  Strikethrough,
  Subscript,
  Superscript,
  Table,
  TableOfContents,
  TableProperties,
  TextAlignCenter,
  TextAlignEnd,
  TextAlignJustify,
  TextAlignStart,
  Trash2,
  Type,
  Underline,
  Undo2,
  Upload,
  User,
  Video,
} from 'lucide-react'
import type { ComponentType } from 'react'
import type { Action } from '@/blocks/kit/action'
import { t } from '@/shared/i18n'
import './color-panel.css'

/** The icons that block and mark kinds name, by their lucide name. */
const ICONS: Record<string, LucideIcon> = {
  'arrow-down': ArrowDown,
  'arrow-left': ArrowLeft,
  'arrow-right': ArrowRight,
  'arrow-up': ArrowUp,
  'at-sign': AtSign,
  'between-vertical-start': BetweenVerticalStart,
  bold: Bold,
  calendar: Calendar,
  'case-lower': CaseLower,
  'case-upper': CaseUpper,
  'chevrons-up-down': ChevronsUpDown,
  circle: Circle,
  code: Code,
  'columns-2': Columns2,
  'columns-3': Columns3,
  'columns-3-cog': Columns3Cog,
  copy: Copy,
  download: Download,
  upload: Upload,
  'copy-plus': CopyPlus,
  'file-text': FileText,
  equal: Equal,
  'heading-1': Heading1,
  'heading-2': Heading2,
  'heading-3': Heading3,
  'heading-4': Heading4,
  'heading-5': Heading5,
  'heading-6': Heading6,
  highlighter: Highlighter,
  italic: Italic,
  keyboard: Keyboard,
  lightbulb: Lightbulb,
  link: Link,
  list: List,
  'list-collapse': ListCollapse,
  'list-ordered': ListOrdered,
  'list-restart': ListRestart,
  'list-todo': ListTodo,
  mic: Mic,
  minus: Minus,
  'move-horizontal': MoveHorizontal,
  palette: Palette,
  pilcrow: Pilcrow,
  quote: Quote,
  radical: Radical,
  sigma: Sigma,
  smile: Smile,
  square: Square,
  'square-check': SquareCheck,
  'square-code': SquareCode,
  strikethrough: Strikethrough,
  subscript: Subscript,
  superscript: Superscript,
  table: Table,
  'table-of-contents': TableOfContents,
  'trash-2': Trash2,
  type: Type,
  underline: Underline,
  user: User,
  'align-left': TextAlignStart,
  'align-center': TextAlignCenter,
  'align-right': TextAlignEnd,
  'align-justify': TextAlignJustify,
  'line-height': LineHeight,
  'remove-formatting': RemoveFormatting,
  baseline: Baseline,
  'paint-bucket': PaintBucket,
  'a-large-small': ALargeSmall,
  image: Image,
  video: Video,
  music: Music,
  paperclip: Paperclip,
  'app-window': AppWindow,
  'table-properties': TableProperties,
  'chart-column': ChartColumn,
  'smile-plus': SmilePlus,
  'code-xml': CodeXml,
  search: Search,
  undo: Undo2,
  redo: Redo2,
  repeat: Repeat,
  more: Ellipsis,
  indent: IndentIncrease,
  outdent: IndentDecrease,
  'minus-small': Minus,
  plus: Plus,
  slash: SquareSlash,
  sparkles: Sparkles,
  'panel-top-close': PanelTopClose,
}

/** The icon of that name; a name that is not in the list shows a plain shape, that of a colour (`text-red`) a sample. */
export function Icon({ name }: { name: string }) {
  const sample = /^(text|background)-([a-z]+)$/.exec(name)
  if (sample) return <ColorSample of={sample[1] as 'text' | 'background'} color={sample[2]!} />
  const Found = ICONS[name] ?? Shapes
  return <Found aria-hidden size={16} />
}

/** The icon of an action: a component of its own, or one of those named here. */
export function ActionIcon({ icon: Sign = '' }: Pick<Action, 'icon'>) {
  return typeof Sign === 'string' ? <Icon name={Sign} /> : <Sign aria-hidden size={16} />
}

/** The same as a component, for what takes one. The same name always gives the same component. */
export function iconNamed(name: string): ComponentType {
  const known = named.get(name) ?? (() => <Icon name={name} />)
  named.set(name, known)
  return known
}
const named = new Map<string, ComponentType>()

/** A letter in a colour, or on one. */
export function ColorSample({ of, color }: { of: 'text' | 'background'; color: string }) {
  const isDefault = color === 'default'
  const ink = `var(--color-text${isDefault || of === 'background' ? '' : `-${color}`})`
  const ground = isDefault || of === 'text' ? 'transparent' : `var(--color-background-${color})`
  return (
    <span aria-hidden className="color-sample" style={{ color: ink, background: ground }}>
      {t('A')}
    </span>
  )
}

/** The letter on a tool for colours: in the colours that the words have. */
export function ShownColors({ color, background }: { color: string; background: string }) {
  return (
    <span
      aria-hidden
      style={{
        ...(color ? { color: `var(--color-text-${color})` } : {}),
        ...(background ? { background: `var(--color-background-${background})` } : {}),
      }}
    >
      {t('A')}
    </span>
  )
}
