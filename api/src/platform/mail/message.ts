export type MessageBlock =
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
export interface MailMessage {
  readonly subject: string
  readonly title: string
  readonly blocks: readonly MessageBlock[]
}

export type LinkStyle = 'live' | 'inert'

export interface RenderedMessage {
  readonly subject: string
  readonly text: string
  readonly html: string
}

type Facts = Extract<MessageBlock, { readonly kind: 'facts' }>

export const detailsBlock = (all: Facts['facts']): Facts => ({ kind: 'facts', facts: all })

export const noteBlock = (text: string): MessageBlock => ({ kind: 'note', text })

/** @param parts texts are paragraphs */
export const messageBlocks = (...parts: readonly (string | MessageBlock)[]): MessageBlock[] =>
  parts.map((part) => (typeof part === 'string' ? { kind: 'paragraph', text: part } : part))
