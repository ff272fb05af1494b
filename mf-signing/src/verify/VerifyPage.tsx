import { askRevocation, loadAuthorities, verifyOnServer } from './ask-server.ts'
import type { VerificationTools } from './use-verification.ts'
import { Verifier } from './Verifier.tsx'
import { verifyHere } from './verify-here.ts'

const tools: VerificationTools = {
  verifyHere,
  comparePictures: async (task, options) =>
    (await import(/* webpackChunkName: "verify-later" */ './pictures/compare-pictures.ts')).compareInWorker(
      task,
      options,
    ),
  loadAuthorities,
  askRevocation,
  verifyOnServer,
  judgeHere: async (task, signal) =>
    (await import(/* webpackChunkName: "verify-later" */ './work-here/work-here.ts')).judgeHere(task, signal),
  writeReportHere: async (task, signal) =>
    (await import(/* webpackChunkName: "verify-later" */ './work-here/work-here.ts')).writeReportHere(task, signal),
  checkSealProof: async (document, proof) =>
    (await import(/* webpackChunkName: "verify-later" */ './seal-log/check-proof.ts')).checkSealProof(document, proof),
  now: () => new Date(),
}

export default function VerifyPage() {
  return <Verifier tools={tools} />
}
