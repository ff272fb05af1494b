import { describeInclusion, type InclusionWords } from 'shared/contract/transparency-log'
import { unansweredCall } from 'shared/http'
import { hexDigest } from '../../signing/shown-digest.ts'

export type CheckSealProof = (document: File, proof: File) => Promise<InclusionWords>

/** Whom this site names: its log, and those who witness it (C2SP tlog-policy). */
const POLICY = '/pki/log/policy'

const loadPolicy = async (): Promise<string> => {
  const answer = await fetch(POLICY).catch(unansweredCall)
  return answer.ok ? answer.text() : ''
}

/** On this device; only the policy is loaded. The entry has to name the bytes of this document. */
export const checkSealProof: CheckSealProof = async (document, proof) => {
  const digest = await hexDigest(new Uint8Array(await document.arrayBuffer()))
  return describeInclusion(await proof.text(), ({ sha256 }) => sha256 === digest, await loadPolicy())
}
