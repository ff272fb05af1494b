/** What the server has answered with success about one document: all of it must be there, whatever happened since. */
export interface Told {
  /** The story's own number, which is in the document's name and in every address. */
  readonly number: number
  readonly bearer: string
  readonly filename: string
  /** What was uploaded. */
  readonly bytes: Uint8Array
  documentId: number | undefined
  /** Clients' names of the fields that were asked for, answered or not. */
  readonly asked: Set<string>
  /** `deleting`: asked for, and not answered yet. */
  readonly fields: Map<number, 'placed' | 'deleting' | 'deleted' | 'signed'>
  /** Fields whose signers were invited. */
  readonly invited: Set<number>
  isOrdered: boolean
  isShared: boolean
  isComplete: boolean
}

/** An account that was opened. */
export interface Owner {
  readonly username: string
  readonly bearer: string
}
