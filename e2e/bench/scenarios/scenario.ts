import type { Browser } from 'playwright'
import type { DocumentName } from '../documents/index.ts'
import type { Finding } from '../finding.ts'
import type { BenchOptions } from '../options.ts'
import type { Stage, StagedDocument } from '../stage.ts'

export interface ScenarioInput {
  readonly stage: Stage
  readonly browser: Browser
  readonly options: BenchOptions
  readonly log: (line: string) => void
}

export type Scenario = (input: ScenarioInput) => Promise<Finding[]>

export const stagedDocument = ({ documents }: Pick<Stage, 'documents'>, name: DocumentName): StagedDocument => {
  const found = documents[name]
  if (!found) throw new Error(`the document '${name}' is not on the stage`)
  return found
}
