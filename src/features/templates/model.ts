/** A built-in page that explains one thing by using it (product.md 1.3, 2.9). Its body is `content/<slug>.md`. */
export interface Template {
  slug: string
  title: string
  /** An emoji. */
  icon: string
  /** One line for the gallery. */
  summary: string
  /** The slug of the page it belongs to (product.md 2.11); `null`: top level. */
  parent: string | null
}

/** Every template there is, in the order of the tree. A parent that is not in the list surfaces its children. */
export const templates: readonly Template[] = [
  {
    slug: 'editor',
    title: 'The editor',
    icon: '✍️',
    summary: 'How a page is written: type, press /, select, drag.',
    parent: null,
  },
  {
    slug: 'align',
    title: 'Align',
    icon: '↔️',
    summary: 'At the left, in the middle, at the right, and how far lines stand apart.',
    parent: 'editor',
  },
  {
    slug: 'autoformat',
    title: 'Autoformat',
    icon: '✨',
    summary: 'Markdown turns into formatting while you type.',
    parent: 'editor',
  },
  {
    slug: 'indent',
    title: 'Indent',
    icon: '↪️',
    summary: 'Tab moves a block in, Shift Tab moves it out.',
    parent: 'editor',
  },
  {
    slug: 'exit-break',
    title: 'Exit break',
    icon: '🚪',
    summary: 'Ctrl Enter leaves the code, quote or cell you are in.',
    parent: 'editor',
  },
  {
    slug: 'trailing-block',
    title: 'Trailing block',
    icon: '⤵️',
    summary: 'There is always a place to write at the end of a page.',
    parent: 'editor',
  },
  {
    slug: 'drag-and-drop',
    title: 'Drag and drop',
    icon: '🫳',
    summary: 'Every block has a handle. Take it and move the block.',
    parent: 'editor',
  },
  {
    slug: 'cursor-overlay',
    title: 'Cursor overlay',
    icon: '🖱️',
    summary: 'A selection stays visible while you are elsewhere.',
    parent: 'editor',
  },
  {
    slug: 'floating-toolbar',
    title: 'Floating toolbar',
    icon: '🎈',
    summary: 'Select text and the formatting comes to you.',
    parent: 'editor',
  },
  {
    slug: 'slash-command',
    title: 'Slash command',
    icon: '➗',
    summary: 'Type / to insert any block without the mouse.',
    parent: 'editor',
  },
  {
    slug: 'block-menu',
    title: 'Block menu',
    icon: '🗂️',
    summary: 'Everything that can be done to a block, in one list.',
    parent: 'editor',
  },
  {
    slug: 'single-block',
    title: 'Single block',
    icon: '🔲',
    summary: 'An editor that is one block, or one line, and stays it.',
    parent: 'editor',
  },
  {
    slug: 'select-editor',
    title: 'Select editor',
    icon: '🏷️',
    summary: 'A field in which several labels are picked by typing.',
    parent: 'editor',
  },
  {
    slug: 'blocks',
    title: 'Blocks',
    icon: '🧱',
    summary: 'A page is a list of blocks. These are the kinds there are.',
    parent: null,
  },
  {
    slug: 'basic-blocks',
    title: 'Basic blocks',
    icon: '📄',
    summary: 'Paragraphs, headings, quotes and rules.',
    parent: 'blocks',
  },
  {
    slug: 'basic-marks',
    title: 'Basic marks',
    icon: '🖍️',
    summary: 'Bold, italic, code, highlight and the other ways to mark words.',
    parent: 'blocks',
  },
  {
    slug: 'columns',
    title: 'Columns',
    icon: '🏛️',
    summary: 'Blocks side by side, as wide as you want them.',
    parent: 'blocks',
  },
  {
    slug: 'callout',
    title: 'Callout',
    icon: '💡',
    summary: 'A box that stands out, with an icon and a colour.',
    parent: 'blocks',
  },
  {
    slug: 'lists',
    title: 'Lists',
    icon: '☑️',
    summary: 'Bullets, numbers and to-dos, nested as deep as you need.',
    parent: 'blocks',
  },
  {
    slug: 'code-block',
    title: 'Code block',
    icon: '💻',
    summary: 'Code with its language, kept exactly as you typed it.',
    parent: 'blocks',
  },
  {
    slug: 'table',
    title: 'Table',
    icon: '▦',
    summary: 'Rows and columns whose cells hold blocks, merged, coloured and moved.',
    parent: 'blocks',
  },
  {
    slug: 'form',
    title: 'Form',
    icon: '📋',
    summary: 'A form beside the text, with labels that are picked by typing.',
    parent: 'blocks',
  },
  {
    slug: 'date',
    title: 'Date',
    icon: '📅',
    summary: 'Days that read Today and Tomorrow, from words or a calendar.',
    parent: 'blocks',
  },
  {
    slug: 'equations',
    title: 'Equations',
    icon: '🧮',
    summary: 'Formulas in TeX, in a line or on their own.',
    parent: 'blocks',
  },
  {
    slug: 'icons',
    title: 'Icons',
    icon: '🚀',
    summary: 'Hundreds of drawings that stand in the text like letters.',
    parent: 'blocks',
  },
  {
    slug: 'emojis',
    title: 'Emojis',
    icon: '😀',
    summary: 'Type : and a name, or pick one from all of them.',
    parent: 'blocks',
  },
  {
    slug: 'mention',
    title: 'Mention',
    icon: '📣',
    summary: 'Type @ to mention a teammate, a page or a day.',
    parent: 'collaboration',
  },
  {
    slug: 'media',
    title: 'Media',
    icon: '🖼️',
    summary: 'Pictures, films, sounds and files, in the page and in the text.',
    parent: null,
  },
  {
    slug: 'link',
    title: 'Link',
    icon: '🔗',
    summary: 'Turn words into links, to the web and to other pages.',
    parent: 'media',
  },
  {
    slug: 'collaboration',
    title: 'Collaboration',
    icon: '🤝',
    summary: 'Collaborate with your team: tools to write, comment and share together.',
    parent: null,
  },
  {
    slug: 'context',
    title: 'Context',
    icon: '🧭',
    summary: 'The ways back to what was written: search, index, contents, stash.',
    parent: null,
  },
  {
    slug: 'embeddings',
    title: 'Search by meaning',
    icon: '🧠',
    summary: 'Find a page by what it is about, in words of your own.',
    parent: 'context',
  },
  {
    slug: 'index',
    title: 'Pod index',
    icon: '📇',
    summary: 'A page that lists all others of a pod, kept up to date.',
    parent: 'context',
  },
  {
    slug: 'search',
    title: 'Search',
    icon: '🔍',
    summary: 'Words in every page, found while you type.',
    parent: 'context',
  },
  {
    slug: 'find-replace',
    title: 'Find and replace',
    icon: '🔎',
    summary: 'Every match on the page, and other words in its place.',
    parent: 'context',
  },
  {
    slug: 'version-history',
    title: 'Version history',
    icon: '🕰️',
    summary: 'How a page read before, what changed since, and the way back.',
    parent: 'context',
  },
  {
    slug: 'stashing',
    title: 'Stash',
    icon: '🗄️',
    summary: 'Move blocks aside, and put them back anywhere later.',
    parent: 'context',
  },
  {
    slug: 'table-of-contents',
    title: 'Table of contents',
    icon: '🗂️',
    summary: 'The headings of a page as a way through it.',
    parent: 'context',
  },
  {
    slug: 'imports',
    title: 'Import',
    icon: '📥',
    summary: 'Bring in a Markdown or HTML file as a page.',
    parent: null,
  },
  {
    slug: 'exports',
    title: 'Export',
    icon: '📤',
    summary: 'Take a page out as Markdown or HTML.',
    parent: 'media',
  },
  {
    slug: 'markdown',
    title: 'Markdown',
    icon: '⬇️',
    summary: 'What Markdown can say here, and what happens to the rest.',
    parent: 'exports',
  },
  {
    slug: 'preview-markdown',
    title: 'Markdown preview',
    icon: '🪞',
    summary: 'Markdown on the left, the page it makes on the right.',
    parent: 'markdown',
  },
]

const bySlug = new Map(templates.map((template) => [template.slug, template]))

/** The template with this slug, or `null`. */
export const templateOf = (slug: string): Template | null => bySlug.get(slug) ?? null

/** The templates under `parent`; `null` gives the top level, where those of an unknown parent stand too (rulings 2). */
export function childrenOf(parent: string | null, list: readonly Template[] = templates): Template[] {
  const known = new Set(list.map((template) => template.slug))
  return list.filter((template) => {
    const shownUnder = template.parent !== null && known.has(template.parent) ? template.parent : null
    return shownUnder === parent
  })
}

/** Everything below a template, in the order of the tree. */
export const descendantsOf = (slug: string): Template[] =>
  childrenOf(slug).flatMap((child) => [child, ...descendantsOf(child.slug)])

/** From the top level down to the page itself. */
export function pathTo(slug: string): Template[] {
  const template = templateOf(slug)
  if (!template) return []
  return [...(template.parent ? pathTo(template.parent) : []), template]
}
