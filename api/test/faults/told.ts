/** Acknowledged state of one document; none of it may be lost. */
export interface Told {
  /** Part of the document's name and of every address. */
  readonly number: number
  readonly bearer: string
  readonly filename: string
  readonly bytes: Uint8Array
  documentId: number | undefined
  /** Client keys of requested fields, answered or not. */
  readonly asked: Set<string>
  /** `deleting`: requested, not answered yet. */
  readonly fields: Map<number, 'placed' | 'deleting' | 'deleted' | 'signed'>
  /** Fields with invited signers. */
  readonly invited: Set<number>
  isOrdered: boolean
  isShared: boolean
  isComplete: boolean
}

export interface Owner {
  readonly username: string
  readonly bearer: string
}
