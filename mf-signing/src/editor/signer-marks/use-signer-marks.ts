import { useState } from 'react'
import { type MarkedSigner, nextMarks, noMarks, type SignerMarks } from './signer-marks.ts'

export const useSignerMarks = (signers: readonly MarkedSigner[]): SignerMarks => {
  const [marks, setMarks] = useState(noMarks)
  const next = nextMarks(marks, signers)
  if (next !== marks) setMarks(next)
  return next
}
