import type { Node as PMNode } from '@tiptap/pm/model'
import type { EditorView, ViewMutationRecord } from '@tiptap/pm/view'
import type { ActionPage } from './action'

/** A page as it is mentioned. */
export interface PageInfo {
  /** `/` and its id. */
  path: string
  title: string
  icon: string | null
  /** Left out where the application does not know it. */
  coverImage?: string | null
}

export interface PersonInfo {
  id: string
  name: string
  email?: string
  /** The address of their picture. */
  avatarUrl?: string | null
}

/** A file that the application keeps (product.md 3.18, 7.32). */
export interface FileInfo {
  id: string
  /** The address it is fetched from: a path of our own, or, for a visitor, an object URL of this tab. */
  url: string
  name: string
  /** MIME type, decided by the content. */
  type: string
  /** Bytes. */
  size: number
  /** False for what lives in this tab only: "not uploaded: sign in to keep". */
  isKept: boolean
  /** What is known of a picture or film that was uploaded just now; see the attributes of media. */
  thumbhash?: string
  previews?: readonly number[]
}

export interface UploadOptions {
  /**
   * Stops it; the promise then rejects with the signal's reason. With the reason `'paused'` what has come stays, and the same file goes on
   * from there. A signal that has ended before removes what an upload that was paused has brought.
   */
  signal?: AbortSignal
  /** Told the share that is there, 0 to 1. */
  onProgress?(share: number): void
  /** Told when the connection is waited for, and when it is back. */
  onWaiting?(isWaiting: boolean): void
}

/** A page among the sub-pages of another, as a documents-table lists it. */
export interface SubPage extends PageInfo {
  status: string
  tags: readonly string[]
  /** ISO 8601. */
  updatedAt: string
}

/** What the application around the editor does for a block; a part of the editor's own host. */
export interface BlockHost {
  /** The address of this page without a hash, for "Copy link to block". The browser's own when left out. */
  pagePath?: string
  /** The page as actions know it, where it is one of the person's own. */
  page?: ActionPage
  /** Keeps a file with this page. Rejects with an error whose message is meant for the person. */
  upload?(file: File, options?: UploadOptions): Promise<FileInfo>
  /** The person's files whose name holds the query, the newest first. */
  findFiles?(query: string): Promise<readonly FileInfo[]>
  /** Tells the sub-pages of this page now and whenever they change; the returned function ends that. */
  watchSubPages?(tell: (pages: readonly SubPage[]) => void): () => void
  /** Makes a page inside the one that is written in, and leaves this one open; `null` when that failed, which was said. */
  makeSubPage?(title: string): Promise<PageInfo | null>
  /** Makes a page inside this one and opens it. */
  newSubPage?(): void
  /** Opens an address of our own, such as `/abc#block`, in the same tab. */
  openPath?(path: string): void
  /** The pages whose title holds the query, whatever the case (product.md 5.19), the likeliest first. */
  findPages?(query: string): Promise<readonly PageInfo[]>
  /** The people whose name or address holds the query. */
  findPeople?(query: string): Promise<readonly PersonInfo[]>
  /** What a page is called now; `null` when there is none, or none that this person may see. */
  pageInfo?(path: string): Promise<PageInfo | null>
}

/**
 * One block (or inline atom) on the screen, as its program finds it. The elements are made by the kind's own HTML before the
 * program is there and keep their attributes in step with the node by themselves.
 */
export interface BlockFrame {
  readonly dom: HTMLElement
  /** Where ProseMirror puts the content; the program leaves it alone. `null` for kinds without content. */
  readonly contentDOM: HTMLElement | null
  readonly view: EditorView
  /** The node as it is now. */
  node(): PMNode
  pos(): number | undefined
  host(): BlockHost
  /** Opens the panel of that name (`editor/menus/block-panels.tsx`) at this block. */
  openPanel(name: string): void
}

/** The living part of a block. All members are optional: what is left out does what ProseMirror does anyway. */
export interface BlockProgram {
  /** The node, or whether the page can be edited, has changed. */
  update?(): void
  /** The block was selected as a whole, or no longer is. */
  select?(selected: boolean): void
  /** Is this event the program's own business and none of the editor's? Asked for events outside of the content too. */
  stopEvent?(event: Event): boolean
  /** May the editor overlook this change of the elements? Changes outside of the content are overlooked anyway. */
  ignoreMutation?(mutation: ViewMutationRecord): boolean
  destroy?(): void
}

/** What the module of a program exports as `default`: called once for every block that is shown. */
export type RunBlock = (frame: BlockFrame) => BlockProgram
