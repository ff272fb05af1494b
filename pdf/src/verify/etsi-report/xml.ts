/** An XML element. Names and attribute names are constants of our sources; texts may come from a file. */
export interface XmlElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly (XmlElement | string)[]
}

type XmlContent = XmlElement | string | undefined | readonly (XmlElement | undefined)[]

/** Leaves out undefined children, so that an optional element is one expression. */
export const xmlElement = (
  name: string,
  content: XmlContent | readonly XmlContent[],
  attributes: Readonly<Record<string, string>> = {},
): XmlElement => ({
  name,
  attributes,
  children: [content].flat(2).filter((child) => child !== undefined),
})

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** Outside of `Char` (XML 1.0, 2.2): no reference can write them. With the flag `u`, also a surrogate alone. */
const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

/**
 * Line ends and tabs, which parsers normalise; C1 controls; line separators; and the controls of direction, which make
 * an editor show a text in another order than it has.
 */
const REFERENCED = /[\t\n\r\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g

/**
 * Writes any text as XML 1.0 character data or attribute value. A character that XML forbids becomes U+FFFD.
 */
export const escapeXml = (text: string): string =>
  text
    .replace(FORBIDDEN, '\ufffd')
    .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
    .replace(REFERENCED, (character) => `&#x${character.charCodeAt(0).toString(16).toUpperCase()};`)

const writeElement = ({ name, attributes, children }: XmlElement): string => {
  const stated = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`)
  const content = children.map((child) => (typeof child === 'string' ? escapeXml(child) : writeElement(child)))
  const start = `<${name}${stated.join('')}`
  return content.length === 0 ? `${start}/>` : `${start}>${content.join('')}</${name}>`
}

/** Writes a document in UTF-8, without white space between elements. */
export const writeXml = (root: XmlElement): string => `<?xml version="1.0" encoding="UTF-8"?>\n${writeElement(root)}\n`
