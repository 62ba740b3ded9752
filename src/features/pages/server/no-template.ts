import type { SqlBool } from 'kysely'
import { type RawBuilder, sql } from 'kysely'

/**
 * As a part of statements about `document`: this page is no template of a pod and lies in none, so that it may stand
 * where pages are looked for. The same rule for a list at hand is `apartFromTemplates`.
 */
export const isNoTemplate: RawBuilder<SqlBool> = sql<SqlBool>`document.id not in (
  with recursive of_template as (
    select template.id from document as template where template.template_at is not null
    union select inside.id from document as inside join of_template on inside.parent_id = of_template.id
  )
  select id from of_template
)`
