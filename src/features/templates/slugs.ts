/**
 * The slugs of all templates. They stand apart from titles and summaries because every page loads them: an address may be
 * a template's.
 */
const SLUGS: ReadonlySet<string> = new Set(
  `ai ai-menu copilot realtime-chat chats get-answer search-docs discussion upload library editor align autoformat indent exit-break trailing-block drag-and-drop cursor-overlay floating-toolbar slash-command block-menu single-block select-editor blocks basic-blocks basic-marks columns callout lists code-block table form date equations icons emojis mention media link collaboration context embeddings index search find-replace version-history stashing table-of-contents imports exports markdown preview-markdown generate-suggestions extract-data`.split(
    /\s+/,
  ),
)

/** Is this document id a template's (product.md 2.9)? */
export const isTemplateSlug = (id: string): boolean => SLUGS.has(id)
