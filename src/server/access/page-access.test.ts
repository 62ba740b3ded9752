import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Where it stands who belongs to a pod, without any page: tables, backups, and the lists of a pod's own people. */
const MEMBERSHIP = [
  // What goes with an account: nothing is shown to anybody by it.
  'src/features/accounts/server/delete-account.queries.ts',
  'src/features/accounts/server/new-account.ts',
  'src/features/pods/server/invitations.queries.ts',
  'src/features/pods/server/pods.queries.ts',
  'src/server/backup/format.ts',
  'src/server/db/schema.ts',
]
const HOME = 'src/server/access/page-access.ts'

const sources = globSync('src/**/*.{ts,tsx}').filter(
  (path) => !/\.test\.tsx?$/.test(path) && !path.startsWith('src/server/db/migrations/'),
)
const saying = (pattern: RegExp) => sources.filter((path) => pattern.test(readFileSync(path, 'utf8'))).sort()

test('R20 who may see a page is decided in one place: no other statement looks at who is in a pod', () => {
  expect(sources).toContain(HOME)
  expect(saying(/\bpod_member\b/)).toEqual([...MEMBERSHIP, HOME].sort())
})

/** Where it stands what is shared: the rule, what it is worked out from, and the lists of who has a page. */
const SHARED = [
  'src/features/accounts/server/delete-account.queries.ts',
  'src/features/pages/server/end-sharing.ts',
  'src/features/pages/server/inherited-access.ts',
  'src/features/share/server/invites.queries.ts',
  'src/features/share/server/share.queries.ts',
  'src/server/backup/format.ts',
  'src/server/db/schema.ts',
]

test('R20 no other statement looks at with whom a page is shared', () => {
  const looking = saying(/\b(?:share_access|document_share|document_link(?:_use)?|is_closed|access_from)\b/)
  expect(looking.filter((path) => !SHARED.includes(path))).toEqual([
    'src/features/pages/server/page-tree.queries.ts',
    'src/features/pages/server/prepared-pages.queries.ts',
    HOME,
    'src/server/access/privacy.ts',
    'src/server/access/visitor-access.ts',
  ])
})

test('R20 no statement takes the pod of a page for the right to see it', () => {
  // What is said of pods and of what is kept with them stays; of pages it has to be `visiblePages`.
  expect(saying(/\b(?:document|page|child|parent)\.pod_id['`"]?\s*,?\s*['"]?in\b/)).toEqual([])
})
