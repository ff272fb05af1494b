export interface Found {
  readonly query: string
  readonly current: { readonly page: number; readonly index: number } | undefined
}
