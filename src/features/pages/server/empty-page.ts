import type { NewDocumentRow } from '@/server/db/schema'

/** The row of a page without content that is made at a moment. */
export const emptyPage = (
  at: string,
): Omit<NewDocumentRow, 'id' | 'pod_id' | 'parent_id' | 'position' | 'created_by'> => ({
  title: '',
  icon: null,
  status: 'none',
  archived_at: null,
  archived_root: null,
  is_published: 0,
  cover_image: null,
  cover_fit: 'cover',
  background_gradient: null,
  text_style: 'default',
  lock_page: 0,
  small_text: 0,
  full_width: 0,
  toc: 1,
  template_at: null,
  ai_summary: null,
  ai_summary_stamp: null,
  tags: '[]',
  content_rich: '[]',
  plain_text: '',
  word_count: 0,
  created_at: at,
  updated_by: null,
  updated_at: at,
})
