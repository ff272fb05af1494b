import { useState } from 'react'
import { FieldTab } from '../../fields/FieldTab.tsx'
import type { PlacedField } from '../../fields/field-lifecycle.ts'
import { isTemporary } from '../../fields/field-lifecycle.ts'
import { fieldSignerKey } from '../../fields/same-signer.ts'
import type { FractionRect, PageFrame } from '../../geometry/geometry.ts'
import { toCanvas } from '../../geometry/geometry.ts'
import { CarryLayer } from '../fields/carrying/CarryLayer.tsx'
import { FieldTools } from '../fields/FieldTools.tsx'
import { RefusedMove } from '../fields/RefusedMove.tsx'
import { placeAndSelect } from '../fields/use-selection.ts'
import { FormFieldTabs } from '../form-fields/FormFieldTabs.tsx'
import type { PlaceParts } from '../places/use-place-parts.ts'
import { fieldLook, SignerBadge } from '../signer-marks/SignerBadge.tsx'
import type { EditorModel } from '../use-editor.ts'

export interface PageFieldsProps
  extends Pick<
    EditorModel,
    | 'fields'
    | 'forms'
    | 'signers'
    | 'marks'
    | 'editing'
    | 'selection'
    | 'viewer'
    | 'dialogs'
    | 'invitations'
    | 'startSigning'
    | 'announce'
    | 'places'
    | 'notify'
  > {
  readonly frame: PageFrame
  readonly placing: boolean
  readonly placeParts: PlaceParts | undefined
}

interface Draft {
  readonly id: string
  readonly rect: FractionRect
}

const carriedAt = <F extends Draft & { readonly page: number }>(
  held: F | undefined,
  draft: Draft | undefined,
  page: number,
) => (held && draft?.id === held.id ? { ...held, page, rect: draft.rect } : held)

const onThisPage = <F extends { readonly id: string | number; readonly page: number }>(
  all: readonly F[],
  here: F | undefined,
  page: number,
): readonly F[] => all.map((field) => (field.id === here?.id ? here : field)).filter((field) => field.page === page)

export function PageFields(props: PageFieldsProps) {
  const { fields, forms, frame, placing, placeParts } = props
  const [draft, setDraft] = useState<Draft>()
  const carrying = forms.carrying.field ? forms.carrying : fields.carrying
  const held = placing ? carrying.field : undefined
  const field = carriedAt(placing ? fields.carrying.field : undefined, draft, frame.number)
  const form = carriedAt(placing ? forms.carrying.field : undefined, draft, frame.number)
  const onPage = onThisPage<PlacedField>(fields.all, field, frame.number)
  const formsOnPage = onThisPage(forms.all, form, frame.number)
  const both = [...onPage, ...formsOnPage]
  return (
    <>
      {onPage.map((one) => (
        <PageField key={one.fieldId} {...props} field={one} others={both} carried={one === field} />
      ))}
      <FormFieldTabs {...props} others={both} shown={formsOnPage} carried={form} />
      {placeParts && <placeParts.PlaceGhosts {...props} />}
      {held && (
        <CarryLayer
          key={held.id}
          field={held}
          frame={frame}
          others={both.filter(({ id }) => id !== held.id).map(({ rect }) => toCanvas(rect, frame.size))}
          onMove={(rect) => setDraft(rect && { id: held.id, rect })}
          onDrop={(rect) => carrying.drop(rect, frame.number)}
        />
      )}
    </>
  )
}

interface PageFieldProps extends PageFieldsProps {
  readonly field: PlacedField
  readonly others: readonly { readonly id: string | number; readonly rect: FractionRect }[]
  readonly carried: boolean
}

const placingOf = ({ fields, selection, field, placing }: PageFieldProps) =>
  isTemporary(field) && placing
    ? {
        onPlaced: placeAndSelect(field.id, selection, fields.place),
      }
    : {}

function PageField(props: PageFieldProps) {
  const { fields, editing, selection, dialogs, frame, field, others, carried } = props
  const shown = fields.settle(field)
  const mark = props.marks.get(fieldSignerKey(field))
  const selected = selection.selected === field.id
  const reviewed = dialogs.shown.kind === 'sign-all' && field.type === 'primary' && shown.status === 'saved'
  const removable = field.status !== 'signed' && !fields.readOnlyReason && editing.mode !== 'saving'
  const tab = (
    <FieldTab
      field={{ ...shown, rect: field.rect }}
      frame={frame}
      others={others.filter(({ id }) => id !== field.id).map(({ rect }) => rect)}
      selected={selected && !carried}
      carried={carried}
      highlighted={reviewed}
      focused={selected && selection.focused}
      onFocusTaken={selection.focusTaken}
      onSelect={() => selection.select(field.id)}
      onDeselect={() => selection.select(undefined)}
      onAnnounce={props.announce}
      look={fieldLook(mark, 'signature')}
      badge={<SignerBadge mark={mark} onField />}
      {...placingOf(props)}
      {...(removable ? { onRemove: () => fields.askToRemove(field), tools: <FieldTools {...props} /> } : {})}
      {...(shown.status === 'saved' ? { onOpen: () => void props.startSigning(shown) } : {})}
    />
  )
  return <RefusedMove onRefused={refusedMove(props)}>{tab}</RefusedMove>
}

/** A field that can be moved asks for the edit mode; another one says why not. */
const refusedMove = ({ fields, editing, selection, field }: PageFieldProps): (() => void) | undefined => {
  if (!isTemporary(field)) return () => fields.replacing.ask(field)
  if (editing.mode !== 'reading' || fields.readOnlyReason) return undefined
  return () => {
    selection.select(field.id)
    editing.edit()
  }
}
