import { contractPapers } from '../contracts/contract-html.ts'
import type { MadeContract } from '../contracts/layouts.ts'
import { blocksXml } from './odt-blocks.ts'
import type { OdtContext } from './odt-inline.ts'
import { createOdtStyles, propertiesXml } from './odt-styles.ts'
import { type HtmlElement, type HtmlNode, parseHtml } from './parse-html.ts'

const OASIS = 'urn:oasis:names:tc:opendocument:xmlns'
const NAMESPACES = Object.entries({
  office: `${OASIS}:office:1.0`,
  style: `${OASIS}:style:1.0`,
  text: `${OASIS}:text:1.0`,
  table: `${OASIS}:table:1.0`,
  fo: `${OASIS}:xsl-fo-compatible:1.0`,
  svg: `${OASIS}:svg-compatible:1.0`,
  xlink: 'http://www.w3.org/1999/xlink',
})
  .map(([prefix, name]) => `xmlns:${prefix}="${name}"`)
  .join(' ')

interface ContractLook {
  readonly size: number
  readonly lineHeight: number
  readonly font: string
  /** Points. */
  readonly padding: number
  readonly isJustified: boolean
}

const lookOfContract = ({ css }: MadeContract): ContractLook => {
  const [, size, step, font] = /font:([\d.]+)pt\/([\d.]+) '([^']+)'/.exec(css) ?? []
  return {
    size: Number(size),
    // Of the font's height, which is about 1.15 of its size.
    lineHeight: Math.round((Number(step) / 1.15) * 100),
    font: font ?? '',
    padding: Number(/--pad:(\d+)pt/.exec(css)?.[1]),
    isJustified: css.includes('justify'),
  }
}

/** A page begins with an empty paragraph of a point. */
const PAGE_BREAK = propertiesXml('paragraph-properties', { 'fo:break-before': 'page', 'fo:line-height': '1pt' })

const isFoot = (node: HtmlNode): node is HtmlElement => typeof node !== 'string' && node.classes.includes('foot')

/** The foot of the first page, for all pages. */
const footerXml = ({ pages }: MadeContract, context: OdtContext): string => {
  const foot = pages.flatMap((html) => parseHtml(html).children.filter(isFoot))[0]
  return foot === undefined ? '' : `<style:footer>${blocksXml(context, { ...foot, children: [foot] })}</style:footer>`
}

const pagesXml = ({ pages }: MadeContract, context: OdtContext): string =>
  pages
    .map((html, index) => {
      const whole = parseHtml(html)
      const root = { ...whole, children: whole.children.filter((node) => !isFoot(node)) }
      const [only] = root.children
      const isScan = typeof only === 'object' && only.classes.includes('scanned')
      const body = blocksXml(isScan ? { ...context, colour: '#fefefe' } : context, isScan ? only : root)
      const name = context.styles.nameOf('paragraph', PAGE_BREAK)
      return `${index === 0 ? '' : `<text:p text:style-name="${name}"/>`}${body}`
    })
    .join('')

/** Points of a foot above the paper's edge, and about its height. */
const [FOOT_MARGIN, FOOT_HEIGHT] = [20, 25]

const pageXml = ({ paper }: MadeContract, { padding }: ContractLook, hasFoot: boolean): string => {
  const [width, height] = contractPapers[paper]
  const page = propertiesXml('page-layout-properties', {
    'fo:page-width': `${width}pt`,
    'fo:page-height': `${height}pt`,
    'style:print-orientation': width > height ? 'landscape' : 'portrait',
    'fo:margin-top': `${padding}pt`,
    'fo:margin-left': `${padding}pt`,
    'fo:margin-right': `${padding}pt`,
    'fo:margin-bottom': `${hasFoot ? FOOT_MARGIN : padding}pt`,
  })
  const above = Math.max(0, padding - FOOT_MARGIN - FOOT_HEIGHT)
  const foot = hasFoot ? propertiesXml('header-footer-properties', { 'fo:margin-top': `${above}pt` }) : ''
  return `<style:page-layout style:name="Page">${page}<style:footer-style>${foot}</style:footer-style></style:page-layout>`
}

const standardXml = ({ size, lineHeight, font }: ContractLook): string => {
  const standard =
    propertiesXml('paragraph-properties', { 'fo:line-height': `${lineHeight}%` }) +
    propertiesXml('text-properties', { 'style:font-name': 'Body', 'fo:font-size': `${size}pt`, 'fo:language': 'es' })
  return (
    `<office:font-face-decls><style:font-face style:name="Body" svg:font-family="'${font}'"/></office:font-face-decls>` +
    `<office:styles><style:style style:name="Standard" style:family="paragraph">${standard}</style:style>` +
    '<style:style style:name="Plain" style:family="text"/></office:styles>'
  )
}

/** A contract as a flat text document of LibreOffice (ODF 1.3). */
export const contractOdt = (contract: MadeContract): string => {
  const look = lookOfContract(contract)
  const styles = createOdtStyles()
  let marks = 0
  const context: OdtContext = {
    styles,
    size: look.size,
    width: contractPapers[contract.paper][0] - 2 * look.padding,
    align: look.isJustified ? 'justify' : 'start',
    colour: '#000000',
    nextMark: () => ++marks,
  }
  const body = pagesXml(contract, context)
  const footer = footerXml(contract, context)
  const automatic = pageXml(contract, look, footer !== '') + styles.xml()
  return (
    `<?xml version="1.0" encoding="UTF-8"?><office:document ${NAMESPACES} office:version="1.3" ` +
    `office:mimetype="application/vnd.oasis.opendocument.text">${standardXml(look)}` +
    `<office:automatic-styles>${automatic}</office:automatic-styles><office:master-styles>` +
    `<style:master-page style:name="Standard" style:page-layout-name="Page">${footer}</style:master-page>` +
    '</office:master-styles>' +
    `<office:body><office:text>${body}</office:text></office:body></office:document>`
  )
}
