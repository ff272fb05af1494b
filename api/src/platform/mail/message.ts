export type Block =
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'facts'; readonly facts: readonly (readonly [name: string, value: string])[] }
  | { readonly kind: 'code'; readonly label: string; readonly code: string }
  | { readonly kind: 'link'; readonly label: string; readonly url: string }
  /** A user's own text, with its line breaks. */
  | { readonly kind: 'quote'; readonly label: string; readonly text: string }
  /** Rendered without a button. */
  | { readonly kind: 'quiet-link'; readonly label: string; readonly url: string }
  | { readonly kind: 'note'; readonly text: string }

/** All texts are plain text, regardless of their author. */
export interface Message {
  readonly subject: string
  readonly title: string
  readonly blocks: readonly Block[]
}

export type Links = 'live' | 'inert'

export interface RenderedMessage {
  readonly subject: string
  readonly text: string
  readonly html: string
}

type Facts = Extract<Block, { readonly kind: 'facts' }>

export const facts = (all: Facts['facts']): Facts => ({ kind: 'facts', facts: all })

export const note = (text: string): Block => ({ kind: 'note', text })

/** @param parts texts are paragraphs */
export const blocks = (...parts: readonly (string | Block)[]): Block[] =>
  parts.map((part) => (typeof part === 'string' ? { kind: 'paragraph', text: part } : part))
