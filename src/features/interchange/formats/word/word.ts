import { t } from '@/shared/i18n'
import type { ExportFormat, ImportFormat } from '../format'

/** Word (.docx). What reads and writes it is loaded with the first file. */
export const wordImport: ImportFormat = {
  id: 'word',
  get label() {
    return t('Word')
  },
  extensions: ['docx', 'doc', 'docm'],
  read: async (file, tools) => (await import('./read-word')).readWord(file, tools),
}

export const wordExport: ExportFormat = {
  mostPictured: 60 * 1024 * 1024,
  write: async (page) => [{ suffix: '', content: await (await import('./write-word')).writeWord(page) }],
}
