/** Languages offered for code blocks: what is written after the Markdown fence, and its name. */
const LANGUAGES: readonly (readonly [id: string, name: string, ...also: string[]])[] = [
  ['', 'Plain text', 'none'],
  ['bash', 'Bash', 'sh', 'shell', 'zsh'],
  ['c', 'C'],
  ['cpp', 'C++', 'c++'],
  ['csharp', 'C#', 'cs', 'dotnet'],
  ['clojure', 'Clojure'],
  ['css', 'CSS'],
  ['dart', 'Dart'],
  ['diff', 'Diff', 'patch'],
  ['dockerfile', 'Dockerfile', 'docker'],
  ['elixir', 'Elixir'],
  ['elm', 'Elm'],
  ['erlang', 'Erlang'],
  ['fsharp', 'F#'],
  ['go', 'Go', 'golang'],
  ['graphql', 'GraphQL'],
  ['haskell', 'Haskell'],
  ['html', 'HTML'],
  ['http', 'HTTP'],
  ['ini', 'INI'],
  ['java', 'Java'],
  ['javascript', 'JavaScript', 'js', 'node'],
  ['json', 'JSON'],
  ['jsx', 'JSX', 'react'],
  ['julia', 'Julia'],
  ['kotlin', 'Kotlin'],
  ['latex', 'LaTeX', 'tex'],
  ['less', 'Less'],
  ['lua', 'Lua'],
  ['makefile', 'Makefile', 'make'],
  ['markdown', 'Markdown', 'md'],
  ['matlab', 'MATLAB'],
  ['mermaid', 'Mermaid', 'diagram'],
  ['nix', 'Nix'],
  ['objective-c', 'Objective-C', 'objc'],
  ['ocaml', 'OCaml'],
  ['pascal', 'Pascal'],
  ['perl', 'Perl'],
  ['php', 'PHP'],
  ['powershell', 'PowerShell', 'ps1'],
  ['prolog', 'Prolog'],
  ['protobuf', 'Protocol Buffers'],
  ['python', 'Python', 'py'],
  ['r', 'R'],
  ['ruby', 'Ruby', 'rb'],
  ['rust', 'Rust', 'rs'],
  ['sass', 'Sass'],
  ['scala', 'Scala'],
  ['scheme', 'Scheme', 'lisp'],
  ['scss', 'SCSS'],
  ['solidity', 'Solidity'],
  ['sql', 'SQL'],
  ['svelte', 'Svelte'],
  ['swift', 'Swift'],
  ['toml', 'TOML'],
  ['tsx', 'TSX', 'react'],
  ['typescript', 'TypeScript', 'ts'],
  ['vue', 'Vue'],
  ['wasm', 'WebAssembly'],
  ['xml', 'XML', 'svg'],
  ['yaml', 'YAML', 'yml'],
  ['zig', 'Zig'],
]

export interface Language {
  id: string
  name: string
}

const byWord = new Map(
  LANGUAGES.flatMap(([id, name, ...also]) => [id, ...also].map((word) => [word, name] as const)),
)

/** The name of a language as written after the fence; an unknown one is its own name. */
export const languageName = (id: string): string => byWord.get(id.toLowerCase()) ?? id

const idOf = new Map(LANGUAGES.flatMap(([id, , ...also]) => [id, ...also].map((word) => [word, id] as const)))

/** The id of a language that is written by its id or another word for it; an unknown one is its own id. */
export const languageId = (word: string): string => idOf.get(word.toLowerCase()) ?? word.toLowerCase()

/** Languages whose name, id or alias holds the query; an unknown word is offered as it was typed. */
export function findLanguages(query: string): Language[] {
  const wanted = query.trim().toLowerCase()
  const found = LANGUAGES.filter(([id, name, ...also]) =>
    [id, name.toLowerCase(), ...also].some((word) => word.includes(wanted)),
  ).map(([id, name]) => ({ id, name }))
  const starts = (language: Language) => language.name.toLowerCase().startsWith(wanted)
  found.sort((a, b) => Number(starts(b)) - Number(starts(a)))
  if (found.length === 0 && /^[\p{L}\p{N}+#./_-]{1,40}$/u.test(wanted)) return [{ id: wanted, name: wanted }]
  return found
}
