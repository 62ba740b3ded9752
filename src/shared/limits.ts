/** Sizes and counts that more than one folder must agree on. Bytes unless the name says otherwise. */
export const LIMITS = {
  /** Calls in one tRPC batch. */
  rpcBatch: 50,
  /** JSON body of an RPC or auth request. */
  rpcBody: 2 * 1024 * 1024,
  /** One imported text file. */
  importFile: 20 * 1024 * 1024,
  /**
   * Blocks of a page, whichever way they come: typed, pasted, imported, restored, by a call. Making that many at once costs
   * about a second of one core, 50,000 two, 100,000 seven.
   */
  pageBlocks: 20_000,
  /** Blocks that a page has ever had, the deleted ones as well: they stay in it. */
  pageEntries: 100_000,
  /** Pieces of formatted text in such a page; 100,000 of them in 10,000 blocks hold everybody up for 2.9 s. */
  importPieces: 25_000,
  /** Characters in such a page; 5 million hold everybody up for 0.4 s, 19 million for 1.1 s. */
  importCharacters: 5_000_000,
  /** One imported `.zip` or Word file, packed. */
  importBundle: 256 * 1024 * 1024,
  /** Files in a `.zip`, and bytes of all of them together, unpacked (R33). */
  bundleEntries: 20_000,
  bundleUnpacked: 1024 * 1024 * 1024,
  /** One picture or file that comes along with an imported page. */
  importAttached: 100 * 1024 * 1024,
  /** Pages imported or exported at once. */
  importPages: 5_000,
  /** One uploaded file (rulings 6). */
  uploadFile: 1024 ** 3,
  /** One part of a file that comes in parts. */
  uploadPart: 8 * 1024 * 1024,
  /** Parts of one file: each is a row that every later part is counted with. */
  uploadParts: 4096,
  /** One websocket frame. */
  frame: 8 * 1024 * 1024,
  /** One awareness state (R17). */
  awareness: 4 * 1024,
  /** A page's encoded Yjs state. */
  document: 64 * 1024 * 1024,
  /**
   * What a page weighs (`src/document/updates/weight.ts`): about 750 MB of the memory of the worker that loads it. 100,000 blocks with a line
   * of text each weigh 2,200,000. What deletes may add a tenth to it, as it leaves pieces of what it takes out of the middle of something.
   */
  pageWeight: 3_000_000,
  pageWeightDeleting: 3_300_000,
  /** A page title, in characters. */
  title: 500,
  /** Pages that are copied at once, one inside the other. */
  copyPages: 1_000,
  /** One label of a page, in characters. */
  label: 40,
  /** A page's summary, in characters. */
  summary: 500,
  /** The file of a cover, an icon or an avatar (rulings 6). */
  coverFile: 5 * 1024 * 1024,
  /** How deep pages may be nested. */
  pageDepth: 32,
  /** How deep blocks may be nested in a page; deeper imports are flattened. */
  blockDepth: 12,
  /** Days that a page stays in the trash. */
  trashDays: 30,
  /** Days that a notification is kept once it was read, and at most. */
  readNotificationDays: 90,
  notificationDays: 365,
  /** Days that a version without a name is kept (rulings 4). */
  versionDays: 90,
} as const

/**
 * How much of a stored page is read at most, no matter who wrote it: rules of the format (docs/document-format.md, "Bounds").
 * What lies beyond is read in another way or not at all, the same by everybody; nothing here may be changed without a new
 * layout. `LIMITS` says what is taken in, which is never more.
 */
export const BOUNDS = {
  /** Cells of one grid that are laid out, */
  gridCells: 20_000,
  /** … and of all grids of a page together. */
  pageCells: 100_000,
  /** Blocks around a block. */
  depth: 64,
  /** Levels of a value. */
  valueDepth: 64,
  /** UTF-16 units of the id of a block. */
  id: 200,
  /** UTF-16 units of an order key. */
  orderKey: 1000,
  /** Formats of one character. */
  formats: 32,
  /** Members and items in the value of a format, at all levels, and UTF-16 units of its texts and names. */
  formatParts: 32,
  formatCharacters: 8192,
  /** The same units of the formats of all pieces of text together, in the blocks JSON. */
  pageFormats: 32 * 1024 * 1024,
} as const

/** How many of each thing is read. Only tests read with others than `BOUNDS`. */
export type Bounds = { readonly [Name in keyof typeof BOUNDS]: number }
