import { FieldTab } from '../../fields/FieldTab.tsx'
import type { Field } from '../../fields/field-lifecycle.ts'
import { isTemporary } from '../../fields/field-lifecycle.ts'
import type { PageFrame } from '../../geometry/geometry.ts'
import type { Editor } from '../use-editor.ts'

export interface PageFieldsProps
  extends Pick<Editor, 'fields' | 'editing' | 'selection' | 'viewer' | 'dialogs' | 'startSigning' | 'announce'> {
  readonly frame: PageFrame
  readonly placing: boolean
}

export function PageFields(props: PageFieldsProps) {
  const onPage = props.fields.all.filter(({ page }) => page === props.frame.number)
  return onPage.map((field) => <PageField key={field.fieldId} {...props} field={field} onPage={onPage} />)
}

interface PageFieldProps extends PageFieldsProps {
  readonly field: Field
  readonly onPage: readonly Field[]
}

function PageField(props: PageFieldProps) {
  const { fields, editing, selection, viewer, dialogs, frame, field, onPage } = props
  const selected = selection.selected === field.id
  /** The review highlights the owner's fields. */
  const reviewed = dialogs.shown.kind === 'sign-all' && field.type === 'primary' && field.status === 'saved'
  const removable = field.status !== 'signed' && !fields.readOnlyReason && editing.mode !== 'saving'
  return (
    <FieldTab
      field={field}
      frame={frame}
      others={onPage.filter((other) => other !== field).map(({ rect }) => rect)}
      selected={selected}
      highlighted={reviewed}
      focused={selected && selection.focused}
      onSelect={() => selection.select(field.id)}
      onDeselect={() => selection.select(undefined)}
      onAnnounce={props.announce}
      {...(isTemporary(field) && props.placing
        ? {
            onPlaced: (rect, kind, by) => {
              fields.place(field.id, rect, kind, by)
              if (!selected) selection.select(field.id)
            },
            ...(viewer.pageCount > 1 ? { onRepeat: () => dialogs.open({ kind: 'repeat', field }) } : {}),
          }
        : {})}
      {...(removable ? { onRemove: () => fields.askToRemove(field) } : {})}
      {...(field.status === 'saved' ? { onOpen: () => props.startSigning(field) } : {})}
    />
  )
}
