import { valibotResolver } from '@hookform/resolvers/valibot'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { REASON_MAX, type UserFile } from 'shared/contract'
import { TextAreaField, TextField } from 'shared/controls'
import { filesApi, messageOf } from 'shared/http'
import {
  ROLE_NAME_MAX_LENGTH,
  type RoleKind,
  RoleNameSchema,
  TEMPLATE_NAME_MAX_LENGTH,
  type Template,
  type TemplateDraft,
  TemplateNameSchema,
  templatesApi,
} from 'shared/http/deferred'
import { Alert } from 'shared/ui'
import * as v from 'valibot'
import { SubmitDialog } from '../../ui/SubmitDialog.tsx'
import { editorTexts } from '../constants.ts'
import type { EditorModel } from '../use-editor.ts'
import styles from './SaveTemplate.module.css'

const FormSchema = v.object({
  as: v.picklist(['template', 'version']),
  name: TemplateNameSchema,
  roles: v.array(v.object({ key: v.string(), name: RoleNameSchema })),
  message: v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(REASON_MAX, `El texto debe tener como máximo ${REASON_MAX} caracteres`),
  ),
})
type Values = v.InferInput<typeof FormSchema>

interface SaveTemplateFormProps extends Pick<EditorModel, 'notify'> {
  readonly file: UserFile
  readonly draft: TemplateDraft
  readonly onClose: () => void
  readonly onSaved: (() => void) | undefined
}

type Origin = TemplateDraft['origin'] & { readonly newest: number }

const originOf = ({ origin }: TemplateDraft): Origin | undefined =>
  origin !== null && origin.newest !== null ? { ...origin, newest: origin.newest } : undefined

const templateNameOf = (file: UserFile): string =>
  file.original_filename.replace(/\.pdf$/i, '').slice(0, TEMPLATE_NAME_MAX_LENGTH)

const save = (documentId: number, draft: TemplateDraft, values: Values): Promise<Template> => {
  const { as, name, roles, message } = values
  const origin = originOf(draft)
  const described = { document_id: documentId, roles, message }
  return as === 'version' && origin
    ? templatesApi.saveVersion(origin.template_id, { ...described, version: origin.newest })
    : templatesApi.create({ ...described, name })
}

const savedText = ({ name, version, set }: Template): string =>
  set === undefined
    ? `Se guardó la plantilla «${name}», versión ${version}. Está en «Plantillas».`
    : `Se guardó la plantilla «${name}», con ${set.documents.length} documentos. Está en «Plantillas».`

const afterSaving = async ({ file, onSaved }: SaveTemplateFormProps, { as }: Values): Promise<void> => {
  if (onSaved && as === 'template') await filesApi.delete(file.id).catch(() => undefined)
  onSaved?.()
}

const useTemplateForm = (props: SaveTemplateFormProps) => {
  const { file, draft, notify, onClose, onSaved } = props
  const form = useForm<Values>({
    resolver: valibotResolver(FormSchema),
    defaultValues: {
      as: originOf(draft) && !onSaved ? 'version' : 'template',
      name: templateNameOf(file),
      roles: draft.roles.map(({ key, name }) => ({ key, name })),
      message: draft.message,
    },
  })
  const submit = form.handleSubmit(async (values) => {
    try {
      const saved = await save(file.id, draft, values)
      onClose()
      notify('success', savedText(saved))
      await afterSaving(props, values)
    } catch (error) {
      form.setError('root', { message: messageOf(error) })
    }
  })
  return { form, submit }
}

