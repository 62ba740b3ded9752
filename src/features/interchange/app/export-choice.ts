import type { ComponentType } from 'react'
import { fetchAs } from '@/app/rpc'
import { t } from '@/shared/i18n'
import { LEFT_OUT_LIST } from '../model'
import { errorIn } from './send-file'

/** What one export is asked for. */
export interface ExportAsked<Options> {
  page: { id: string; title: string }
  /** The page with everything below it, as a `.zip`. */
  subPages: boolean
  options: Options
  signal: AbortSignal
  /** Called with the part that is done, 0 … 1, by those who know. */
  onProgress(done: number): void
}

/** A file to be saved; without a name it is called after the page. */
export interface MadeFile {
  file: Blob
  name?: string
  /** How many pictures and files are only links in it, because it would be too large. */
  leftOut?: number
  /** Is it a `.zip` that lacks something, which a list in it names? */
  lacksSome?: boolean
}

/** The panel in which a format's options are chosen. */
export interface OptionsPanelProps<Options> {
  value: Options
  onChange(next: Options): void
  disabled: boolean
}

interface ExportChoiceInput<Options> {
  id: string
  label: string
  /** One line under the list: what it is good for. */
  hint: string
  /** Without the dot; of the file with one page. */
  extension: string
  /** Who makes the file. What the browser makes is of the page as it is on the screen. */
  madeBy: 'server' | 'browser'
  /** Can it take the sub-pages along? */
  takesSubPages: boolean
  /** What can be chosen, and what is chosen at first. */
  options?: { initial: Options; Panel: ComponentType<OptionsPanelProps<Options>> }
  /** Makes the file. Rejects with an `Error` in words for the person, or with the reason of `signal`. */
  make(asked: ExportAsked<Options>): Promise<MadeFile>
}

/** A format in the export window. */
export type ExportChoice = ExportChoiceInput<unknown>

/** Keeps a format's options its own business: the window hands back to it what came from it. */
export const defineExport = <Options>(input: ExportChoiceInput<Options>): ExportChoice =>
  input as unknown as ExportChoice

/** Fetches a file that the server makes. Rejects with an `Error` in words for the person. */
export async function fetchFile(
  address: string,
  { signal, onProgress, ...init }: RequestInit & { signal: AbortSignal; onProgress?: (done: number) => void },
): Promise<MadeFile> {
  const answer = await fetchAs(address, { ...init, signal }).catch((cause) => {
    throw new Error(t('The server cannot be reached. Please try again.'), { cause })
  })
  if (!answer.ok) {
    // A gateway in between may answer without our words.
    const words = errorIn(await answer.json().catch(() => null))
    throw new Error(words ?? t('The server answered {status}.', { status: answer.status }))
  }
  const file = await received(answer, onProgress).catch((cause) => {
    throw new Error(t('The file broke off on its way. Please try again.'), { cause })
  })
  const name = fileNameIn(answer.headers.get('content-disposition'))
  const leftOut = Number(answer.headers.get(LEFT_OUT) ?? 0)
  const lacksSome = file.type === ZIP && (await listsLeftOut(file))
  return {
    file,
    ...(name !== null && { name }),
    ...(leftOut > 0 && { leftOut }),
    ...(lacksSome && { lacksSome }),
  }
}

const ZIP = 'application/zip'

/** Does the end of a `.zip`, where its list of files is, name the list of what is not in it? */
async function listsLeftOut(file: Blob): Promise<boolean> {
  const end = new TextDecoder('latin1').decode(await file.slice(-END_OF_LIST).arrayBuffer())
  for (let at = end.indexOf(LEFT_OUT_LIST); at !== -1; at = end.indexOf(LEFT_OUT_LIST, at + 1))
    if (end.startsWith(ENTRY, at - ENTRY_LENGTH)) return true
  return false
}

/** How an entry of that list begins, and how long it is before the name. */
const ENTRY = 'PK\x01\x02'
const ENTRY_LENGTH = 46

/** Bytes of its last two entries, and more. */
const END_OF_LIST = 2048

/** How many pictures and files the server could not put into the file. */
const LEFT_OUT = 'x-sheaf-left-out'
/** How many files are in a `.zip` that the server sends. */
const ENTRIES = 'x-sheaf-entries'

/** The body; how far a `.zip` is follows from how many of its files have begun. */
async function received(answer: Response, onProgress?: (done: number) => void): Promise<Blob> {
  const expected = Number(answer.headers.get(ENTRIES))
  if (!onProgress || !answer.body || !(expected > 0)) return answer.blob()
  const parts: Uint8Array<ArrayBuffer>[] = []
  let begun = 0
  const reader = answer.body.getReader()
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    parts.push(next.value)
    begun += entriesIn(next.value)
    onProgress(Math.min(1, begun / expected))
  }
  return new Blob(parts, { type: answer.headers.get('content-type') ?? '' })
}

/** The starts of files in this part of a `.zip` (`PK`, 3, 4). Roughly, which is enough to show how far it is. */
function entriesIn(bytes: Uint8Array): number {
  let found = 0
  for (let at = bytes.indexOf(0x50); at !== -1; at = bytes.indexOf(0x50, at + 1))
    if (bytes[at + 1] === 0x4b && bytes[at + 2] === 3 && bytes[at + 3] === 4) found++
  return found
}

function fileNameIn(disposition: string | null): string | null {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1]
  if (encoded === undefined) return null
  try {
    return decodeURIComponent(encoded)
  } catch {
    return null
  }
}
