/** An element of a contract's page. The generator writes few tags, always closed. */
export interface HtmlElement {
  readonly tag: string
  readonly classes: readonly string[]
  readonly style: string
  /** `data-place` and `data-edge`. */
  readonly place: string | undefined
  readonly edge: string | undefined
  readonly children: readonly HtmlNode[]
}
export type HtmlNode = string | HtmlElement

type OpenElement = HtmlElement & { readonly children: HtmlNode[] }

const attributeOf = (text: string, name: string): string | undefined =>
  new RegExp(`\\s${name}="([^"]*)"`).exec(text)?.[1]

const openElement = (tag: string, attributes: string): OpenElement => ({
  tag,
  classes: (attributeOf(attributes, 'class') ?? '').split(' ').filter((name) => name !== ''),
  style: attributeOf(attributes, 'style') ?? '',
  place: attributeOf(attributes, 'data-place'),
  edge: attributeOf(attributes, 'data-edge'),
  children: [],
})

/** @returns the root, a `div` */
export const parseHtml = (html: string): HtmlElement => {
  const root = openElement('div', '')
  const open = [root]
  for (const [token, closing, tag, attributes] of html.matchAll(/<(\/?)(\w+)([^>]*)>|[^<]+/g)) {
    const parent = open.at(-1) ?? root
    if (tag === undefined) parent.children.push(token.replaceAll('&nbsp;', '\u00a0'))
    else if (closing === '/') open.pop()
    else {
      const element = openElement(tag, attributes ?? '')
      parent.children.push(element)
      if (tag !== 'br') open.push(element)
    }
  }
  return root
}
