/** The import directions of docs/ARCHITECTURE.md, checked on resolved paths. */
const layer = (name, comment, from, to) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, pathNot: '\\.test\\.tsx?$' },
  to: { path: to },
})

/**
 * Features that once knew each other: [the lower one, the one that may use it]. What the lower one needs of the other it is handed at the
 * composition, or owns.
 */
const ONE_WAY = [
  ['comments', 'review'],
  ['files', 'share'],
  ['interchange', 'print'],
  ['pods', 'share'],
  ['versions', 'templates'],
  ['files', 'interchange'],
  ['files', 'pages'],
  ['pages', 'publish'],
  ['pages', 'share'],
  ['publish', 'share'],
  ['pages', 'ai'],
  ['ai', 'review'],
  ['speech', 'ai'],
  ['versions', 'review'],
]

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-unresolved',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '\\?(raw|inline)$' },
    },
    layer('shared-imports-nothing-of-ours', 'shared is the bottom', '^src/shared/', '^src/(?!shared/)'),
    layer('ui-knows-no-page', 'ui may use shared', '^src/ui/', '^src/(?!(shared|ui)/)'),
    layer(
      'blocks-below-document',
      'blocks may use shared, ui',
      '^src/blocks/',
      '^src/(?!(shared|ui|blocks)/)',
    ),
    layer(
      'document-below-editor',
      'document may use shared, blocks',
      '^src/document/',
      '^src/(?!(shared|blocks|document)/)',
    ),
    layer(
      'editor-below-features',
      'editor may use everything below',
      '^src/editor/',
      '^src/(features|app|server)/',
    ),
    layer(
      'server-platform',
      'the server platform sits below features',
      '^src/server/(?!(server|router|routes|schedules|job-kinds|account-cli)\\.ts)',
      '^src/(features|editor|app|ui)/',
    ),
    layer(
      'app-platform',
      'the app platform sits below features',
      '^src/app/(?!(main|routes|composition|rpc))',
      '^src/(features|server)/',
    ),
    layer(
      'app-never-imports-server',
      'the browser never imports the server',
      '^src/features/[^/]+/app/',
      '^src/(features/[^/]+/server|server)/',
    ),
    layer(
      'server-never-imports-app',
      'the server never imports the browser',
      '^src/(features/[^/]+/server|server)/',
      '^src/(features/[^/]+/app|app)/',
    ),
    {
      name: 'rpc-type-only',
      comment: 'app/rpc imports the router as a type alone',
      severity: 'error',
      from: { path: '^src/app/rpc' },
      to: { path: '^src/server/', dependencyTypesNot: ['type-only'] },
    },
    layer(
      'browser-uses-small-zod',
      "what the browser loads checks with zod/mini, a quarter of the usual form's size",
      '^src/(ui|blocks|document|editor|app)/|^src/features/[^/]+/(app/|model\\.ts)',
      '/zod/index\\.',
    ),
    ...ONE_WAY.map(([lower, upper]) =>
      layer(
        `${lower}-below-${upper}`,
        `${upper} may use ${lower}, not the other way round`,
        `^src/features/${lower}/`,
        `^src/features/${upper}/`,
      ),
    ),
    {
      name: 'one-way-into-a-feature',
      comment:
        "another feature's server code may be used through its service, access rule or model, never its queries or router",
      severity: 'error',
      from: { path: '^src/features/([^/]+)/' },
      to: { path: '^src/features/([^/]+)/.*\\.(queries|router)\\.ts$', pathNot: '^src/features/$1/' },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.test\\.tsx?$' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
}
