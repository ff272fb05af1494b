import { valibotResolver } from '@hookform/resolvers/valibot'
import { useForm } from 'react-hook-form'
import { MAX_LENGTHS, REASON_MAX } from 'shared/contract'
import { TextAreaField, TextField } from 'shared/controls'
import {
  type TemplateRole,
  type TemplateSummary,
  templatesApi,
  type UseTemplate,
  UseTemplateSchema,
} from 'shared/http/deferred'
import { useRequestKey, useSession } from 'shared/state'
import { formatCount, formatFormFields } from '../../format.ts'
import { showServerError } from '../../forms/form-errors.ts'
import { ValuesDialog } from '../../forms/ValuesDialog.tsx'
import { isSigningRole, roleWords } from '../role-words.ts'
import styles from '../Templates.module.css'

export interface CreatedDocument {
  readonly documentId: number
  readonly filename: string
  readonly people: UseTemplate['people']
  /** How many the template made; more than one are a sending. */
  readonly documents: number
}

interface PeopleDialogProps {
  readonly template: TemplateSummary
  readonly onCreated: (created: CreatedDocument) => void
  readonly onClose: () => void
}

const guestsOf = ({ roles }: TemplateSummary) => roles.filter(({ is_owner }) => !is_owner)

const contentText = ({ set, version }: TemplateSummary): string =>
  set ? formatCount(set.documents.length, 'documento', 'documentos') : `versión ${version}`

const emptyForm = (template: TemplateSummary): UseTemplate => ({
  name: template.name,
  message: template.message,
  people: guestsOf(template).map(({ id, asks_certificate }) => ({
    role: id,
    name: '',
    email: '',
    ...(asks_certificate ? { certificate_identification: '' } : {}),
  })),
})

const useTemplateForm = ({ template, onCreated }: Pick<PeopleDialogProps, 'template' | 'onCreated'>) => {
  const form = useForm<UseTemplate>({
    resolver: valibotResolver(UseTemplateSchema),
    defaultValues: emptyForm(template),
  })
  const keyOf = useRequestKey()
  const submit = form.handleSubmit(async (values) => {
    try {
      const made = await templatesApi.use(template.id, { ...values, request_key: keyOf(JSON.stringify(values)) })
      onCreated({
        documentId: made.document_id,
        filename: made.original_filename,
        people: values.people,
        documents: made.sending?.documents.length ?? 1,
      })
    } catch (error) {
      showServerError(form, error)
    }
  })
  return { form, submit }
}

export function PeopleDialog({ template, onCreated, onClose }: PeopleDialogProps) {
  const { form, submit } = useTemplateForm({ template, onCreated })
  const { errors, isSubmitting: busy } = form.formState
  const owner = template.roles.find(({ is_owner }) => is_owner)
  return (
    <ValuesDialog
      title="Usar plantilla"
      description={`«${template.name}», ${contentText(template)}. Todavía no se envía nada.`}
      submit={{ label: template.set ? 'Crear documentos' : 'Crear documento', busyLabel: 'Creando…' }}
      form={form}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={template.set ? 'Nombre del envío' : 'Nombre del documento'}
        help={template.set && `Cada documento agrega el suyo: «… · ${template.set.documents[0]?.name}».`}
        maxLength={MAX_LENGTHS.search}
        readOnly={busy}
        error={errors.name?.message}
        {...form.register('name')}
      />
      {template.form_field_count > 0 && <p>{formatFormFields(template.form_field_count)}</p>}
      {owner && <OwnerRole role={owner} />}
      {guestsOf(template).map((role, index) => (
        <Person key={role.id} {...{ form, role, index, busy }} />
      ))}
      {guestsOf(template).length > 0 && (
        <TextAreaField
          label="Mensaje personal (opcional)"
          help="Va en el correo de cada invitación."
          rows={3}
          maxLength={REASON_MAX}
          readOnly={busy}
          error={errors.message?.message}
          {...form.register('message')}
        />
      )}
    </ValuesDialog>
  )
}

function OwnerRole({ role }: { readonly role: TemplateRole }) {
  const session = useSession()
  return (
    <p className={styles.note}>
      {role.name}: firmas tú{session.kind === 'authenticated' && ` (${session.user.email})`}.
    </p>
  )
}

interface PersonProps {
  readonly form: ReturnType<typeof useTemplateForm>['form']
  readonly role: TemplateRole
  readonly index: number
  readonly busy: boolean
}

function Person({ form, role, index, busy }: PersonProps) {
  const errors = form.formState.errors.people?.[index]
  return (
    <fieldset className={styles.person}>
      <legend>
        {role.name}
        {!isSigningRole(role) && ` (${roleWords[role.kind]})`}
      </legend>
      <TextField
        label="Nombre"
        aria-label={`Nombre de ${role.name}`}
        autoComplete="off"
        maxLength={MAX_LENGTHS.signerName}
        readOnly={busy}
        error={errors?.name?.message}
        {...form.register(`people.${index}.name`)}
      />
      <TextField
        label="Email"
        aria-label={`Email de ${role.name}`}
        type="email"
        autoComplete="off"
        readOnly={busy}
        error={errors?.email?.message}
        {...form.register(`people.${index}.email`)}
      />
      {role.asks_certificate && (
        <TextField
          label="Identificación de su certificado"
          aria-label={`Identificación del certificado de ${role.name}`}
          help="Por ejemplo 01-0234-0567. Solo ese certificado puede firmar."
          autoComplete="off"
          readOnly={busy}
          error={errors?.certificate_identification?.message}
          {...form.register(`people.${index}.certificate_identification`)}
        />
      )}
    </fieldset>
  )
}
