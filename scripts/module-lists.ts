/** The module of `lucide-react` that names all icons. */
export const ICON_LIST = '/lucide-react/dist/esm/lucide-react.mjs'

const namesIn = (braces: string) => braces.split(',').map((name) => name.trim().split(/\s+as\s+/))

/** Which names a module's code imports from a source. */
export const namesFrom = (source: string, code: string): string[] =>
  [...code.matchAll(/\bimport\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/g)].flatMap(([, names, from]) =>
    from === source ? namesIn(names ?? '').map(([name]) => name ?? '') : [],
  )

/** Where each name that a list of exports gives stands, without `./` and ending. */
export const homesOf = (code: string): Map<string, string> =>
  new Map(
    [...code.matchAll(/\bexport\s*\{([^}]*)\}\s*from\s*["']\.\/([^"']+)["']/g)].flatMap(([, names, from]) =>
      namesIn(names ?? '').map((name) => [name.at(-1) ?? '', from ?? ''] as const),
    ),
  )
