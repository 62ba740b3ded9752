import ts from 'typescript'

/** Words in the source that a person may see and that do not pass through `t`, or a message that is not as it has to be. */
export interface Finding {
  /** From 1. */
  line: number
  words: string
  what: 'outside' | 'on load' | 'not constant'
}

/** A message of the interface, as it stands in the source. */
export interface Message {
  message: string
  line: number
  /** The names of the values that are given with it; `null` where they can't be read from the source. */
  values: string[] | null
}

/** Attributes of elements, and properties of values, that hold words for people whatever the words look like. */
const SPEAKING = new Set(
  `alt title placeholder aria-label aria-description aria-roledescription aria-valuetext label text hint description message heading
  summary empty caption subject confirm action cancel note tooltip loading error success done`.split(/\s+/),
)

/** Attributes and properties whose values are never shown. */
const SILENT =
  /^(class(Name)?|style|id|key|type|role|href|to|src|name|d|viewBox|rel|data-.*|.*Class(Name)?|icon|kind|queryKey|code|pathname|family|font(Family)?|group)$/

/** Calls whose words go to a log, to us, or to the machine. */
const SILENT_CALLS =
  /^(invariant|Error|TypeError|RangeError|RegExp|URL|require|import|fetch|sql|cn|clsx|log\.\w+|.*\.log\.\w+|console\.\w+|.*\.(querySelector(All)?|closest|matches|getElementById|createElement(NS)?|setAttribute|getAttribute|removeAttribute|hasAttribute|addEventListener|removeEventListener|dispatchEvent|header|set|get|has|startsWith|endsWith|includes|indexOf|split|match|test|is|prop|execCommand|getData|setData|addColumn|createTable|select|selectFrom|where|insertInto|orderBy|groupBy|innerJoin|leftJoin))$/

/** Values of attributes and names of keys that look like words, the name of the product, and addresses. */
const NO_WORDS =
  /^(lazy|eager|Sheaf|Shift|Control|Alt|Meta|Enter|Escape|Tab|Backspace|Delete|Home|End|https?:\/\/\S*)$/

const isLetter = /\p{L}/u

