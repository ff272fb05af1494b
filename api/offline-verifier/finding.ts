export type { EvidenceFile } from './read-zip.ts'

export type EvidenceTone = 'good' | 'neutral' | 'warning' | 'bad'

export interface EvidenceFinding {
  readonly tone: EvidenceTone
  readonly file: string
  readonly title: string
  readonly details: readonly string[]
}
