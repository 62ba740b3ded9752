import type { Projection } from '@/server/collab/projection'

/** A column of a page in which what lists show differs from what the document says, both in words. */
export interface ProjectionDifference {
  column: keyof Projection
  stored: string
  document: string
}

/** What is wrong with one page, or with the store as a whole. */
export type Finding =
  /** A row of the log that cannot be read or applied. */
  | { kind: 'unreadable-edit'; updateId: number; bytes: number; madeAt: string; by: string | null }
  | { kind: 'unreadable-snapshot'; bytes: number; madeAt: string }
  /** Edits that build on earlier ones which are not stored: a gap in what these clients have written. */
  | { kind: 'missing-edits'; gaps: { client: number; from: number }[]; bytes: number }
  /** Rows that the snapshot holds already. */
  | { kind: 'folded-rows'; updateIds: number[] }
  /** Encoding the document and reading it again does not give the same. */
  | { kind: 'unstable-fold' }
  | { kind: 'projection'; differences: ProjectionDifference[] }
  /** Lists show something, and neither a snapshot nor a log is stored. */
  | { kind: 'no-content'; words: number }
  | { kind: 'older-layout' }
  /** Written by a newer version of Sheaf: nothing more can be said about it, and nothing is changed. */
  | { kind: 'newer-layout' }
  /** Reading it to its end takes more time or memory than there is. */
  | { kind: 'too-hard'; error: string }
  /** The database could not read the page's rows. */
  | { kind: 'unreadable-page'; error: string }
  /** Rows of the log and snapshots of a page that does not exist. */
  | { kind: 'orphans'; edits: number; snapshots: number; bytes: number }
  /** The next row of the log would get a number that is taken. */
  | { kind: 'numbering'; next: number; highest: number }
  /** A file whose bytes are not there (`stored` is null) or not as many as were received. */
  | { kind: 'file'; id: string; name: string; size: number; stored: number | null }
  /** Work that was tried as often as it may be, such as a letter that no mail server took. */
  | { kind: 'dead-job'; id: string; work: string; attempts: number; diedAt: string; error: string }
  /** What the database's own check says. */
  | { kind: 'database'; error: string }

/** What differs at one page; `documentId` is null for the store as a whole. */
export interface PageFindings {
  documentId: string | null
  title: string
  findings: Finding[]
  /** What a repair did, one sentence each; null when nothing was tried. */
  repair: { done: string[]; isSound: boolean } | null
}

/** One sentence for a person. */
export function sentenceOf(finding: Finding): string {
  switch (finding.kind) {
    case 'unreadable-edit':
      return `edit ${finding.updateId} (${finding.bytes} bytes, made ${finding.madeAt} by ${finding.by ?? 'the server'}) cannot be read`
    case 'unreadable-snapshot':
      return `the snapshot (${finding.bytes} bytes, made ${finding.madeAt}) cannot be read`
    case 'missing-edits': {
      const gaps = finding.gaps.map(({ client, from }) => `client ${client} from ${from} on`)
      return `edits (${finding.bytes} bytes) wait for others that are not stored: ${gaps.join(', ') || 'deletions'}`
    }
    case 'folded-rows':
      return `${count(finding.updateIds.length, 'edit')} of the log are in the snapshot already (${finding.updateIds.slice(0, 5).join(', ')}${finding.updateIds.length > 5 ? ', …' : ''})`
    case 'unstable-fold':
      return 'the document reads differently after it was folded'
    case 'projection': {
      const parts = finding.differences.map((d) => `${d.column}: shown ${d.stored}, stored ${d.document}`)
      return `what lists show is not what the page holds: ${parts.join('; ')}`
    }
    case 'no-content':
      return `lists show ${count(finding.words, 'word')}, and the page has neither a log nor a snapshot`
    case 'older-layout':
      return 'the page is stored as an older version of Sheaf did; opening it brings it over'
    case 'newer-layout':
      return 'the page was written by a newer version of Sheaf; this one can neither check nor change it'
    case 'too-hard':
      return `the page cannot be read to its end: ${finding.error}`
    case 'unreadable-page':
      return `the database cannot read its rows: ${finding.error}`
    case 'orphans':
      return `${count(finding.edits, 'edit')} and ${count(finding.snapshots, 'snapshot')} (${finding.bytes} bytes) of a page that does not exist`
    case 'numbering':
      return `the next edit would get the number ${finding.next}, and ${finding.highest} is taken already`
    case 'file': {
      const found = finding.stored === null ? 'are not there' : `are ${finding.stored}`
      return `the ${finding.size} bytes of the file ${finding.id} (${JSON.stringify(finding.name)}) ${found}; restore a backup to have it again`
    }
    case 'dead-job':
      return `the job ${finding.id} (${finding.work}) was given up ${finding.diedAt} after ${count(finding.attempts, 'attempt')}: ${finding.error}`
    case 'database':
      return `the database itself is damaged: ${finding.error}; restore a backup`
  }
}

/** `1 edit`, `2,000 edits`. */
export const count = (n: number, noun: string): string =>
  `${n.toLocaleString('en-US')} ${noun}${n === 1 ? '' : 's'}`
