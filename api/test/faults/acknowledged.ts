/** Acknowledged state; none may be lost. */
export interface Acknowledged {
  readonly number: number
  readonly bearer: string
  readonly filename: string
  readonly bytes: Uint8Array
  documentId: number | undefined
  /** Client keys, answered or not. */
  readonly asked: Set<string>
  /** `deleting`: requested, not answered yet. */
  readonly fields: Map<number, 'placed' | 'deleting' | 'deleted' | 'signed'>
  readonly invited: Set<number>
  isOrdered: boolean
  isShared: boolean
  isComplete: boolean
}

export interface Owner {
  readonly username: string
  readonly bearer: string
}
