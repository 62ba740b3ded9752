import { forgetDecoded, type Judged, judged } from '@/document'
import type { Db } from '@/server/db/db'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import { askPage, SHORT } from './ask-page'
import type { Coming } from './edits-on-the-way'
import type { LivePage } from './live-page'
import { bytesOf, readStored } from './page-store'

/** An edit that brings more is decided about beside no other one of its page (`LivePage.inEditTurn`). */
export const ALONE_BYTES = 4096

/** What is known of an edit, and what has come into its page since that was found out, or is on its way. */
export interface Looked extends Judged {
  since(): Coming
}

/** What is asked of a page of which an edit is looked at. */
type LookedInto = Pick<LivePage, 'onTheWay' | 'workFor' | 'signal'> & { document: { name: string } }

/** Is an edit looked at in a worker? Any other is looked at in the turn in which it is admitted. */
export const isLarge = (update: Uint8Array): boolean => update.byteLength > SHORT

/** Could what was found out be otherwise once more edits have come, because it builds on what the page lacks, or seems to say what no page can hold? */
export const leansOnMore = ({ facts }: Looked): boolean =>
  facts.waits !== 'nothing' ||
  facts.deletesAhead.size > 0 ||
  !(facts.isSound && facts.keepsLayout) ||
  facts.contradicts ||
  facts.isTrapped

/** Looks at an edit that is not large, here and now. Throws when it cannot be read. */
export function lookAtShort({ document, onTheWay }: LivePage, update: Uint8Array): Looked {
  const { moment } = onTheWay
  try {
    return { ...judged(document, update), since: () => onTheWay.since(moment) }
  } finally {
    forgetDecoded(update)
  }
}

/**
 * Looks at a large edit of `person` in a worker, from what is stored of its page when its turn has come; null when it cannot be read.
 * `isAwaited`: others wait for it, as the edit has the turn of its page; what somebody has sent and holds up nobody waits behind their
 * other work. Throws `not-found` when the page is gone, and like `askPage`.
 */
export async function lookAtLarge(
  db: Db,
  page: LookedInto,
  update: Uint8Array,
  person: string | null,
  { isAwaited }: { isAwaited: boolean },
): Promise<Looked | null> {
  const { document, onTheWay } = page
  let { moment } = onTheWay
  const job = async () => {
    // Before it is read: what comes meanwhile may be read, or not.
    moment = onTheWay.moment
    const stored = await readStored(db, document.name)
    if (!stored) throw new AppError('not-found', t('This page does not exist.'))
    return { stored: bytesOf(stored), update }
  }
  const by = isAwaited ? page.workFor(person) : person
  const found = await askPage('judge', job, update.byteLength, by, page.signal)
  return found && { ...found, since: () => onTheWay.since(moment) }
}
