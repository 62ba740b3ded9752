import type { Block } from '@/blocks/kit/block'
import { pageTextOf } from '@/blocks/page-text'
import { hashOf } from '@/shared/sha256'

/** Which text a summary was made of: that of the settled page. Another text, another stamp. */
export const summaryStamp = (settled: readonly Block[]): string => hashOf(pageTextOf(settled).text)
