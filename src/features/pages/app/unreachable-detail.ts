import type { PageDetail } from '../model'

/**
 * What is shown around a page whose content is in this browser while the server cannot be asked about the rest.
 * Everything that needs the server stays hidden; writing goes on, and the server decides when it is back.
 */
export const unreachableDetail = (id: string): PageDetail => ({
  id,
  podId: '',
  parentDocumentId: null,
  title: '',
  icon: null,
  status: 'none',
  isFavorite: false,
  hasChildren: false,
  isShared: false,
  isTemplate: false,
  level: 'edit',
  position: '',
  updatedAt: '',
  isArchived: false,
  archivedAt: null,
  isPublished: false,
  privacy: 'private',
  coverImage: null,
  coverFit: 'cover',
  backgroundGradient: null,
  textStyle: 'default',
  lockPage: false,
  smallText: false,
  fullWidth: false,
  toc: true,
  aiSummary: null,
  aiSummaryStamp: null,
  isSummaryStale: false,
  tags: [],
  contentRich: null,
  wordCount: 0,
  createdAt: '',
  createdBy: null,
  updatedBy: null,
  path: [],
})
