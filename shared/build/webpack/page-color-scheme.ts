/** A webpack loader: the page's colour scheme is the shell's. */
export default (source: string): string => source.replaceAll(/(:root\s*\{\s*)color-scheme:[^;}]*;?/g, '$1')