/** Does text look like words for people where nothing else says so? */
const looksSpoken = (text: string): boolean =>
  /^(?:[AI] \p{Ll}|\p{Lu}[\p{Ll}’']+(?![\p{Ll}-]*\p{Lu}))/u.test(text) && !/^[A-Z]\w*[-/.:_]\w/.test(text)
    ? true
    : /\p{L}[\p{L},’']* \p{L}.*[.?!…]$/u.test(text)

/** All that stands wrong in one source file. `text` is TypeScript; `file` tells TSX from it. */
export function readWords(file: string, text: string): { findings: Finding[]; messages: Message[] } {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const findings: Finding[] = []
  const messages: Message[] = []
  const lineOf = (node: ts.Node) => source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1
  const report = (node: ts.Node, words: string, what: Finding['what']) =>
    findings.push({ line: lineOf(node), words: words.replace(/\s+/g, ' ').trim(), what })

  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return
    if (ts.isPropertyAssignment(node) && node.name.getText(source) === 'classNames') return
    const message = messageOf(node)
    if (message) {
      if (message.constant === null) report(node, node.getText(source), 'not constant')
      else messages.push({ message: message.constant, line: lineOf(node), values: message.values })
      if (runsOnLoad(node)) report(node, message.constant ?? '', 'on load')
      message.rest.forEach(visit)
      return
    }
    const words = wordsOf(node)
    if (words !== null && isSeen(node, words)) report(node, words, 'outside')
    ts.forEachChild(node, visit)
  }
  visit(source)
  return { findings, messages }
}

/** The words of a literal, with `…` for what a template fills in; `null` for other nodes. */
export function wordsOf(node: ts.Node): string | null {
  if (ts.isJsxText(node)) return node.text
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text
  if (ts.isTemplateExpression(node))
    return node.head.text + node.templateSpans.map((span) => `…${span.literal.text}`).join('')
  return null
}

/** The call of `t`, or the element `Trans`, that a node is. */
function messageOf(
  node: ts.Node,
): { constant: string | null; values: string[] | null; rest: ts.Node[] } | null {
  if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 't') {
    const [first, values, ...rest] = node.arguments
    const constant = first && ts.isStringLiteralLike(first) ? first.text : null
    return { constant, values: namesIn(values), rest: values ? [values, ...rest] : rest }
  }
  if (ts.isJsxSelfClosingElement(node) && node.tagName.getText() === 'Trans') {
    const attributes = node.attributes.properties.filter(ts.isJsxAttribute)
    const given = (name: string) => {
      const found = attributes.find((attribute) => attribute.name.getText() === name)?.initializer
      return found && ts.isJsxExpression(found) ? found.expression : found
    }
    const message = given('message')
    const constant = message && ts.isStringLiteralLike(message) ? message.text : null
    return {
      constant,
      values: namesIn(given('values') as ts.Expression | undefined),
      rest: attributes.filter((attribute) => attribute.name.getText() !== 'message'),
    }
  }
  return null
}

const namesIn = (values: ts.Expression | undefined): string[] | null => {
  if (!values) return []
  if (!ts.isObjectLiteralExpression(values) || values.properties.some(ts.isSpreadAssignment)) return null
  return values.properties.map((property) => property.name!.getText())
}

/** Does it run while its module loads, when no language is known? */
function runsOnLoad(node: ts.Node): boolean {
  for (let above = node.parent; above; above = above.parent) {
    if (ts.isFunctionLike(above)) return false
    if (ts.isPropertyDeclaration(above)) return ts.getCombinedModifierFlags(above) === ts.ModifierFlags.Static
  }
  return true
}

/** Does a literal hold words that are shown? */
export function isSeen(node: ts.Node, words: string): boolean {
  if (!isLetter.test(words.replaceAll('…', '')) || NO_WORDS.test(words.trim())) return false
  if (ts.isJsxText(node)) return true
  const { place, speaking } = placeOf(node)
  if (place === 'silent') return false
  return speaking || looksSpoken(words)
}

/** Where a literal ends up: through `?:`, `??`, `||`, lists and brackets to the attribute, property or call that takes it. */
function placeOf(node: ts.Node): { place: 'silent' | 'open'; speaking: boolean } {
  const silent = { place: 'silent', speaking: false } as const
  const open = (speaking = false) => ({ place: 'open', speaking }) as const
  for (let child = node, above = node.parent; above; child = above, above = above.parent) {
    if (ts.isJsxAttribute(above)) return named(above.name.getText())
    if (ts.isPropertyAssignment(above)) {
      if (above.name === child) return silent
      return named(above.name.getText().replace(/^['"]|['"]$/g, ''))
    }
    if (ts.isJsxExpression(above)) {
      if (!ts.isJsxAttribute(above.parent)) return open(true)
      continue
    }
    if (ts.isBinaryExpression(above)) {
      const { kind } = above.operatorToken
      if (
        kind === ts.SyntaxKind.QuestionQuestionToken ||
        kind === ts.SyntaxKind.BarBarToken ||
        kind === ts.SyntaxKind.PlusToken ||
        (kind === ts.SyntaxKind.AmpersandAmpersandToken && above.right === child)
      )
        continue
      if (kind === ts.SyntaxKind.EqualsToken) {
        const name = ts.isPropertyAccessExpression(above.left) ? above.left.name.text : ''
        return named(name === 'textContent' ? 'text' : name === 'ariaLabel' ? 'aria-label' : name)
      }
      return silent
    }
    if (ts.isConditionalExpression(above)) {
      if (above.condition === child) return silent
      continue
    }
    if (
      ts.isParenthesizedExpression(above) ||
      ts.isAsExpression(above) ||
      ts.isSatisfiesExpression(above) ||
      ts.isNonNullExpression(above) ||
      ts.isTemplateSpan(above) ||
      ts.isTemplateExpression(above) ||
      ts.isArrayLiteralExpression(above)
    )
      continue
    if (ts.isCallExpression(above) || ts.isNewExpression(above)) {
      const callee = above.expression.getText()
      if (above.expression === child) return silent
      return SILENT_CALLS.test(callee) ? silent : open()
    }
    if (ts.isElementAccessExpression(above) || ts.isCaseClause(above) || ts.isTaggedTemplateExpression(above))
      return silent
    if (ts.isLiteralTypeNode(above) || ts.isEnumMember(above)) return silent
    return open()
  }
  return open()
}

const named = (name: string): { place: 'silent' | 'open'; speaking: boolean } =>
  SILENT.test(name) ? { place: 'silent', speaking: false } : { place: 'open', speaking: SPEAKING.has(name) }
