/** Documents that were chosen together, in no order. */
export interface Selection {
  readonly ids: ReadonlySet<number>
  /** Where a range begins. */
  readonly anchor: number | undefined
  /** The selection before that range. */
  readonly base: ReadonlySet<number>
}

export type SelectionEvent =
  | { readonly kind: 'toggled'; readonly id: number }
  /** `from` begins the range if nothing was chosen before. */
  | { readonly kind: 'extended'; readonly order: readonly number[]; readonly from: number; readonly to: number }
  /** The list has other documents now. */
  | { readonly kind: 'listed'; readonly order: readonly number[] }

export const emptySelection: Selection = { ids: new Set(), anchor: undefined, base: new Set() }
