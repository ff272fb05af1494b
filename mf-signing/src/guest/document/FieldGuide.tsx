import { useEffect } from 'react'
import { useLatest } from 'shared/state'
import type { ViewerModel } from '../../viewer/use-viewer.ts'
import { useFieldStatus, type WantedField } from './use-field-status.ts'

export interface FieldGuideProps {
  readonly viewer: ViewerModel
  readonly target: WantedField
  readonly painted: number | undefined
  readonly onStatus: (status: string | undefined) => void
}

export default function FieldGuide({ viewer, target, painted, onStatus }: FieldGuideProps) {
  const status = useFieldStatus(viewer, target, painted)
  const report = useLatest(onStatus)
  useEffect(() => {
    report.current(status)
  }, [status])
  useEffect(() => () => report.current(undefined), [])
  return null
}
