import type { ReactElement } from 'react'
import { useRef, useState } from 'react'
import type { SecondFactors } from 'shared/contract/accounts'
import { IdentityDialog } from './IdentityDialog.tsx'

/** Resolves with a proof, or undefined if cancelled. */
export type AskIdentity = () => Promise<string | undefined>

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
