import { isSigningPath } from 'shared/contract'

/** What `index.html` shows before any script, for the page of a document. */
export const withStartText = (html: string, pathname: string): string =>
  isSigningPath(pathname)
    ? html
        .replace('<div id="start">', '<div id="start" class="signing">')
        .replace('<p>Cargando…</p>', '<p>Cargando documento…</p>')
    : html
