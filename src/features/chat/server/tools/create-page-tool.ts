import { z } from 'zod'
import { withoutHidden } from '@/features/ai/server/prompts'
import { requirePod } from '@/features/pages/server/pages.service'
import { requirePage } from '@/server/access/require-page'
import { newId } from '@/shared/ids'
import { type Passage, withLinks } from '../citations'
import { type Asking, askPerson } from './ask-person'
import { PageId } from './read-tools'
import { type ChatTool, defineTool } from './tool'

/**
 * The tool that asks for a page to be made. It makes nothing: it writes down exactly what would be made and where, and only the person's click
 * carries that out (`actions.service`), with the rights that they have then.
 */
export function createPageTool(asking: Asking, places: readonly Passage[]): ChatTool {
  const { ctx } = asking
  return defineTool({
    name: 'create_page',
    description:
      'Asks the person whether a page is to be made. They see its title and content and decide; nothing is made before.',
    input: z.object({
      title: z.string().trim().min(1).max(200),
      content: z.string().max(20_000).describe('Markdown, without the title'),
      inside: PageId.optional().describe('The id of the page to put it into; the top level when left out'),
    }),
    shown: ({ content, ...rest }) => ({ ...rest, characters: content.length }),
    async run({ title, content, inside }) {
      const parent = inside === undefined ? null : await requirePage(ctx, inside, 'edit')
      return askPerson(asking, {
        kind: 'create_page',
        title: withoutHidden(title).replaceAll(/\s+/g, ' ').trim().slice(0, 200),
        content: withLinks(withoutHidden(content).trim(), places),
        document_id: newId(),
        parent_id: parent?.row.id ?? null,
        pod_id: parent ? parent.row.pod_id : await requirePod(ctx, undefined),
      })
    },
  })
}
