import type { Block } from '@/blocks'
import type { CarriedReview } from '@/document'
import type { CarriedDiscussion } from '@/features/comments/carried'
import type { PersonFormats } from '@/server/person-formats'
import type { AppErrorCode } from '@/shared/errors'
import type { Picture, WriteOptions, WrittenFile } from '../formats/format'
import type { ExportFormatId } from '../model'
import type { PageProperties } from '../page-properties'
import type { ImportPart, ImportSource, PagePart } from './import-parts'

/** A page to be written as a file. */
export interface WriteJob {
  format: ExportFormatId
  title: string
  blocks: Block[]
  properties: PageProperties
  pictures: [string, Picture][]
  /** As in `GivenPage`. */
  beside: [string, string][]
  origin: string
  options: WriteOptions
  /** How the person writes days. */
  days: PersonFormats
  discussions?: CarriedDiscussion[] | undefined
  review?: CarriedReview | undefined
}

/** Work for the worker: to begin with a file, to give the next part of it, to write a page. */
export type ParseJob = { ask: 'read'; source: ImportSource } | { ask: 'next' } | ({ ask: 'write' } & WriteJob)

/** What came of a file: a page has its blocks as JSON, which is handed on as it is. */
export type ReadPart = Exclude<ImportPart, PagePart> | (Omit<PagePart, 'blocks'> & { rich: string })

/** What the worker says: that it runs, that something is done, or what came of the work. */
export type ParseMessage =
  | { say: 'ready' }
  | { say: 'progress'; done: number }
  | { say: 'plan'; pages: number }
  | { say: 'begun' }
  | ReadPart
  | { say: 'written'; files: readonly WrittenFile[] }
  | { say: 'refused'; code: AppErrorCode; reason: string }
  | { say: 'failed'; reason: string }

/** What ends a piece of work. */
export type ParseAnswer = Exclude<ParseMessage, { say: 'ready' } | { say: 'progress' } | { say: 'plan' }>
