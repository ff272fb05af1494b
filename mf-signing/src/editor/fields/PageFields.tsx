import { useState } from 'react'
import { FieldTab } from '../../fields/FieldTab.tsx'
import type { Field } from '../../fields/field-lifecycle.ts'
import { isTemporary } from '../../fields/field-lifecycle.ts'
import type { FractionRect, PageFrame } from '../../geometry/geometry.ts'
import { toCanvas } from '../../geometry/geometry.ts'
import type { Editor } from '../use-editor.ts'
import { CarryLayer } from './carrying/CarryLayer.tsx'
import { FieldTools } from './FieldTools.tsx'
import { RefusedMove } from './RefusedMove.tsx'

export interface PageFieldsProps
  extends Pick<
    Editor,
    'fields' | 'editing' | 'selection' | 'viewer' | 'dialogs' | 'invitations' | 'startSigning' | 'announce'
  > {
  readonly frame: PageFrame
  readonly placing: boolean
}

interface Draft {
  readonly id: string
  readonly rect: FractionRect
}

/** A carried field is shown where the pointer is. */
export function PageFields(props: PageFieldsProps) {
  const { fields, frame, placing } = props
  const [draft, setDraft] = useState<Draft>()
  const { field: carried, drop } = fields.carrying
  const held = placing ? carried : undefined
  const here = held && draft?.id === held.id ? { ...held, page: frame.number, rect: draft.rect } : held
  const onPage = fields.all
    .map((field) => (field.id === here?.id ? here : field))
    .filter(({ page }) => page === frame.number)
  return (
    <>
      {onPage.map((field) => (
        <PageField key={field.fieldId} {...props} field={field} onPage={onPage} carried={field === here} />
      ))}
      {held && (
        <CarryLayer
          key={held.id}
          field={held}
          frame={frame}
          others={onPage.filter((field) => field !== here).map(({ rect }) => toCanvas(rect, frame.size))}
          onMove={(rect) => setDraft(rect && { id: held.id, rect })}
          onDrop={(rect) => drop(rect, frame.number)}
        />
      )}
    </>
  )
}

interface PageFieldProps extends PageFieldsProps {
  readonly field: Field
  readonly onPage: readonly Field[]
  readonly carried: boolean
}

const placingOf = ({ fields, selection, field, placing }: PageFieldProps) =>
  isTemporary(field) && placing
    ? {
        onPlaced: (rect: FractionRect, kind: 'moved' | 'resized', by: 'pointer' | 'keyboard') => {
          fields.place(field.id, rect, kind, by)
          if (selection.selected !== field.id) selection.select(field.id)
        },
      }
    : {}

function PageField(props: PageFieldProps) {
  const { fields, editing, selection, dialogs, frame, field, onPage, carried } = props
  const selected = selection.selected === field.id
  /** The review highlights the owner's fields. */
  const reviewed = dialogs.shown.kind === 'sign-all' && field.type === 'primary' && field.status === 'saved'
  const removable = field.status !== 'signed' && !fields.readOnlyReason && editing.mode !== 'saving'
  const tab = (
    <FieldTab
      field={field}
      frame={frame}
      others={onPage.filter((other) => other !== field).map(({ rect }) => rect)}
      selected={selected && !carried}
      carried={carried}
      highlighted={reviewed}
      stateWord={fields.isDraft(field) ? 'guardado' : undefined}
      focused={selected && selection.focused}
      onSelect={() => selection.select(field.id)}
      onDeselect={() => selection.select(undefined)}
      onAnnounce={props.announce}
      {...placingOf(props)}
      {...(removable ? { onRemove: () => fields.askToRemove(field), tools: <FieldTools {...props} /> } : {})}
      {...(field.status === 'saved' ? { onOpen: () => props.startSigning(field) } : {})}
    />
  )
  return isTemporary(field) ? tab : <RefusedMove onRefused={() => fields.replacing.ask(field)}>{tab}</RefusedMove>
}
