import type { Block } from '@/blocks'
import type { ParseHtml } from '@/blocks/html/read'
import type { ReadPage } from '@/blocks/markdown'
import type { CarriedReview } from '@/document'
import type { CarriedDiscussion } from '@/features/comments/carried'
import type { PageProperties } from '../page-properties'

/** What reading a file may use. */
export interface ReadTools {
  parseHtml: ParseHtml
  /** Called with the part that is done, 0 … 1, as often as something is done. */
  onProgress(done: number): void
  /** Of this server, such as `https://sheaf.example.org`: a link there is one to its path. Left out: links stay as they are. */
  origin?: string
}

/** A file that is to be read: its name tells its kind, its bytes are not trusted. */
export interface GivenFile {
  name: string
  bytes: Uint8Array
}

/** A picture or file that was inside a document; the blocks name it by `ref`, as if it were an address. */
export interface Enclosed {
  ref: string
  name: string
  bytes: Uint8Array
}

/** A page read from a file. */
export interface FileRead extends ReadPage {
  properties?: PageProperties
  enclosed?: readonly Enclosed[]
  discussions?: readonly CarriedDiscussion[]
  /** What the file suggests of the page; it settles to `blocks`. The authors are names. */
  review?: CarriedReview | undefined
}

/** A kind of file that can be imported. */
export interface ImportFormat {
  id: string
  label: string
  /** Without the dot, lower case. */
  extensions: readonly string[]
  /** Throws `AppError` in words for the person when the file is not what its name says. */
  read(file: GivenFile, tools: ReadTools): FileRead | Promise<FileRead>
}

/** A picture of ours that a page shows; the type is that of its bytes. */
export interface Picture {
  type: string
  bytes: Uint8Array
}

/** A page that is to be written. */
export interface GivenPage {
  title: string
  blocks: readonly Block[]
  properties: PageProperties
  /** Pictures by their address, for formats that hold them inside. */
  pictures: ReadonlyMap<string, Picture>
  /** In a `.zip`, the addresses there of the pages and files that are mentioned, by their ids. */
  beside?: ReadonlyMap<string, string>
  /** What people say about it, where that was asked for. */
  discussions?: readonly CarriedDiscussion[] | undefined
  /** What is suggested of it, where that was asked for and there is something. The authors are names. */
  review?: CarriedReview | undefined
  /** Where the addresses that begin with `/` are, such as `https://sheaf.example.org`. */
  origin: string
}

/** What can be chosen for a file. */
export interface WriteOptions {
  /** Between the cells of CSV. */
  delimiter?: ',' | ';' | '\t'
  /** Markdown that keeps all of the page, in comments that only we read. */
  exact?: boolean
  /** With what people say about the page, where the format can say it. */
  discussions?: boolean
  /** With what is suggested of the page, where the format can say it. */
  suggestions?: boolean
}

/** A file that was written; `name` sets it apart where one page makes several. */
export interface WrittenFile {
  /** Put behind the page's name, before the extension; empty for the only one. */
  suffix: string
  content: string | Uint8Array
}

/** A kind of file that a page can be exported as. */
export interface ExportFormat {
  /** No file where the page holds nothing that this format can say. */
  write(page: GivenPage, options: WriteOptions): readonly WrittenFile[] | Promise<readonly WrittenFile[]>
  /** How many bytes of pictures one file holds inside; left out: it holds none. They are read for it. */
  mostPictured?: number
  /** In a `.zip` the pictures lie beside it. */
  isAlone?: boolean
}
