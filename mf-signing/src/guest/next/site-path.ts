/**
 * The path of another document, as the server gives it.
 *
 * @returns undefined for what could lead to another site: a browser reads `//` and `/\` as the start of a host, and
 * leaves out control characters
 */
export const sitePathOf = (path: string | null): string | undefined => {
  if (path === null || !/^\/(?![/\\])[^\p{Cc}\s\\]*$/u.test(path)) return undefined
  return path
}

/** The token in the link of a document, which reads it. */
export const tokenInPath = (path: string): string | undefined =>
  new URLSearchParams(path.split('?')[1]?.split('#')[0]).get('token') ?? undefined
