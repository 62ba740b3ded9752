import type * as Y from 'yjs'
import { forgetDecoded, judged } from '@/document'
import type { Db } from '@/server/db/db'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import { askPage, SHORT, sizeOf } from './ask-page'
import { type Coming, type LivePage, NOTHING_CAME } from './live-page'
import { bytesOf, readStored } from './page-store'
import type { Judged } from './page-work'

/** An edit that brings more is decided about beside no other one of its page (`LivePage.inEditTurn`). */
export const ALONE_BYTES = 4096

/** What is known of an edit, and what has come into its page since that was found out. */
export interface Looked extends Judged {
  since(): Coming
}

/**
 * Looks at an edit of a page: at a large one in a worker, from what is stored, for `person`; null when it cannot be read. At any
 * other at once, so that it can be admitted in the same turn; `charge` does that. Throws `not-found` when the page is
 * gone, and like `askPage`.
 */
export function lookAtEdit(
  db: Db,
  page: LivePage,
  update: Uint8Array,
  { person, charge }: { person: string | null; charge<T>(act: () => T): T },
): Looked | Promise<Looked | null> {
  if (update.byteLength > SHORT) return lookAtLarge(db, page, update, person)
  const found = charge(() => lookHere(page.document, update))
  return { ...found, since: () => NOTHING_CAME }
}

function lookHere(document: Y.Doc, update: Uint8Array): Judged {
  try {
    return judged(document, update)
  } finally {
    forgetDecoded(update)
  }
}

async function lookAtLarge(
  db: Db,
  page: LivePage,
  update: Uint8Array,
  person: string | null,
): Promise<Looked | null> {
  const { moment, document } = page
  const stored = await readStored(db, document.name)
  if (!stored) throw new AppError('not-found', t('This page does not exist.'))
  const job = { stored: bytesOf(stored), update }
  const found = await askPage('judge', job, sizeOf(job.stored) + update.byteLength, person)
  return found && { ...found, since: () => page.since(moment) }
}
