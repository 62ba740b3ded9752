import { FILE_CHANGED, SERVER_NOT_REACHED, UPLOAD_FAILED } from '../model'

/** What a refused upload says to the person: the server's own words where it knows what was wrong. */
export function wordsOf(status: number, answer: unknown): string {
  if (status === 500 || typeof answer !== 'object' || answer === null || !('error' in answer))
    return UPLOAD_FAILED()
  return typeof answer.error === 'string' && answer.error !== '' ? answer.error : UPLOAD_FAILED()
}

/** The browser does not say whether the connection broke or the file could not be read. */
export async function brokenWords(file: File): Promise<string> {
  try {
    await file.slice(0, 1).arrayBuffer()
    return SERVER_NOT_REACHED()
  } catch {
    return FILE_CHANGED()
  }
}
