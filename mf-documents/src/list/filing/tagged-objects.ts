/** Documents or templates whose tags a dialog changes. */
export interface TaggedObjects {
  readonly kind: 'documents' | 'templates'
  readonly objects: readonly { readonly id: number; readonly tags?: readonly string[] | undefined }[]
  /** Which ones, in words. */
  readonly description: string
  readonly onApplied: () => void
  readonly onClose: () => void
}
