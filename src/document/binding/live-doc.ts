import * as Y from 'yjs'
import { createPageDoc } from '../format/page-doc'

/** The event of a {@link LiveDoc} that tells of an error in one of its listeners, with that error. */
export const LISTENER_FAILED = 'listenerFailed'

type Listener = (...args: unknown[]) => void

/**
 * A page's doc, all of whose listeners hear of everything, whatever one of them throws. With a plain doc an error keeps
 * the listeners after it from hearing of an edit (the browser's copy, the socket, the count of what is unsent), and one
 * in `update` leaves Yjs in the middle of its clean-up: from then on nobody would be told of any edit at all.
 * Errors are told with {@link LISTENER_FAILED}; where nobody listens to that, they are thrown in a turn of their own.
 */
export class LiveDoc extends Y.Doc {
  override emit(name: string, args: unknown[]): void {
    const errors: unknown[] = []
    const listeners = this._observers.get(name as never) as Iterable<Listener> | undefined
    for (const listener of [...(listeners ?? [])]) {
      try {
        listener(...args)
      } catch (error) {
        errors.push(error)
      }
    }
    for (const error of errors) this.reportFailure(error, name)
  }

  private reportFailure(error: unknown, during: string): void {
    const isHeard = during !== LISTENER_FAILED && this._observers.has(LISTENER_FAILED as never)
    if (isHeard) this.emit(LISTENER_FAILED, [error])
    else
      queueMicrotask(() => {
        throw error
      })
  }
}

/** A new, empty page document for an editor and its connection. */
export const createLiveDoc = (documentId: string): LiveDoc =>
  createPageDoc(new LiveDoc({ guid: documentId })) as LiveDoc
