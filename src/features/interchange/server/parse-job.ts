import type { Block, ReadPage } from '@/blocks'
import type { ExportFormatId } from '../model'

/** Work for the worker: to read a file, or to write one. */
export type ParseJob =
  | { work: 'read'; format: string; text: string }
  | { work: 'write'; format: ExportFormatId; blocks: Block[]; title: string }

/** What the worker says: that it runs, that something is done, or how it ended. */
export type ParseMessage =
  | { say: 'ready' }
  | { say: 'progress'; done: number }
  | { say: 'read'; page: ReadPage }
  | { say: 'written'; text: string }
  | { say: 'failed'; reason: string }
