import * as z from 'zod'
import { isIsoDate } from '@/blocks/date/date-words'

/** `until`: the last day that is asked for, such as `2026-01-05`; the person's browser knows which day it is. */
export const ListDue = z.object({ until: z.string().min(1).refine(isIsoDate) })
export type ListDue = z.output<typeof ListDue>
