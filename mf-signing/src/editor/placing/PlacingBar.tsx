import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { ReactNode } from 'react'
import { Button } from 'shared/ui'
import type { SavedField } from '../../fields/field-lifecycle.ts'
import { type FieldOverlap, overlapInWords } from '../../fields/overlaps.ts'
import { editorTexts } from '../constants.ts'
import { isInvited } from '../fields/is-invited.ts'
import { formFieldTexts } from '../form-fields/texts.ts'
import type { EditorModel } from '../use-editor.ts'
import styles from './PlacingBar.module.css'

export type PlacingBarProps = Pick<EditorModel, 'fields' | 'forms' | 'editing' | 'selection' | 'viewer' | 'invitations'>

export function PlacingBar(props: PlacingBarProps) {
  const content = contentOf(props)
  return (
    <div className={styles.place} role="status">
      {content && <div className={styles.bar}>{content}</div>}
    </div>
  )
}

const contentOf = (props: PlacingBarProps): ReactNode => {
  const { carrying, replacing, overlaps, readOnlyReason } = props.fields
  if (carrying.field && props.editing.mode === 'editing')
    return <Carrying words={editorTexts.carry(carrying.field.signerName)} onLater={carrying.end} />
  const form = props.forms.carrying
  if (form.field && props.editing.mode === 'editing')
    return <Carrying words={formFieldTexts.carry(form.field.label)} onLater={form.end} />
  if (replacing.asked) return <Refused field={replacing.asked} {...props} />
  return overlaps.first && !readOnlyReason ? <Overlapping overlap={overlaps.first} {...props} /> : null
}

interface CarryingProps {
  readonly words: string
  readonly onLater: () => void
}

function Carrying({ words, onLater }: CarryingProps) {
  return (
    <>
      <p>{words}</p>
      <Button size="sm" onClick={onLater}>
        {editorTexts.carryLater}
      </Button>
    </>
  )
}

interface RefusedProps extends PlacingBarProps {
  readonly field: SavedField
}

function Refused({ field, fields: { replacing }, invitations }: RefusedProps) {
  return (
    <>
      <p>
        {editorTexts.savedStays(field.signerName)}
        {isInvited(field, invitations) && ` ${editorTexts.replaceEndsInvitation}`}
      </p>
      <Button
        size="sm"
        variant="primary"
        busy={replacing.busy}
        busyLabel={editorTexts.replacing}
        onClick={() => replacing.begin(field)}
      >
        {editorTexts.replace}
      </Button>
      <Button size="sm" variant="ghost" onClick={replacing.dismiss}>
        {editorTexts.leaveAsIs}
      </Button>
    </>
  )
}

interface OverlappingProps extends PlacingBarProps {
  readonly overlap: FieldOverlap
}

function Overlapping({ overlap, fields: { overlaps }, selection, viewer }: OverlappingProps) {
  const show = () => {
    viewer.goTo(overlap.page)
    selection.selectAndFocus(overlap.above.id)
  }
  return (
    <>
      <TriangleAlert className={styles.warning} aria-hidden="true" />
      <p>{overlapInWords(overlap)}</p>
      <Button size="sm" onClick={show}>
        {editorTexts.showOverlap}
      </Button>
      <Button size="sm" variant="ghost" onClick={() => overlaps.accept(overlap)}>
        {editorTexts.leaveAsIs}
      </Button>
    </>
  )
}
