/**
 * Without a trailing slash; '' for the page's origin. A meta element needs
 * no request and no CSP exception.
 */
export const apiHostOf = (page: Document): string =>
  page.querySelector('meta[name="trazo-api-host"]')?.getAttribute('content') ?? ''
