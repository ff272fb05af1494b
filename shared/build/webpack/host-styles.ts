/**
 * A webpack loader for pages of others: tokens and base rules apply below
 * `.trazo` alone, whose element takes the place of `html` and `body`.
 */
export default (source: string): string => {
  const [statement = '', ...rules] = source.split(/(?<=@layer base, shared, remote;)/)
  const scoped = rules.join('').replaceAll(/:root\b|(?<=^\s*)(?:html|body)(?=[\s,:{])/gm, ':scope')
  return `${statement}\n@scope (.trazo) {${scoped}}\n`
}
