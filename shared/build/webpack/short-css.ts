import { transform } from 'lightningcss'

/** A webpack loader for style sheets that are texts of a script. */
export default function shortCss(this: { readonly resourcePath: string }, source: string): string {
  return transform({ filename: this.resourcePath, code: Buffer.from(source), minify: true }).code.toString()
}
