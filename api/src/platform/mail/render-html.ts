import { PRODUCT } from 'shared/contract'
import { escapeHtml, MAIL_STYLE } from 'shared/server'
import type { LinkStyle, MessageBlock } from './message.ts'
import { linesOf } from './neutral-text.ts'

const withUnbrokenHours = (html: string): string => html.replace(/(\d) ([ap]\.) (m\.)/g, '$1&nbsp;$2&nbsp;$3')

type LinkBlock = Extract<MessageBlock, { readonly kind: 'link' | 'quiet-link' }>

const anchorTo =
  ({ url }: LinkBlock, links: LinkStyle) =>
  (text: string, attributes = ''): string =>
    `<a${attributes}${links === 'live' ? ` href="${escapeHtml(url)}"` : ''}>${escapeHtml(text)}</a>`

const linkBlock = (block: LinkBlock, links: LinkStyle): string => {
  const anchor = anchorTo(block, links)
  if (block.kind === 'quiet-link') return `<p class="muted">${anchor(block.label)}</p>`
  return (
    `<p>${anchor(block.label, ' class="button"')}</p>` +
    `<p class="muted">Si el botón no funciona, copia esta dirección en tu navegador:<br>${anchor(block.url)}</p>`
  )
}

const htmlBlock = (block: MessageBlock, links: LinkStyle): string => {
  switch (block.kind) {
    case 'paragraph':
      return `<p>${escapeHtml(block.text)}</p>`
    case 'note':
      return `<p class="muted">${escapeHtml(block.text)}</p>`
    case 'facts': {
      const rows = block.facts.map(
        ([name, value]) =>
          `<tr><th scope="row">${escapeHtml(name)}</th><td>${withUnbrokenHours(escapeHtml(value))}</td></tr>`,
      )
      return `<table>${rows.join('')}</table>`
    }
    case 'code':
      return `<p>${escapeHtml(block.label)}:<br><strong class="code">${escapeHtml(block.code)}</strong></p>`
    case 'quote': {
      const lines = linesOf(block.text).map(escapeHtml)
      return `<p class="said">${escapeHtml(block.label)}:</p><blockquote>${lines.join('<br>')}</blockquote>`
    }
    case 'link':
    case 'quiet-link':
      return linkBlock(block, links)
  }
}

export interface MailPage {
  readonly subject: string
  readonly title: string
  readonly blocks: readonly MessageBlock[]
  readonly footer: string
}

export const mailHtml = ({ subject, title, blocks, footer }: MailPage, links: LinkStyle): string =>
  [
    '<!doctype html>',
    '<html lang="es"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    // For older mail clients.
    '<meta name="supported-color-schemes" content="light dark">',
    // Apple Mail would link what people wrote.
    '<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">',
    `<title>${escapeHtml(subject)}</title><style>${MAIL_STYLE}</style></head><body>`,
    `<p class="brand"><span>${escapeHtml(PRODUCT)}</span></p>`,
    `<main><h1>${escapeHtml(title)}</h1>`,
    ...blocks.map((block) => htmlBlock(block, links)),
    `</main><footer>${escapeHtml(footer)}</footer></body></html>`,
    '',
  ].join('\n')
