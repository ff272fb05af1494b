/** What is being looked for, and which of its places the person is at. Index: the how manieth on its page, from 0. */
export interface Found {
  readonly query: string
  readonly current: { readonly page: number; readonly index: number } | undefined
}
