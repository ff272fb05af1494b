import type { SignatureResult } from 'shared/contract'
import type { SignBody } from '../../agent/signing-agent.ts'
import type { FlowWords } from '../../signing-flow/constants.ts'

export interface JointAttempt {
  /** PNG data URL. */
  readonly signatureData: string
  readonly identification?: SignBody['identification']
  /** SHA-256 of the present document, as the page displays it. */
  readonly shown: string | undefined
}

/** Several documents of a sending, signed in one act. */
export interface JointAct {
  readonly documents: readonly { readonly id: number; readonly name: string }[]
  readonly words: FlowWords
  /** Of the button that signs. */
  readonly button: string
  /** Of the dialog: who signs how many documents. */
  readonly who: (name: string) => string
  /**
   * All documents, or none. A retry after a lost answer never signs twice.
   * @returns what was signed in the present document
   * @throws HttpError, and AbortError if the documents changed: the page shows the list as it is now
   */
  readonly sign: (attempt: JointAttempt) => Promise<SignatureResult>
}
