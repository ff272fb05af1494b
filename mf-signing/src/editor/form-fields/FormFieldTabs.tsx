import CopyPlus from 'lucide-react/icons/copy-plus'
import Settings2 from 'lucide-react/icons/settings-2'
import Trash2 from 'lucide-react/icons/trash-2'
import { IconButton } from 'shared/ui'
import { FieldTab } from '../../fields/FieldTab.tsx'
import type { FractionRect, PageFrame } from '../../geometry/geometry.ts'
import tools from '../fields/FieldTools.module.css'
import { placeAndSelect } from '../fields/use-selection.ts'
import { fieldLook, SignerBadge } from '../signer-marks/SignerBadge.tsx'
import type { EditorModel } from '../use-editor.ts'
import { kindNames, minSizeOf, type PlacedFormField } from './form-field.ts'
import { repeatTexts } from './repeating/texts.ts'
import { formFieldTexts } from './texts.ts'

export interface FormFieldTabsProps
  extends Pick<
    EditorModel,
    'fields' | 'forms' | 'signers' | 'marks' | 'editing' | 'selection' | 'viewer' | 'dialogs' | 'announce'
  > {
  readonly frame: PageFrame
  readonly placing: boolean
  readonly others: readonly { readonly id: string | number; readonly rect: FractionRect }[]
  readonly shown: readonly PlacedFormField[]
  readonly carried: PlacedFormField | undefined
}

export function FormFieldTabs({ shown, ...props }: FormFieldTabsProps) {
  return shown.map((field) => <FormFieldTab key={field.id} {...props} field={field} />)
}

interface FormFieldTabProps extends Omit<FormFieldTabsProps, 'shown'> {
  readonly field: PlacedFormField
}

const editingOf = ({ fields, forms, selection, viewer, dialogs, field, placing, editing }: FormFieldTabProps) => {
  if (fields.readOnlyReason || editing.mode === 'saving') return {}
  const onOpen = () => dialogs.open({ kind: 'form-field', id: field.id })
  const change = {
    onOpen,
    onRemove: () => forms.remove(field.id),
    tools: (
      <FormFieldTools
        label={field.label}
        onSettings={onOpen}
        onRepeat={viewer.pageCount > 1 ? () => dialogs.open({ kind: 'repeat-form', id: field.id }) : undefined}
        onRemove={() => forms.remove(field.id)}
      />
    ),
  }
  if (!placing) return change
  return {
    ...change,
    onPlaced: placeAndSelect(field.id, selection, forms.place),
  }
}

function FormFieldTab(props: FormFieldTabProps) {
  const { field, frame, others, signers, marks, selection, carried, announce } = props
  const mark = marks.get(field.signer)
  const signer = signers.list.find(({ key }) => key === field.signer)
  const selected = selection.selected === field.id
  return (
    <FieldTab
      field={{
        status: 'form',
        type: signer?.isOwner ? 'primary' : 'signature',
        signerName: field.label,
        label: `${kindNames[field.rule.kind]} · ${signer?.name ?? formFieldTexts.orphan}`,
        rect: field.rect,
      }}
      frame={frame}
      minSize={minSizeOf(field.rule.kind)}
      others={others.filter(({ id }) => id !== field.id).map(({ rect }) => rect)}
      selected={selected && field !== carried}
      carried={field === carried}
      stateWord={field.required ? formFieldTexts.required : formFieldTexts.optional}
      focused={selected && selection.focused}
      onFocusTaken={selection.focusTaken}
      onSelect={() => selection.select(field.id)}
      onDeselect={() => selection.select(undefined)}
      onAnnounce={announce}
      look={fieldLook(mark, 'form')}
      badge={<SignerBadge mark={mark} onField />}
      {...editingOf(props)}
    />
  )
}

interface FormFieldToolsProps {
  readonly label: string
  readonly onSettings: () => void
  readonly onRepeat: (() => void) | undefined
  readonly onRemove: () => void
}

function FormFieldTools({ label, onSettings, onRepeat, onRemove }: FormFieldToolsProps) {
  return (
    <>
      <IconButton label={formFieldTexts.settingsOf(label)} icon={<Settings2 />} size="sm" onClick={onSettings} />
      {onRepeat && <IconButton label={repeatTexts.of(label)} icon={<CopyPlus />} size="sm" onClick={onRepeat} />}
      <IconButton
        className={tools.remove}
        label={formFieldTexts.remove(label)}
        icon={<Trash2 />}
        size="sm"
        onClick={onRemove}
      />
    </>
  )
}
