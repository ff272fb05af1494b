import type { OdtProperties, OdtStyles } from './odt-styles.ts'
import { odtText, propertiesXml } from './odt-styles.ts'
import type { HtmlElement, HtmlNode } from './parse-html.ts'

/** Where a text lies; sizes in points. */
export interface OdtContext {
  readonly styles: OdtStyles
  readonly size: number
  readonly width: number
  readonly align: 'start' | 'center' | 'justify'
  /** Colour of words. */
  readonly colour: string
  readonly nextMark: () => number
}

/** A link around each place is the truth. The rules never see links. */
export const PLACE_LINK = 'https://place.example/'

const linkXml = (context: OdtContext, { place, edge }: HtmlElement, xml: string): string =>
  place === undefined
    ? xml
    : `<text:a xlink:type="simple" xlink:href="${PLACE_LINK}${context.nextMark()}/${place}/${edge ?? 'bottom'}" ` +
      `text:style-name="Plain" text:visited-style-name="Plain">${xml}</text:a>`

const spanXml = ({ styles }: OdtContext, properties: OdtProperties, xml: string): string =>
  `<text:span text:style-name="${styles.nameOf('text', propertiesXml('text-properties', properties))}">${xml}</text:span>`

const underlineOf = (style: string): string => {
  if (style.includes('dashed')) return 'dash'
  return style.includes('dotted') ? 'dotted' : 'solid'
}

/** Of a no-break space, in font sizes: the fonts of the generator have 0.25 to 0.32. */
const BLANK_WIDTH = 0.54

/** Underlined blanks, as people draw a line in a word processor. */
const lineXml = (context: OdtContext, { style }: HtmlElement): string => {
  const points = Number(/width:([\d.]+)pt/.exec(style)?.[1] ?? 66)
  const properties = {
    'style:text-underline-style': underlineOf(style),
    'style:text-underline-width': style.includes('height:1pt') ? 'bold' : 'auto',
    'style:text-underline-color': '#000000',
  }
  return spanXml(context, properties, `${'\u2007'.repeat(Math.round(points / (context.size * BLANK_WIDTH)))}\u2060`)
}

const elementXml = (context: OdtContext, element: HtmlElement): string => {
  const { tag, classes, children } = element
  if (tag === 'br') return '<text:line-break/>'
  if (classes.includes('line')) return linkXml(context, element, lineXml(context, element))
  const inner = inlineXml(context, children)
  if (tag === 'b') return spanXml(context, { 'fo:font-weight': 'bold' }, inner)
  if (tag === 'u') return spanXml(context, { 'style:text-underline-style': 'solid' }, inner)
  return linkXml(context, element, inner)
}

/** Texts and spans of a paragraph. */
export const inlineXml = (context: OdtContext, nodes: readonly HtmlNode[]): string =>
  nodes.map((node) => (typeof node === 'string' ? odtText(node) : elementXml(context, node))).join('')
