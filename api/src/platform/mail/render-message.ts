import { PRODUCT } from 'shared/contract'
import { headerText } from './header-text.ts'
import type { Block, Links, Message, RenderedMessage } from './message.ts'
import { linesOf, neutral, oneLine, withoutLinks } from './neutral-text.ts'
import { mailHtml } from './render-html.ts'

const FOOTER = `${PRODUCT} · Firma de documentos en línea`

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

/** @param links `inert` for previews */
export const renderMessage = (message: Message, links: Links = 'live'): RenderedMessage => {
  const subject = headerText(message.subject)
  const title = withoutLinks(oneLine(message.title))
  const blocks = ordered(message.blocks.map(neutralBlock))
  return {
    subject,
    text: [title, ...blocks.map(textBlock), `--\n${FOOTER}`].join('\n\n').concat('\n'),
    html: mailHtml({ subject, title, blocks, footer: FOOTER }, links),
  }
}
