import type { AppErrorCode } from '@/shared/errors'
import type { PdfOptions, PngOptions } from './draw'

/* What the server and the thread that drives the browser (`drawing-worker.ts`) tell each other. */

/** What the thread is given when it is started. */
export interface DrawingStart {
  /** The program of the browser. */
  program: string
  /** The address of the library that drives it: the thread's own file may stand where no package is found. */
  driver: string
  /** How long the browser may take to start, in milliseconds. */
  startMs: number
}

export type Drawing = { as: 'pdf'; options: PdfOptions } | { as: 'png'; options: PngOptions }

export interface Resource {
  type: string
  bytes: Uint8Array<ArrayBuffer>
}

export type ToDrawing =
  | { say: 'draw'; id: number; html: string; drawing: Drawing }
  /** The answer to `ask`. */
  | { say: 'resource'; ask: number; found: Resource | null }
  | { say: 'end' }

export type FromDrawing =
  | { say: 'started'; pid: number | null }
  /** It runs without its sandbox. */
  | { say: 'unprotected'; reason: unknown }
  /** `isLate`: it took longer than it may. */
  | { say: 'not-started'; error: unknown; isLate: boolean }
  /** The document with this id asks for something that it brought along. */
  | { say: 'ask'; ask: number; id: number; path: string }
  | { say: 'drawn'; id: number; bytes: Uint8Array<ArrayBuffer> }
  | { say: 'refused'; id: number; code: AppErrorCode; reason: string }
  | { say: 'failed'; id: number; error: unknown }
