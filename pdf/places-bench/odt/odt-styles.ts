type OdtFamily = 'paragraph' | 'text' | 'table' | 'table-column' | 'table-cell' | 'section'

/** Attributes by their name, as `fo:margin-top`. */
export type OdtProperties = Readonly<Record<string, string>>

/** Automatic styles of one document (ODF 1.3, part 3, 16). */
export interface OdtStyles {
  /** @returns the style's name, the same for the same properties */
  readonly nameOf: (family: OdtFamily, properties: string) => string
  readonly xml: () => string
}

export const createOdtStyles = (): OdtStyles => {
  const names = new Map<string, string>()
  return {
    nameOf: (family, properties) => {
      const parent = family === 'paragraph' ? ' style:parent-style-name="Standard"' : ''
      const style = `style:family="${family}"${parent}>${properties}`
      const name = names.get(style) ?? `S${names.size + 1}`
      names.set(style, name)
      return name
    },
    xml: () => [...names].map(([style, name]) => `<style:style style:name="${name}" ${style}</style:style>`).join(''),
  }
}

export const propertiesXml = (element: string, properties: OdtProperties, inner = ''): string => {
  const attributes = Object.entries(properties).map(([name, value]) => ` ${name}="${value}"`)
  return `<style:${element}${attributes.join('')}>${inner}</style:${element}>`
}

/** Escapes a text of XML. */
export const odtText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
