import { valibotResolver } from '@hookform/resolvers/valibot'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import { type UseFormReturn, useFieldArray, useForm, useWatch } from 'react-hook-form'
import { REASON_MAX } from 'shared/contract'
import { TextAreaField, TextField } from 'shared/controls'
import {
  ChangeTemplateSchema,
  ROLE_NAME_MAX_LENGTH,
  type RoleKind,
  TEMPLATE_NAME_MAX_LENGTH,
  type Template,
  type TemplateChange,
  templatesApi,
} from 'shared/http/deferred'
import { notify } from 'shared/state'
import { IconButton } from 'shared/ui'
import { formatFormFields } from '../../format.ts'
import { showServerError } from '../../forms/form-errors.ts'
import { ValuesDialog } from '../../forms/ValuesDialog.tsx'
import { roleWords } from '../role-words.ts'
import styles from '../Templates.module.css'

interface EditTemplateFormProps {
  readonly template: Template
  readonly onSaved: () => void
  readonly onClose: () => void
}

type ChangeForm = UseFormReturn<TemplateChange>

const savedText = (before: Template, { version }: Template): string =>
  version === before.version ? 'Plantilla guardada' : `Se guardó la versión ${version}`

const useChangeForm = ({ template, onSaved, onClose }: EditTemplateFormProps) => {
  const { version, name, order, message, roles } = template
  const form = useForm<TemplateChange>({
    resolver: valibotResolver(ChangeTemplateSchema),
    defaultValues: {
      version,
      name,
      order,
      message,
      roles: roles.map(({ id, name: role, step }) => ({ id, name: role, step })),
    },
  })
  const submit = form.handleSubmit(async (values) => {
    try {
      notify({ type: 'success', message: savedText(template, await templatesApi.change(template.id, values)) })
      onClose()
      onSaved()
    } catch (error) {
      showServerError(form, error)
    }
  })
  return { form, submit }
}

export function EditTemplateForm(props: EditTemplateFormProps) {
  const { form, submit } = useChangeForm(props)
  const { form_field_count, set } = props.template
  const { errors, isSubmitting: busy } = form.formState
  return (
    <ValuesDialog
      title="Editar plantilla"
      description="Cada cambio guarda una versión nueva. Los documentos que ya creaste siguen con la suya."
      submit={{ label: 'Guardar plantilla', busyLabel: 'Guardando…' }}
      form={form}
      onSubmit={submit}
      onClose={props.onClose}
    >
      <TextField
        label="Nombre de la plantilla"
        maxLength={TEMPLATE_NAME_MAX_LENGTH}
        readOnly={busy}
        error={errors.name?.message}
        {...form.register('name')}
      />
      <Order form={form} />
      <Roles form={form} busy={busy} kinds={new Map(props.template.roles.map(({ id, kind }) => [id, kind]))} />
      <TextAreaField
        label="Mensaje personal (opcional)"
        help="Va en el correo de cada invitación."
        rows={3}
        maxLength={REASON_MAX}
        readOnly={busy}
        error={errors.message?.message}
        {...form.register('message')}
      />
      {set && (
        <p className={styles.note}>
          Los nombres y el mensaje valen para los {set.documents.length} documentos. Si cambias el orden, también.
        </p>
      )}
      {form_field_count > 0 && <p>{formatFormFields(form_field_count)}</p>}
      <p className={styles.note}>Para mover los campos o agregar roles, elige «Editar campos» en la plantilla.</p>
    </ValuesDialog>
  )
}

function Order({ form }: { readonly form: ChangeForm }) {
  return (
    <fieldset className={styles.modes}>
      <legend>Orden de firma</legend>
      <label>
        <input type="radio" value="parallel" {...form.register('order')} />
        En paralelo: cada quien firma cuando quiera
      </label>
      <label>
        <input type="radio" value="ordered" {...form.register('order')} />
        Por orden: una persona después de otra
      </label>
    </fieldset>
  )
}

interface RolesProps {
  readonly form: ChangeForm
  readonly busy: boolean
  /** By id. Those without a field come last and have no place in the order. */
  readonly kinds: ReadonlyMap<string, RoleKind>
}

function Roles({ form, busy, kinds }: RolesProps) {
  const { control, register, formState, getValues, setValue } = form
  const { fields, move } = useFieldArray({ control, name: 'roles', keyName: 'key' })
  const kindOf = (id: string): RoleKind => kinds.get(id) ?? 'firma'
  const last = fields.findLastIndex(({ id }) => kindOf(id) === 'firma')
  const ordered = useWatch({ control, name: 'order' }) === 'ordered'
  const place = (index: number, to: number) => {
    move(index, to)
    getValues('roles').forEach((_, at) => void setValue(`roles.${at}.step`, at + 1))
  }
  return (
    <ol className={styles.roles} aria-label="Roles">
      {fields.map(({ key, id, name }, index) => (
        <li key={key} className={styles.role}>
          <TextField
            label={`Rol ${index + 1}`}
            help={kindOf(id) === 'firma' ? undefined : `Esta persona ${roleWords[kindOf(id)]}.`}
            maxLength={ROLE_NAME_MAX_LENGTH}
            readOnly={busy}
            error={formState.errors.roles?.[index]?.name?.message}
            {...register(`roles.${index}.name`)}
          />
          {ordered && index <= last && (
            <span>
              <IconButton
                label={`Que ${name} firme antes`}
                icon={<ArrowUp />}
                disabled={index === 0 || busy}
                onClick={() => place(index, index - 1)}
              />
              <IconButton
                label={`Que ${name} firme después`}
                icon={<ArrowDown />}
                disabled={index === last || busy}
                onClick={() => place(index, index + 1)}
              />
            </span>
          )}
        </li>
      ))}
    </ol>
  )
}
