/** One thing after the other, as both the plain and the HTML part show it. */
export type Block =
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'facts'; readonly facts: readonly (readonly [name: string, value: string])[] }
  /** Something short to copy or type. */
  | { readonly kind: 'code'; readonly label: string; readonly code: string }
  | { readonly kind: 'link'; readonly label: string; readonly url: string }
  /** What a person wrote, in their own words and lines. */
  | { readonly kind: 'quote'; readonly label: string; readonly text: string }
  /** Something that few will want, without a button. */
  | { readonly kind: 'quiet-link'; readonly label: string; readonly url: string }
  | { readonly kind: 'note'; readonly text: string }

/** A mail before it is laid out. Everything in it is plain text, whoever wrote it. */
export interface Message {
  readonly subject: string
  readonly title: string
  readonly blocks: readonly Block[]
}

/** A mail as it is sent. */
export interface RenderedMessage {
  readonly subject: string
  readonly text: string
  readonly html: string
}
