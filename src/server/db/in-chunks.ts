/** Enough for any list, well under the number of parameters one statement may have. */
const CHUNK = 500

/** Runs a statement about many ids for a part of them after the other. */
export async function inChunks(
  ids: readonly string[],
  run: (chunk: string[]) => Promise<unknown>,
): Promise<void> {
  for (let at = 0; at < ids.length; at += CHUNK) await run(ids.slice(at, at + CHUNK))
}
