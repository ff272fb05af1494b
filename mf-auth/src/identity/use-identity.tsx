import type { ReactElement } from 'react'
import { useRef, useState } from 'react'
import type { SecondFactors } from 'shared/contract/accounts'
import { IdentityDialog } from './IdentityDialog.tsx'

/** Resolves with a proof, or undefined if cancelled. */
export type AskIdentity = () => Promise<string | undefined>

/** Does nothing if the person cancels. */
export const withProof = async (ask: AskIdentity, act: (proof: string) => unknown): Promise<void> => {
  const proof = await ask()
  if (proof !== undefined) await act(proof)
}

export const useIdentity = (
  factors: SecondFactors | undefined,
): { readonly ask: AskIdentity; readonly dialog: ReactElement } => {
  const [open, setOpen] = useState(false)
  const answer = useRef<(proof: string | undefined) => void>(undefined)
  const ask: AskIdentity = () =>
    new Promise((resolve) => {
      answer.current = resolve
      setOpen(true)
    })
  const close = (proof?: string) => {
    setOpen(false)
    answer.current?.(proof)
  }
  return { ask, dialog: <IdentityDialog open={open} factors={factors} onProof={close} onClose={() => close()} /> }
}
