import { inlineXml, type OdtContext } from './odt-inline.ts'
import { lookOf, marginsOf, type ParagraphLook, paragraphXml, ruleXml } from './odt-looks.ts'
import { type OdtProperties, propertiesXml } from './odt-styles.ts'
import type { HtmlElement, HtmlNode } from './parse-html.ts'

const BLOCK_TAGS = new Set(['div', 'p', 'h1', 'h2', 'table'])
const PLAIN: ParagraphLook = { paragraph: {} }

/** Texts between blocks are paragraphs. */
const flowXml = (context: OdtContext, nodes: readonly HtmlNode[], look: ParagraphLook): string => {
  const parts: string[] = []
  let run: HtmlNode[] = []
  const endRun = (): void => {
    if (run.length > 0) parts.push(paragraphXml(context, inlineXml(context, run), look))
    run = []
  }
  for (const node of nodes) {
    if (typeof node === 'string' || !BLOCK_TAGS.has(node.tag)) run.push(node)
    else {
      endRun()
      parts.push(blockXml(context, node))
    }
  }
  endRun()
  return parts.join('')
}

const elementsOf = ({ children }: HtmlElement): readonly HtmlElement[] =>
  children.filter((node): node is HtmlElement => typeof node !== 'string')

const cellXml = ({ styles }: OdtContext, inner: string, properties: OdtProperties): string =>
  `<table:table-cell table:style-name="${styles.nameOf('table-cell', propertiesXml('table-cell-properties', properties))}">${inner}</table:table-cell>`

const tableXml = (context: OdtContext, columns: number, rows: readonly (readonly string[])[]): string => {
  const { styles, width } = context
  const table = propertiesXml('table-properties', { 'style:width': `${width}pt`, 'table:align': 'left' })
  const column = propertiesXml('table-column-properties', { 'style:column-width': `${(width / columns).toFixed(1)}pt` })
  const body = rows.map((cells) => `<table:table-row>${cells.join('')}</table:table-row>`).join('')
  return (
    `<table:table table:style-name="${styles.nameOf('table', table)}"><table:table-column table:style-name="` +
    `${styles.nameOf('table-column', column)}" table:number-columns-repeated="${columns}"/>${body}</table:table>` +
    paragraphXml(context, '', { paragraph: { 'fo:line-height': '8pt' } })
  )
}

const cellLooks: Readonly<Record<string, OdtProperties>> = {
  grid: { 'fo:border': '0.75pt solid #000000' },
  rows: { 'fo:border-bottom': '0.5pt solid #000000' },
  cells: { 'fo:border-bottom': '0.75pt solid #666666' },
}

const dataTableXml = (context: OdtContext, table: HtmlElement): string => {
  const look = { 'fo:padding': '3pt', ...cellLooks[table.classes[0] ?? ''] }
  const isStriped = table.classes.includes('striped')
  const rows = elementsOf(table).map((row, index) =>
    elementsOf(row).map((cell) => {
      const text: OdtProperties = cell.tag === 'th' ? { 'fo:font-weight': 'bold' } : {}
      const inner = inlineXml(context, cell.children)
      const fill: OdtProperties = isStriped && index % 2 === 1 ? { 'fo:background-color': '#eeeeee' } : {}
      const words = paragraphXml(context, inner, { paragraph: { 'fo:text-align': 'start' }, text })
      return cellXml(context, words, { ...look, ...fill })
    }),
  )
  return tableXml(context, 3, rows)
}

/** Points between two signers. */
const GAP = 26

/** A table without borders, as people write two signers. */
const signersXml = (context: OdtContext, element: HtmlElement): string => {
  const isStacked = element.classes.includes('stacked')
  const width = isStacked ? context.width : context.width / 2 - GAP
  const align = element.classes.includes('centred') ? 'center' : 'start'
  const blocks = elementsOf(element).map((block) => flowXml({ ...context, width, align }, block.children, PLAIN))
  if (isStacked) return blocks.join('')
  const cells = blocks.map((xml) => cellXml(context, xml, { 'fo:padding-right': `${GAP}pt`, 'fo:padding-top': '14pt' }))
  const rows = cells.flatMap((cell, index) =>
    index % 2 === 0 ? [[cell, cells[index + 1] ?? cellXml(context, '<text:p/>', {})]] : [],
  )
  return tableXml(context, 2, rows)
}

/** Words below a rule: the upper border of a paragraph. */
const hungXml = (context: OdtContext, element: HtmlElement): string => {
  const margins = marginsOf(context, Number(/width:([\d.]+)pt/.exec(element.style)?.[1] ?? 150))
  return elementsOf(element)
    .map((line, index) => {
      if (index > 0) return paragraphXml(context, inlineXml(context, line.children), { paragraph: margins })
      const marked: HtmlElement = { ...element, tag: 'span', classes: [], children: line.children }
      const border = { 'fo:margin-top': '46pt', 'fo:border-top': '0.75pt solid #000000', 'fo:line-height': '100%' }
      return paragraphXml(context, inlineXml(context, [marked]), { paragraph: { ...margins, ...border } })
    })
    .join('')
}

const columnsXml = (context: OdtContext, element: HtmlElement): string => {
  const columns = propertiesXml('columns', { 'fo:column-count': '2', 'fo:column-gap': '24pt' })
  const name = context.styles.nameOf('section', propertiesXml('section-properties', {}, columns))
  const inner = flowXml({ ...context, width: context.width / 2 - 12 }, element.children, PLAIN)
  return `<text:section text:style-name="${name}" text:name="Columns ${context.nextMark()}">${inner}</text:section>`
}

const blockXml = (context: OdtContext, element: HtmlElement): string => {
  const { tag, classes, children } = element
  const rule = ruleXml(context, element)
  if (rule !== undefined) return rule
  if (tag === 'table') return dataTableXml(context, element)
  if (classes.includes('signers')) return signersXml(context, element)
  if (classes.includes('hung')) return hungXml(context, element)
  if (classes.includes('columns')) return columnsXml(context, element)
  const align = classes.includes('head') || classes.includes('foot') ? 'center' : context.align
  return flowXml({ ...context, align }, children, lookOf(element))
}

/** The blocks of an element as paragraphs, tables and sections. */
export const blocksXml = (context: OdtContext, { children }: HtmlElement): string => flowXml(context, children, PLAIN)
