import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import HtmlWebpackPlugin from 'html-webpack-plugin'
import { transform } from 'lightningcss'
import type { Compiler } from 'webpack'
import { FLOURISH_BOX, flourishPath, LOGO_BOX, logoStroke, logoWord } from '../../src/ui/brand/outlines.ts'

const STYLE_FILE = join(import.meta.dirname, 'first-paint.css')

const styleText = (): string =>
  transform({ filename: STYLE_FILE, code: readFileSync(STYLE_FILE), minify: true }).code.toString()

/** React replaces it with its first screen. */
const mark = (): string =>
  '<div id="start">' +
  `<svg role="img" aria-label="Trazo" viewBox="${LOGO_BOX}"><path d="${logoWord}"/><path d="${logoStroke}"/></svg>` +
  `<div role="status"><svg aria-hidden="true" viewBox="${FLOURISH_BOX}"><path d="${flourishPath}" pathLength="1"/></svg>` +
  '<p>Cargando…</p></div></div>'

const ROOT = '<div id="root"></div>'

/** The part of the shell's `index.html` that needs no other file. */
export const withFirstPaint = (html: string): string => {
  if (!html.includes(ROOT)) throw new Error(`index.html has no ${ROOT}`)
  return html
    .replace('</head>', () => `<style>${styleText()}</style></head>`)
    .replace(ROOT, () => `<div id="root">${mark()}</div>`)
}

export class FirstPaintPlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('FirstPaint', (compilation) => {
      HtmlWebpackPlugin.getHooks(compilation).afterTemplateExecution.tap('FirstPaint', (data) => ({
        ...data,
        html: withFirstPaint(data.html),
      }))
    })
  }
}
