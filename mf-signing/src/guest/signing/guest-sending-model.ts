import type { ReactNode } from 'react'
import type { JointAct } from './joint-act.ts'

/** Parts of the guest's page that a document has only as a part of a sending. */
export interface GuestSendingModel {
  /** Undefined if the present document is signed by itself. */
  readonly act: JointAct | undefined
  /** Signed together on this page. */
  readonly signedIds: readonly number[]
  /** Over the button to sign: a message, and the documents to read first. */
  readonly lead: ReactNode
  /** The button to sign: its words, if they are not the usual ones, and whether another step comes first. */
  readonly button: { readonly label?: string; readonly isQuiet: boolean; readonly isChoice: boolean }
  /** A second, quiet button that signs the present document alone; `request` begins. */
  readonly alone: ((request: () => void) => ReactNode) | undefined
  /** Link to the next document that waits. */
  readonly next: ReactNode
  /** In the place of the next field of a form, when none is left. */
  readonly afterForm: ReactNode
  /** After the act: each signed document, with its download. */
  readonly signed: ReactNode
}
