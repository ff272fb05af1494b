import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { escapeHtml } from 'shared/server'
import type { OpenedPreview } from './open-preview.ts'

const partOf = (file: string): string => readFileSync(join(import.meta.dirname, file), 'utf8')

const LOOK = partOf('preview-strip.css')
const END = partOf('preview-strip.js')

const ROOT = '<div id="root">'

/** In the page itself, not in the shell: it also shows if the previewed release breaks, and others load nothing of it. */
export const withPreviewStrip = (html: string, { title }: Pick<OpenedPreview, 'title'>): string => {
  if (!html.includes(ROOT)) throw new Error('index.html has no <div id="root">')
  const text = `Vista previa de ${escapeHtml(title)}`
  const strip = `<aside id="trazo-preview" aria-label="Vista previa"><p>${text}</p><p role="status"></p><button type="button">Terminar</button></aside>`
  return html.replace(ROOT, () => `<style>${LOOK}</style>${strip}<script>${END}</script>${ROOT}`)
}
