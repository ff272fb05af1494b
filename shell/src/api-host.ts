/**
 * {host} of this page: the address of the API without a slash at its end, or '' for the page's own origin. It stands in
 * the page itself, so that it costs no request and no script that the content security policy would have to allow.
 */
export const apiHostOf = (page: Document): string =>
  page.querySelector('meta[name="trazo-api-host"]')?.getAttribute('content') ?? ''
