import { PRODUCT } from 'shared/contract'
import { headerText } from './header-text.ts'
import type { LinkStyle, MailMessage, MessageBlock, RenderedMessage } from './message.ts'
import { linesOf, neutraliseText, oneLine, withoutLinks } from './neutral-text.ts'
import { mailHtml } from './render-html.ts'

const FOOTER = `${PRODUCT} · Firma de documentos en línea`

const neutralBlock = (block: MessageBlock): MessageBlock => {
  switch (block.kind) {
    case 'paragraph':
    case 'note':
      return { ...block, text: neutraliseText(block.text) }
    case 'facts':
      return {
        ...block,
        facts: block.facts.map(([name, value]) => [neutraliseText(name), neutraliseText(value)] as const),
      }
    case 'code':
      return { ...block, label: neutraliseText(block.label), code: oneLine(block.code) }
    case 'quote':
    case 'link':
    case 'quiet-link':
      return { ...block, label: neutraliseText(block.label) }
  }
}

/** User text never precedes the platform's own link. */
const ordered = (blocks: readonly MessageBlock[]): MessageBlock[] => {
  const link = blocks.findIndex(({ kind }) => kind === 'link')
  const isEarly = (block: MessageBlock, index: number): boolean => block.kind === 'quote' && index < link
  const rest = blocks.filter((block, index) => !isEarly(block, index))
  const after = rest.findIndex(({ kind }) => kind === 'link') + 1
  return [...rest.slice(0, after), ...blocks.filter(isEarly), ...rest.slice(after)]
}

const textBlock = (block: MessageBlock): string => {
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

/** @param links `inert` for previews */
export const renderMessage = (message: MailMessage, links: LinkStyle = 'live'): RenderedMessage => {
  const subject = headerText(message.subject)
  const title = withoutLinks(oneLine(message.title))
  const blocks = ordered(message.blocks.map(neutralBlock))
  return {
    subject,
    text: [title, ...blocks.map(textBlock), `--\n${FOOTER}`].join('\n\n').concat('\n'),
    html: mailHtml({ subject, title, blocks, footer: FOOTER }, links),
  }
}
