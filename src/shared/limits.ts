/** Sizes and counts that more than one folder must agree on. Bytes unless the name says otherwise. */
export const LIMITS = {
  /** Calls in one tRPC batch. */
  rpcBatch: 50,
  /** JSON body of an RPC or auth request. */
  rpcBody: 2 * 1024 * 1024,
  /** One imported text file. */
  importFile: 20 * 1024 * 1024,
  /** One websocket frame. */
  frame: 8 * 1024 * 1024,
  /** One awareness state (R17). */
  awareness: 4 * 1024,
  /** A page's encoded Yjs state. */
  document: 64 * 1024 * 1024,
  /** A page title, in characters. */
  title: 500,
  /** How deep pages may be nested. */
  pageDepth: 32,
  /** How deep blocks may be nested in a page; deeper imports are flattened. */
  blockDepth: 12,
  /** Days that a page stays in the trash. */
  trashDays: 30,
} as const
