import { FieldTab } from '../fields/FieldTab.tsx'
import type { Field } from '../fields/field-lifecycle.ts'
import { isTemporary } from '../fields/field-lifecycle.ts'
import type { PageFrame } from '../fields/geometry.ts'
import type { Editor } from './use-editor.ts'

export interface PageFieldsProps {
  readonly editor: Editor
  readonly frame: PageFrame
  readonly placing: boolean
}

export function PageFields({ editor, frame, placing }: PageFieldsProps) {
  const onPage = editor.fields.filter(({ page }) => page === frame.number)
  return onPage.map((field) => (
    <PageField key={field.fieldId} editor={editor} frame={frame} placing={placing} field={field} onPage={onPage} />
  ))
}

interface PageFieldProps extends PageFieldsProps {
  readonly field: Field
  readonly onPage: readonly Field[]
}

function PageField({ editor, frame, placing, field, onPage }: PageFieldProps) {
  const { selection, setDialog } = editor
  const selected = selection.selected === field.id
  /** The review highlights the owner's fields. */
  const reviewed = editor.dialog.kind === 'sign-all' && field.type === 'primary' && field.status === 'saved'
  const removable = field.status !== 'signed' && !editor.frozen && editor.mode !== 'saving'
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
      onAnnounce={editor.announce}
      {...(isTemporary(field) && placing
        ? {
            onPlaced: (rect, kind, by) => {
              editor.place(field.id, rect, kind, by)
              if (!selected) selection.select(field.id)
            },
            ...(editor.viewer.pageCount > 1 ? { onRepeat: () => setDialog({ kind: 'repeat', field }) } : {}),
          }
        : {})}
      {...(removable ? { onRemove: () => editor.askToRemove(field) } : {})}
      {...(field.status === 'saved' ? { onOpen: () => editor.startSigning(field) } : {})}
    />
  )
}
