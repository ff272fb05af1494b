/** An element of a parsed document; `text` is that of the element alone. */
export interface ParsedXml {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: readonly ParsedXml[]
  readonly text: string
}

interface OpenElement {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: ParsedXml[]
  text: string
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'
const NAME = '[A-Za-z_][\\w.-]*(?::[A-Za-z_][\\w.-]*)?'
const TOKEN = new RegExp(`<(/?)(${NAME})((?: ${NAME}="[^"<]*")*)(/?)>|([^<]+)`, 'y')
const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function readText(raw: string): string {
  if (FORBIDDEN.test(raw) || raw.includes(']]>')) throw new Error(`not XML: ${JSON.stringify(raw)}`)
  return raw.replace(/&([^;&]*)(;?)/g, (reference, body: string, end: string) => {
    const code = /^#x([0-9A-F]+)$/.exec(body)?.[1]
    const character = code === undefined ? ENTITIES[body] : String.fromCodePoint(Number.parseInt(code, 16))
    if (character === undefined || end === '' || FORBIDDEN.test(character)) throw new Error(`not XML: ${reference}`)
    return character
  })
}

function readXmlAttributes(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const [, name = '', value = ''] of text.matchAll(/ ([^=]+)="([^"]*)"/g)) {
    if (found.has(name)) throw new Error(`two attributes ${name}`)
    found.set(name, readText(value))
  }
  return found
}

const closeElement = (open: OpenElement[], root: OpenElement, name: string): void => {
  const done = open.pop()
  if (done?.name !== name) throw new Error(`</${name}> ends <${done?.name}>`)
  ;(open.at(-1) ?? root).children.push(done)
}

/**
 * Parses the part of XML 1.0 that our reports use: elements, attributes, text and references, and nothing else.
 *
 * @throws Error at the first place that is not well formed
 */
export function parseXml(text: string): ParsedXml {
  if (!text.startsWith(DECLARATION)) throw new Error('no declaration')
  const source = text.slice(DECLARATION.length).trimEnd()
  const root: OpenElement = { name: '', attributes: new Map(), children: [], text: '' }
  const open: OpenElement[] = []
  for (TOKEN.lastIndex = 0; TOKEN.lastIndex < source.length; ) {
    const at = TOKEN.lastIndex
    const token = TOKEN.exec(source)
    if (token === null) throw new Error(`not XML at ${at}: ${source.slice(at, at + 40)}`)
    const [, isEnd, name = '', attributes = '', isEmpty, characters] = token
    const parent = open.at(-1) ?? root
    if (characters !== undefined) parent.text += readText(characters)
    else if (isEnd === '/') closeElement(open, root, name)
    else {
      open.push({ name, attributes: readXmlAttributes(attributes), children: [], text: '' })
      if (isEmpty === '/') closeElement(open, root, name)
    }
  }
  const [document, ...others] = root.children
  if (document === undefined || others.length > 0 || open.length > 0 || root.text !== '') throw new Error('no one root')
  return document
}

export const descendantsOf = (element: ParsedXml): ParsedXml[] => [
  element,
  ...element.children.flatMap((child) => descendantsOf(child)),
]
