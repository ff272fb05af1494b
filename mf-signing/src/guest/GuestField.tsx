import type { Field } from '../fields/field-lifecycle.ts'
import type { PageFrame } from '../fields/geometry.ts'
import { later } from '../viewer/later.ts'
import { guestTexts } from './constants.ts'

/** The field comes with the page that it lies on. */
const fieldTab = later(async () => ({ default: (await import('../fields/FieldTab.tsx')).FieldTab }))

export interface GuestFieldProps {
  readonly field: Field
  readonly frame: PageFrame
  /** Its place is being looked at. */
  readonly reviewing: boolean
  /** It can be pressed: nobody is signing it yet. */
  readonly waits: boolean
  readonly onSelect: () => void
  /** Double click, or Enter. */
  readonly onOpen: () => void
}

/** Where the guest signs. */
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
