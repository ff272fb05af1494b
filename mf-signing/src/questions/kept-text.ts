/** A text that was not sent. An empty text is nothing to keep. */
export interface KeptTexts {
  readonly read: (thread: string) => string
  readonly keep: (thread: string, text: string) => void
}
