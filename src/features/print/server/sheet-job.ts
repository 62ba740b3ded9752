import type { Block } from '@/blocks'
import type { SubPage } from '@/blocks/kit/block-program'
import type { Cover, CoverFit } from '@/features/pages/cover/cover'
import type { PersonFormats } from '@/server/person-formats'
import type { FontFiles } from './fonts'

/** A page as it is to be drawn. */
export interface SheetJob {
  documentId: string
  /** The origin that links of the page begin with. */
  origin: string
  title: string
  /** An emoji, or the name of a drawing. */
  icon: string | null
  cover: Cover | null
  coverFit: CoverFit
  /** Seen where a picture leaves room. */
  gradient: string | null
  look: { textStyle: 'default' | 'serif' | 'mono'; isSmall: boolean; isWide: boolean }
  blocks: Block[]
  /** How the person writes days. */
  days: PersonFormats
  /** Only the blocks with these ids, without title and cover; `null`: the whole page. */
  chosen: string[] | null
  disableMedia: boolean
  /** The pictures that are brought along: the address in the page → where the document asks for it. */
  pictures: [url: string, path: string][]
  subPages: SubPage[]
  /** The height of a picture that fills a sheet, in CSS pixels; `null` where there are no sheets. */
  sheetHeight: number | null
  /** Says how to print it, for a person who looks at it. */
  hint: boolean
  fonts: FontFiles
  /** Where the document asks for the face with emoji; `null`: it is drawn without one. */
  emojiPath: string | null
}

/** What the worker says. */
export type SheetMessage =
  | { say: 'drawn'; html: string }
  | { say: 'nothing-chosen' }
  | { say: 'failed'; reason: string }
