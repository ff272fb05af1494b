import { isSigningPath, parseId } from 'shared/contract'

export interface SigningLink {
  readonly documentId: number
  /** Undefined for the address of a document that is open to everybody. */
  readonly token: string | undefined
}

/** Undefined for other pages, and for several tokens. */
export const signingLinkOf = (url: string): SigningLink | undefined => {
  const { pathname, searchParams } = new URL(url, 'http://site')
  const documentId = parseId(pathname.split('/').find((part) => parseId(part) !== undefined))
  const [token, ...others] = searchParams.getAll('token')
  return isSigningPath(pathname) && documentId !== undefined && others.length === 0 ? { documentId, token } : undefined
}
