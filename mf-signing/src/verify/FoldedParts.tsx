import { type ReportWriter, TechnicalReport } from './etsi-report/TechnicalReport.tsx'
import { type ProofCheck, SealLogProof } from './seal-log/SealLogProof.tsx'

export interface FoldedPartsProps {
  readonly filename: string
  readonly checkProof: ProofCheck
  readonly writeReport: ReportWriter
}

/** For few people, so it loads after the result. */
export default function FoldedParts({ filename, checkProof, writeReport }: FoldedPartsProps) {
  return (
    <>
      <SealLogProof check={checkProof} />
      <TechnicalReport filename={filename} write={writeReport} />
    </>
  )
}
