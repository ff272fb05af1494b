import type { PlacedField } from '../../fields/field-lifecycle.ts'
import type { PageFrame } from '../../geometry/geometry.ts'
import { deferComponent } from '../../viewer/deferred.ts'
import { guestTexts } from '../constants.ts'

const fieldTab = deferComponent(async () => ({ default: (await import('../../fields/FieldTab.tsx')).FieldTab }))

export interface GuestFieldProps {
  readonly field: PlacedField
  readonly frame: PageFrame
  readonly reviewing: boolean
  readonly waits: boolean
  readonly onSelect: () => void
  readonly onOpen: () => void
}

export function GuestField({ field, frame, reviewing, waits, onSelect, onOpen }: GuestFieldProps) {
  const FieldTab = fieldTab.use(true)
  if (!FieldTab) return null
  const calls = waits && field.status !== 'signed'
  return (
    <FieldTab
      field={field}
      frame={frame}
      highlighted={reviewing}
      {...(calls ? { callToAction: guestTexts.callToAction, onSelect, onOpen } : {})}
    />
  )
}
