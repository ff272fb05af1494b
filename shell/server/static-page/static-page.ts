import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { THEME_SCRIPT } from 'shared/server'
import { inlineScriptHashes, inlineStyleHashes } from '../content-security-policy.ts'

const BASE = readFileSync(join(import.meta.dirname, 'static-page.css'), 'utf8')

/** The style sheet in the page of the shell. */
const SITE_STYLES = /href="(\/assets\/shared\.[\w.]+\.css)"/

export interface StaticPage {
  readonly title: string
  /** Style sheet; sets `--page-width`. */
  readonly look: string
  /** HTML of the main part. */
  readonly main: string
  /** HTML after it. */
  readonly end?: string
}

/**
 * A page that the site itself writes: without the shell, in its look and theme.
 * @param shellPage names the site's style sheet
 */
export const staticPage = (shellPage: string, { title, look, main, end = '' }: StaticPage): string => {
  const [, sheet] = SITE_STYLES.exec(shellPage) ?? []
  return `<!doctype html>
<html lang="es-CR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${title} · Trazo</title>
<script>${THEME_SCRIPT}</script>
${sheet ? `<link rel="stylesheet" href="${sheet}">` : ''}
<style>${BASE}${look}</style>
</head>
<body>
<header><a href="/">Trazo</a></header>
<main>
${main}
</main>
${end}</body>
</html>`
}

/** @param more directives of pages with scripts */
export const staticPolicy = (html: string, more: readonly string[] = []): string =>
  [
    "default-src 'none'",
    `script-src ${inlineScriptHashes(html).join(' ')}`,
    `style-src 'self' ${inlineStyleHashes(html).join(' ')}`,
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    ...more,
  ].join('; ')
