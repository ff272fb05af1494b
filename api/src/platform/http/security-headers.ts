import { NO_CONTENT_POLICY } from 'shared/server'

/** For user content. */
export const FILE_POLICY = `${NO_CONTENT_POLICY}; sandbox`

/** For the OpenAPI page. */
export const DOCS_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
