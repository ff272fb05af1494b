import type { OdtContext } from './odt-inline.ts'
import { type OdtProperties, propertiesXml } from './odt-styles.ts'
import type { HtmlElement } from './parse-html.ts'

export interface ParagraphLook {
  readonly paragraph: OdtProperties
  readonly text?: OdtProperties
}

/** As in the style sheet of the HTML, by class or tag. */
const looks: Readonly<Record<string, ParagraphLook>> = {
  h1: {
    paragraph: { 'fo:margin-bottom': '12pt', 'fo:text-align': 'center' },
    text: { 'fo:font-size': '140%', 'fo:font-weight': 'bold' },
  },
  h2: { paragraph: { 'fo:margin-bottom': '8pt' }, text: { 'fo:font-size': '110%', 'fo:font-weight': 'bold' } },
  p: { paragraph: { 'fo:margin-bottom': '8pt' } },
  middle: { paragraph: { 'fo:margin-bottom': '8pt', 'fo:text-align': 'center' } },
  loose: { paragraph: { 'fo:margin-bottom': '8pt', 'fo:line-height': '190%', 'fo:text-align': 'start' } },
  ownline: { paragraph: { 'fo:margin-top': '34pt' } },
  row: { paragraph: { 'fo:margin-top': '10pt' } },
  note: { paragraph: { 'fo:margin-bottom': '8pt' }, text: { 'fo:font-size': '80%' } },
  foot: { paragraph: {}, text: { 'fo:font-size': '80%' } },
  quoted: { paragraph: { 'fo:border-left': '2pt solid #777777', 'fo:padding-left': '8pt' } },
  ruled: {
    paragraph: { 'fo:border-bottom': '0.75pt solid #334455', 'fo:padding-bottom': '2pt', 'fo:margin-bottom': '8pt' },
    text: { 'fo:font-size': '110%', 'fo:font-weight': 'bold' },
  },
}

export const lookOf = ({ tag, classes }: HtmlElement): ParagraphLook =>
  looks[classes.find((name) => looks[name] !== undefined) ?? tag] ?? { paragraph: {} }

export const paragraphXml = (context: OdtContext, inner: string, { paragraph, text }: ParagraphLook): string => {
  const { styles, align, colour } = context
  const properties =
    propertiesXml('paragraph-properties', { 'fo:text-align': align, ...paragraph }) +
    propertiesXml('text-properties', { 'fo:color': colour, ...text })
  return `<text:p text:style-name="${styles.nameOf('paragraph', properties)}">${inner}</text:p>`
}

type RuleLook = readonly [width: number, border: string, align: 'center' | 'start']

/** Rules between paragraphs; a width of 0 is the whole column. */
const rules: Readonly<Record<string, RuleLook>> = {
  shortrule: [120, '1.5pt solid #334455', 'center'],
  fullrule: [0, '0.75pt solid #999999', 'start'],
  noterule: [140, '0.5pt solid #000000', 'start'],
  headrule: [180, '1pt solid #aa3333', 'center'],
  footrule: [220, '0.75pt solid #777777', 'center'],
  ornament: [64, '1pt solid #aa3333', 'center'],
}

/** Margins that leave so much of the column. */
export const marginsOf = ({ width, align }: OdtContext, kept: number, own = align): OdtProperties => {
  const free = Math.max(0, width - kept)
  const left = own === 'center' ? free / 2 : 0
  return { 'fo:margin-left': `${left.toFixed(1)}pt`, 'fo:margin-right': `${(free - left).toFixed(1)}pt` }
}

/** An empty paragraph with a border. @returns undefined for an element that is no rule */
export const ruleXml = (context: OdtContext, { classes }: HtmlElement): string | undefined => {
  const rule = classes.map((name) => rules[name]).find((each) => each !== undefined)
  if (rule === undefined) return undefined
  const [width, border, align] = rule
  return paragraphXml(context, '', {
    paragraph: {
      ...marginsOf(context, width === 0 ? context.width : width, align),
      'fo:margin-top': '3pt',
      'fo:margin-bottom': '8pt',
      'fo:line-height': '6pt',
      'fo:border-bottom': border,
    },
  })
}
