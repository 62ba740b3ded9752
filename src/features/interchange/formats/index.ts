import { csvImport } from './csv'
import type { ImportFormat } from './format'
import { htmlImport } from './html'
import { jsonImport } from './json'
import { markdownImport } from './markdown'
import { plainTextImport } from './plain-text'
import { wordImport } from './word/word'

/** Every kind of file that becomes a page. A `.zip` holds files of these. */
export const importFormats: readonly ImportFormat[] = [
  markdownImport,
  htmlImport,
  wordImport,
  csvImport,
  plainTextImport,
  jsonImport,
]

/** The format of a file by its name, or undefined for one that cannot be imported. */
export const importFormatOf = (fileName: string): ImportFormat | undefined => {
  const extension = /\.([^.\\/]+)$/.exec(fileName)?.[1]?.toLowerCase()
  return importFormats.find((format) => extension !== undefined && format.extensions.includes(extension))
}
