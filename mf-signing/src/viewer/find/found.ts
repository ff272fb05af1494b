export interface FoundText {
  readonly query: string
  readonly current: { readonly page: number; readonly index: number } | undefined
}
