import { t } from '@/shared/i18n'
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
    slug: 'ai',
    get title() {
      return t('AI')
    },
    icon: '🤖',
    get summary() {
      return t('A language model that writes, answers and talks, after your approval.')
    },
    parent: null,
  },
  {
    slug: 'ai-menu',
    get title() {
      return t('AI menu')
    },
    icon: '🪄',
    get summary() {
      return t('Write and rewrite at the caret or in a selection, with a preview.')
    },
    parent: 'ai',
  },
  {
    slug: 'copilot',
    get title() {
      return t('Copilot')
    },
    icon: '👻',
    get summary() {
      return t('The rest of your sentence in gray; Tab takes it.')
    },
    parent: 'ai',
  },
  {
    slug: 'realtime-chat',
    get title() {
      return t('Voice chat')
    },
    icon: '🎙️',
    get summary() {
      return t('Talk with a model and hear it answer.')
    },
    parent: 'ai',
  },
  {
    slug: 'chats',
    get title() {
      return t('Chat')
    },
    icon: '💬',
    get summary() {
      return t('Questions about your pages, answered with their sources.')
    },
    parent: 'ai',
  },
  {
    slug: 'get-answer',
    get title() {
      return t('Get an answer')
    },
    icon: '🎯',
    get summary() {
      return t('How to ask so that the answer is right and can be checked.')
    },
    parent: 'chats',
  },
  {
    slug: 'search-docs',
    get title() {
      return t('Search your pages')
    },
    icon: '🔦',
    get summary() {
      return t('Let the chat look for the page that holds the answer.')
    },
    parent: 'chats',
  },
  {
    slug: 'editor',
    get title() {
      return t('The editor')
    },
    icon: '✍️',
    get summary() {
      return t('How a page is written: type, press /, select, drag.')
    },
    parent: null,
  },
  {
    slug: 'align',
    get title() {
      return t('Align')
    },
    icon: '↔️',
    get summary() {
      return t('At the left, in the middle, at the right, and how far lines stand apart.')
    },
    parent: 'editor',
  },
  {
    slug: 'autoformat',
    get title() {
      return t('Autoformat')
    },
    icon: '✨',
    get summary() {
      return t('Markdown turns into formatting while you type.')
    },
    parent: 'editor',
  },
  {
    slug: 'indent',
    get title() {
      return t('Indent')
    },
    icon: '↪️',
    get summary() {
      return t('Tab moves a block in, Shift Tab moves it out.')
    },
    parent: 'editor',
  },
  {
    slug: 'exit-break',
    get title() {
      return t('Exit break')
    },
    icon: '🚪',
    get summary() {
      return t('Ctrl Enter leaves the code, quote or cell you are in.')
    },
    parent: 'editor',
  },
  {
    slug: 'trailing-block',
    get title() {
      return t('Trailing block')
    },
    icon: '⤵️',
    get summary() {
      return t('There is always a place to write at the end of a page.')
    },
    parent: 'editor',
  },
  {
    slug: 'drag-and-drop',
    get title() {
      return t('Drag and drop')
    },
    icon: '🫳',
    get summary() {
      return t('Every block has a handle. Take it and move the block.')
    },
    parent: 'editor',
  },
  {
    slug: 'cursor-overlay',
    get title() {
      return t('Cursor overlay')
    },
    icon: '🖱️',
    get summary() {
      return t('A selection stays visible while you are elsewhere.')
    },
    parent: 'editor',
  },
  {
    slug: 'floating-toolbar',
    get title() {
      return t('Floating toolbar')
    },
    icon: '🎈',
    get summary() {
      return t('Select text and the formatting comes to you.')
    },
    parent: 'editor',
  },
  {
    slug: 'slash-command',
    get title() {
      return t('Slash command')
    },
    icon: '➗',
    get summary() {
      return t('Type / to insert any block without the mouse.')
    },
    parent: 'editor',
  },
  {
    slug: 'block-menu',
    get title() {
      return t('Block menu')
    },
    icon: '🗂️',
    get summary() {
      return t('Everything that can be done to a block, in one list.')
    },
    parent: 'editor',
  },
  {
    slug: 'single-block',
    get title() {
      return t('Single block')
    },
    icon: '🔲',
    get summary() {
      return t('An editor that is one block, or one line, and stays it.')
    },
    parent: 'editor',
  },
  {
    slug: 'select-editor',
    get title() {
      return t('Select editor')
    },
    icon: '🏷️',
    get summary() {
      return t('A field in which several labels are picked by typing.')
    },
    parent: 'editor',
  },
  {
    slug: 'blocks',
    get title() {
      return t('Blocks')
    },
    icon: '🧱',
    get summary() {
      return t('A page is a list of blocks. These are the kinds there are.')
    },
    parent: null,
  },
  {
    slug: 'basic-blocks',
    get title() {
      return t('Basic blocks')
    },
    icon: '📄',
    get summary() {
      return t('Paragraphs, headings, quotes and rules.')
    },
    parent: 'blocks',
  },
  {
    slug: 'basic-marks',
    get title() {
      return t('Basic marks')
    },
    icon: '🖍️',
    get summary() {
      return t('Bold, italic, code, highlight and the other ways to mark words.')
    },
    parent: 'blocks',
  },
  {
    slug: 'columns',
    get title() {
      return t('Columns')
    },
    icon: '🏛️',
    get summary() {
      return t('Blocks side by side, as wide as you want them.')
    },
    parent: 'blocks',
  },
  {
    slug: 'callout',
    get title() {
      return t('Callout')
    },
    icon: '💡',
    get summary() {
      return t('A box that stands out, with an icon and a color.')
    },
    parent: 'blocks',
  },
  {
    slug: 'lists',
    get title() {
      return t('Lists')
    },
    icon: '☑️',
    get summary() {
      return t('Bullets, numbers and to-dos, nested as deep as you need.')
    },
    parent: 'blocks',
  },
  {
    slug: 'code-block',
    get title() {
      return t('Code block')
    },
    icon: '💻',
    get summary() {
      return t('Code with its language, kept exactly as you typed it.')
    },
    parent: 'blocks',
  },
  {
    slug: 'table',
    get title() {
      return t('Table')
    },
    icon: '▦',
    get summary() {
      return t('Rows and columns whose cells hold blocks, merged, colored and moved.')
    },
    parent: 'blocks',
  },
  {
    slug: 'form',
    get title() {
      return t('Form')
    },
    icon: '📋',
    get summary() {
      return t('A form beside the text, with labels that are picked by typing.')
    },
    parent: 'blocks',
  },
  {
    slug: 'date',
    get title() {
      return t('Date')
    },
    icon: '📅',
    get summary() {
      return t('Days that read Today and Tomorrow, from words or a calendar.')
    },
    parent: 'blocks',
  },
  {
    slug: 'equations',
    get title() {
      return t('Equations')
    },
    icon: '🧮',
    get summary() {
      return t('Formulas in TeX, in a line or on their own.')
    },
    parent: 'blocks',
  },
  {
    slug: 'icons',
    get title() {
      return t('Icons')
    },
    icon: '🚀',
    get summary() {
      return t('Hundreds of drawings that stand in the text like letters.')
    },
    parent: 'blocks',
  },
  {
    slug: 'emojis',
    get title() {
      return t('Emojis')
    },
    icon: '😀',
    get summary() {
      return t('Type : and a name, or pick one from all of them.')
    },
    parent: 'blocks',
  },
  {
    slug: 'mention',
    get title() {
      return t('Mention')
    },
    icon: '📣',
    get summary() {
      return t('Type @ to mention a teammate, a page or a day.')
    },
    parent: 'collaboration',
  },
  {
    slug: 'discussion',
    get title() {
      return t('Discussion')
    },
    icon: '🗨️',
    get summary() {
      return t('Comments on words, answered, assigned and resolved.')
    },
    parent: 'collaboration',
  },
  {
    slug: 'media',
    get title() {
      return t('Media')
    },
    icon: '🖼️',
    get summary() {
      return t('Pictures, films, sounds and files, in the page and in the text.')
    },
    parent: null,
  },
  {
    slug: 'link',
    get title() {
      return t('Link')
    },
    icon: '🔗',
    get summary() {
      return t('Turn words into links, to the web and to other pages.')
    },
    parent: 'media',
  },
  {
    slug: 'upload',
    get title() {
      return t('Upload')
    },
    icon: '⬆️',
    get summary() {
      return t('Drop, paste or choose files, and see how far they are.')
    },
    parent: 'media',
  },
  {
    slug: 'library',
    get title() {
      return t('Media Library')
    },
    icon: '🎞️',
    get summary() {
      return t('Recordings of screen, camera and voice, for any page.')
    },
    parent: 'media',
  },
  {
    slug: 'collaboration',
    get title() {
      return t('Collaboration')
    },
    icon: '🤝',
    get summary() {
      return t('Collaboration tools for your team: write, comment and share together.')
    },
    parent: null,
  },
  {
    slug: 'context',
    get title() {
      return t('Context')
    },
    icon: '🧭',
    get summary() {
      return t('The ways back to what was written: search, index, contents, stash.')
    },
    parent: null,
  },
  {
    slug: 'embeddings',
    get title() {
      return t('Search by meaning')
    },
    icon: '🧠',
    get summary() {
      return t('Find a page by what it is about, in words of your own.')
    },
    parent: 'context',
  },
  {
    slug: 'index',
    get title() {
      return t('Pod index')
    },
    icon: '📇',
    get summary() {
      return t('A page that lists all others of a pod, kept up to date.')
    },
    parent: 'context',
  },
  {
    slug: 'search',
    get title() {
      return t('Search')
    },
    icon: '🔍',
    get summary() {
      return t('Words in every page, found while you type.')
    },
    parent: 'context',
  },
  {
    slug: 'find-replace',
    get title() {
      return t('Find and replace')
    },
    icon: '🔎',
    get summary() {
      return t('Every match on the page, and other words in its place.')
    },
    parent: 'context',
  },
  {
    slug: 'version-history',
    get title() {
      return t('Version history')
    },
    icon: '🕰️',
    get summary() {
      return t('How a page read before, what changed since, and the way back.')
    },
    parent: 'context',
  },
  {
    slug: 'stashing',
    get title() {
      return t('Stash')
    },
    icon: '🗄️',
    get summary() {
      return t('Move blocks aside, and put them back anywhere later.')
    },
    parent: 'context',
  },
  {
    slug: 'table-of-contents',
    get title() {
      return t('Table of contents')
    },
    icon: '🗂️',
    get summary() {
      return t('The headings of a page as a way through it.')
    },
    parent: 'context',
  },
  {
    slug: 'imports',
    get title() {
      return t('Import')
    },
    icon: '📥',
    get summary() {
      return t('Bring in a Markdown or HTML file as a page.')
    },
    parent: null,
  },
  {
    slug: 'exports',
    get title() {
      return t('Export')
    },
    icon: '📤',
    get summary() {
      return t('Take a page out as Markdown or HTML.')
    },
    parent: 'media',
  },
  {
    slug: 'markdown',
    get title() {
      return t('Markdown')
    },
    icon: '⬇️',
    get summary() {
      return t('What Markdown can say here, and what happens to the rest.')
    },
    parent: 'exports',
  },
  {
    slug: 'preview-markdown',
    get title() {
      return t('Markdown preview')
    },
    icon: '🪞',
    get summary() {
      return t('Markdown on the left, the page it makes on the right.')
    },
    parent: 'markdown',
  },
  {
    slug: 'generate-suggestions',
    get title() {
      return t('Review with AI')
    },
    icon: '🪄',
    get summary() {
      return t('A model reads the page, and you decide about each change.')
    },
    parent: 'chats',
  },
  {
    slug: 'extract-data',
    get title() {
      return t('Extract data')
    },
    icon: '🧾',
    get summary() {
      return t('Names, dates and amounts of a text become a table.')
    },
    parent: 'chats',
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
