import { PRODUCT } from 'shared/contract'
import { headerText } from './header-text.ts'
import type { Block, Message, RenderedMessage } from './message.ts'
import { oneLine, unlinked, withoutLinks } from './neutral-text.ts'

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')

const FOOTER = `${PRODUCT} · Firma de documentos en línea`

const linesOf = (text: string): string[] => text.split(/\r\n?|[\n\u2028\u2029]/).map((line) => neutral(line))

/** User text must not add lines or links to a sentence. */
const neutral = (text: string): string => unlinked(oneLine(text))

const neutralBlock = (block: Block): Block => {
  switch (block.kind) {
    case 'paragraph':
    case 'note':
      return { ...block, text: neutral(block.text) }
    case 'facts':
      return { ...block, facts: block.facts.map(([name, value]) => [neutral(name), neutral(value)] as const) }
    case 'code':
      return { ...block, label: neutral(block.label), code: oneLine(block.code) }
    case 'quote':
    case 'link':
    case 'quiet-link':
      return { ...block, label: neutral(block.label) }
  }
}

/** User text never precedes the platform's own link. */
const ordered = (blocks: readonly Block[]): Block[] => {
  const link = blocks.findIndex(({ kind }) => kind === 'link')
  const isEarly = (block: Block, index: number): boolean => block.kind === 'quote' && index < link
  const rest = blocks.filter((block, index) => !isEarly(block, index))
  const after = rest.findIndex(({ kind }) => kind === 'link') + 1
  return [...rest.slice(0, after), ...blocks.filter(isEarly), ...rest.slice(after)]
}

const textBlock = (block: Block): string => {
  switch (block.kind) {
    case 'paragraph':
    case 'note':
      return block.text
    case 'facts':
      return block.facts.map(([name, value]) => `${name}: ${value}`).join('\n')
    case 'code':
      return `${block.label}: ${block.code}`
    case 'quote':
      return `${block.label}:\n${linesOf(block.text)
        .map((line) => `> ${line}`)
        .join('\n')}`
    case 'link':
    case 'quiet-link':
      return `${block.label}:\n${block.url}`
  }
}

const htmlBlock = (block: Block): string => {
  switch (block.kind) {
    case 'paragraph':
      return `<p>${escapeHtml(block.text)}</p>`
    case 'note':
      return `<p class="muted">${escapeHtml(block.text)}</p>`
    case 'facts': {
      const rows = block.facts.map(
        ([name, value]) => `<tr><th scope="row">${escapeHtml(name)}</th><td>${escapeHtml(value)}</td></tr>`,
      )
      return `<table role="presentation">${rows.join('')}</table>`
    }
    case 'code':
      return `<p>${escapeHtml(block.label)}:<br><strong class="code">${escapeHtml(block.code)}</strong></p>`
    case 'quote': {
      const lines = linesOf(block.text).map(escapeHtml)
      return `<p>${escapeHtml(block.label)}:</p><blockquote>${lines.join('<br>')}</blockquote>`
    }
    case 'quiet-link':
      return `<p class="muted"><a href="${escapeHtml(block.url)}">${escapeHtml(block.label)}</a></p>`
    case 'link': {
      const url = escapeHtml(block.url)
      return (
        `<p><a class="button" href="${url}">${escapeHtml(block.label)}</a></p>` +
        `<p class="muted">Si el botón no funciona, copia esta dirección en tu navegador:<br>` +
        `<a href="${url}">${url}</a></p>`
      )
    }
  }
}

/** The product's colours, and dark mode where supported. */
const STYLE = `
:root { color-scheme: light dark; }
body { margin: 0; padding: 24px; background: #fbfaf7; color: #16202e; font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 560px; margin: 0 auto; padding: 32px; background: #ffffff; border: 1px solid #e4e1d9; border-radius: 10px; }
h1 { margin: 0 0 16px; font-size: 22px; line-height: 1.25; }
th { padding: 4px 16px 4px 0; text-align: left; vertical-align: top; font-weight: 600; }
td { padding: 4px 0; overflow-wrap: anywhere; }
a { color: #2b47c9; overflow-wrap: anywhere; }
.button { display: inline-block; padding: 12px 20px; border-radius: 8px; background: #2b47c9; color: #ffffff; text-decoration: none; font-weight: 600; }
.code { font: 700 28px/1.4 ui-monospace, monospace; letter-spacing: 0.15em; }
blockquote { margin: 0 0 16px; padding: 4px 0 4px 16px; border-left: 4px solid #5b6675; overflow-wrap: anywhere; }
.muted, footer { color: #5b6675; font-size: 14px; }
footer { max-width: 560px; margin: 16px auto 0; }
@media (max-width: 480px) {
  body { padding: 12px; }
  main { padding: 20px; }
  th, td { display: block; }
  th { padding: 8px 0 0; }
  td { padding: 0; }
}
@media (prefers-color-scheme: dark) {
  body { background: #10151f; color: #e9edf5; }
  main { background: #18202d; border-color: #2a3444; }
  a { color: #9db0ff; }
  blockquote { border-color: #9aa6b8; }
  .button { background: #9db0ff; color: #10151f; }
  .muted, footer { color: #9aa6b8; }
}`.trim()

export const renderMessage = (message: Message): RenderedMessage => {
  const subject = headerText(message.subject)
  const title = withoutLinks(oneLine(message.title))
  const blocks = ordered(message.blocks.map(neutralBlock))
  return {
    subject,
    text: [title, ...blocks.map(textBlock), `--\n${FOOTER}`].join('\n\n').concat('\n'),
    html: [
      '<!doctype html>',
      '<html lang="es"><head><meta charset="utf-8">',
      '<meta name="viewport" content="width=device-width, initial-scale=1">',
      '<meta name="color-scheme" content="light dark">',
      // For older mail clients.
      '<meta name="supported-color-schemes" content="light dark">',
      `<title>${escapeHtml(subject)}</title><style>${STYLE}</style></head><body>`,
      `<main><h1>${escapeHtml(title)}</h1>`,
      ...blocks.map(htmlBlock),
      `</main><footer>${escapeHtml(FOOTER)}</footer></body></html>`,
      '',
    ].join('\n'),
  }
}