export function SaveTemplateForm(props: SaveTemplateFormProps) {
  const { draft, onClose } = props
  const { form, submit } = useTemplateForm(props)
  const { errors, isSubmitting: busy } = form.formState
  const origin = originOf(draft)
  const isVersion = form.watch('as') === 'version'
  return (
    <SubmitDialog
      title={editorTexts.saveTemplate}
      description="Guarda el PDF, los campos, el orden y el mensaje. Las personas no se guardan: cada una pasa a ser un rol."
      submit="Guardar plantilla"
      busy={busy}
      busyLabel="Guardando…"
      formClass={styles.form}
      onClose={onClose}
      onSubmit={submit}
    >
      {props.onSaved && (
        <Alert tone="warning" title="La plantilla cambió mientras tanto">
          Guarda tus cambios como otra plantilla, o como la versión siguiente: reemplaza a la más nueva.
        </Alert>
      )}
      {origin && <SaveAs form={form} origin={origin} />}
      {!isVersion && (
        <TextField
          label="Nombre de la plantilla"
          maxLength={TEMPLATE_NAME_MAX_LENGTH}
          readOnly={busy}
          error={errors.name?.message}
          {...form.register('name')}
        />
      )}
      {draft.together && <Together documents={draft.together} />}
      {draft.from_form && (
        <Alert tone="info">Usamos los campos de firma vacíos del formulario de este PDF, con sus nombres.</Alert>
      )}
      <Roles form={form} draft={draft} busy={busy} />
      <TextAreaField
        label="Mensaje personal (opcional)"
        help="Va en el correo de cada invitación."
        rows={3}
        maxLength={REASON_MAX}
        readOnly={busy}
        error={errors.message?.message}
        {...form.register('message')}
      />
      {errors.root && (
        <Alert tone="error" live="assertive">
          {errors.root.message}
        </Alert>
      )}
    </SubmitDialog>
  )
}

function Together({ documents }: { readonly documents: NonNullable<TemplateDraft['together']> }) {
  return (
    <Alert tone="info" title={`Se guardan juntos los ${documents.length} documentos de este envío`}>
      <ol className={styles.together}>
        {documents.map(({ document_id, name, fields }) => (
          <li key={document_id}>
            {name}: {fields === 0 ? 'sin campos de firma' : countWords(fields, 0)}
          </li>
        ))}
      </ol>
      Al usar la plantilla salen juntos otra vez. Quien está en varios tiene un solo rol.
    </Alert>
  )
}

function SaveAs({ form, origin }: { readonly form: UseFormReturn<Values>; readonly origin: Origin }) {
  return (
    <fieldset className={styles.choice}>
      <legend>
        Este documento empezó con «{origin.name}», versión {origin.version}
      </legend>
      <label>
        <input type="radio" value="version" {...form.register('as')} />
        Guardar como versión {origin.newest + 1} de «{origin.name}»
      </label>
      <label>
        <input type="radio" value="template" {...form.register('as')} />
        Guardar como otra plantilla
      </label>
    </fieldset>
  )
}

const countWords = (fields: number, forms: number): string => {
  const words = fields === 1 ? '1 campo' : `${fields} campos`
  if (forms === 0) return words
  return `${words} · ${forms === 1 ? '1 campo para llenar' : `${forms} campos para llenar`}`
}

const doings: Readonly<Record<RoleKind, string>> = {
  firma: 'Ahora firma',
  visto_bueno: 'Ahora aprueba',
  lectura: 'Ahora lee',
  copia: 'Ahora recibe copia',
}

const roleWords = ({ kind, signer, is_owner, fields, form_fields }: TemplateDraft['roles'][number]): string => {
  const who = is_owner ? 'Firmará quien use la plantilla' : signer && `${doings[kind]} ${signer}`
  return [who, kind === 'firma' ? countWords(fields, form_fields) : ''].filter((words) => words !== '').join(' · ')
}

type RolesProps = Pick<SaveTemplateFormProps, 'draft'> & {
  readonly form: UseFormReturn<Values>
  readonly busy: boolean
}

function Roles({ form, draft, busy }: RolesProps) {
  const { errors } = form.formState
  return draft.roles.map((role, index) => {
    const { key } = role
    return (
      <TextField
        key={key}
        label={`Rol ${index + 1}`}
        help={roleWords(role)}
        maxLength={ROLE_NAME_MAX_LENGTH}
        readOnly={busy}
        error={errors.roles?.[index]?.name?.message}
        {...form.register(`roles.${index}.name`)}
      />
    )
  })
}
