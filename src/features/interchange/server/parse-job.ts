import type { Block } from '@/blocks'
import type { ExportFormatId, ImportReceipt } from '../model'

/** Work for the worker: to read a file, or to write one. */
export type ParseJob =
  | { work: 'read'; format: string; text: string }
  | { work: 'write'; format: ExportFormatId; blocks: Block[]; title: string }

/** What came of a file that was read; never more than one page may be imported with. */
export interface ReadFile {
  title: string
  blocks: Block[]
  receipt: ImportReceipt
}

/** What the worker says: that it runs, that something is done, or how it ended. */
export type ParseMessage =
  | { say: 'ready' }
  | { say: 'progress'; done: number }
  | { say: 'read'; page: ReadFile }
  | { say: 'too-large'; reason: string }
  | { say: 'written'; text: string }
  | { say: 'failed'; reason: string }
