import type { RawBuilder } from 'kysely'
import { PostgresAdapter } from 'kysely'
import type { Db } from '@/server/db/db'
import { postgresEngine } from './postgres-engine'
import { sqliteEngine } from './sqlite-engine'

/** A term that a page must have, or one of what it may stand for. */
export interface WantedTerm {
  /** Any of these. */
  anyOf: readonly { term: string; prefix: boolean }[]
}

/** Where on a page. */
export type Where = 'title' | 'anywhere'

/** What the index keeps of a page. */
export interface IndexedPage {
  documentId: string
  /** Changes when the words do; by it a page is known that was written by an older way of cutting words. */
  digest: string
  editedAt: string
  /** May its misspelt words be found? Until then it is among the pages that are still to be gone through. */
  isLearned: boolean
  title: ReadonlySet<string>
  words: ReadonlySet<string>
}

/**
 * The part of the search in which the databases differ. Terms are folded letters and digits (`terms`), never what was
 * typed, so that nothing of it can be read as an operator.
 */
export interface SearchEngine {
  /** Writes the words of a page, in place of those that were there. */
  write(db: Db, page: IndexedPage): Promise<void>
  /** These terms, every one of which a page must have, in the words of the database. */
  questionOf(wanted: readonly WantedTerm[], where: Where): string
  /** The pages that answer such a question, as a select of `document_id` and `edited_at`. */
  pagesWith(question: string, where: Where): RawBuilder<unknown>
  /** Which of these terms are found although they are misspelt. */
  learnedOf(db: Db, terms: readonly string[]): Promise<ReadonlySet<string>>
  /** Which of these terms are on any page. */
  termsInUse(db: Db, terms: readonly string[]): Promise<ReadonlySet<string>>
  /** Called after very many pages have been written at once. */
  settle(db: Db): Promise<void>
  /** Is this tag among those of `document`? */
  hasTag(tag: string): RawBuilder<boolean>
}

/** The engine of the database that is open. */
export const engineOf = (db: Db): SearchEngine =>
  db.getExecutor().adapter instanceof PostgresAdapter ? postgresEngine : sqliteEngine
