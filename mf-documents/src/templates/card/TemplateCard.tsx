import Copy from 'lucide-react/icons/copy'
import Move from 'lucide-react/icons/move'
import Pencil from 'lucide-react/icons/pencil'
import Tag from 'lucide-react/icons/tag'
import Trash2 from 'lucide-react/icons/trash-2'
import { ChoiceMenu } from 'shared/controls'
import type { TemplateSummary } from 'shared/http/deferred'
import { Badge, Button, IconButton, Surface } from 'shared/ui'
import { formatCount, formatDay, formatFormFields, formatPages, formatSignerNames } from '../../format.ts'
import card from '../../list/card/Card.module.css'
import { Tags } from '../../list/card/Tags.tsx'
import { Thumbnail } from '../../thumbnails/Thumbnail.tsx'
import { isSigningRole, otherRolesText } from '../role-words.ts'
import styles from './TemplateCard.module.css'

interface TemplateCardProps {
  readonly template: TemplateSummary
  readonly onUse: () => void
  readonly onBulk: () => void
  readonly onEdit: () => void
  /** Of this template, or of one of its set. */
  readonly onEditFields: (templateId: number) => void
  readonly onTag: () => void
  readonly onDuplicate: () => void
  readonly onRemove: () => void
}

const usesText = ({ documents, set }: TemplateSummary): string =>
  set
    ? formatCount(documents, 'envío creado', 'envíos creados')
    : formatCount(documents, 'documento creado', 'documentos creados')

export function TemplateCard(props: TemplateCardProps) {
  const { template, onUse, onBulk, onEdit, onEditFields, onTag, onDuplicate, onRemove } = props
  const { name, version, roles, updated_at, mode, form_field_count, set } = template
  const pages = set?.documents.reduce((sum, each) => sum + each.pages, 0) ?? template.pages
  const others = otherRolesText(roles)
  return (
    <Surface as="li" padding="none" className={card.card}>
      <div className={card.desk}>
        <Thumbnail
          subject={{ kind: 'template', id: template.id, version }}
          pages={pages}
          fieldsTotal={roles.length}
          fieldsSigned={0}
        />
        <p className={card.pages}>{formatPages(pages)}</p>
      </div>
      <div className={card.body}>
        <div className={card.badges}>
          <Badge>{set ? formatCount(set.documents.length, 'documento', 'documentos') : `Versión ${version}`}</Badge>
          {mode === 'certified' && <Badge>Firma certificada</Badge>}
        </div>
        <h2 className={card.name}>{name}</h2>
        <Tags tags={template.tags} />
        {set && <p className={styles.roles}>{formatSignerNames(set.documents.map((each) => each.name))}</p>}
        <p className={styles.roles}>
          Firman: {formatSignerNames(roles.filter(isSigningRole).map((role) => role.name))}
        </p>
        {others !== '' && <p className={styles.facts}>{others}</p>}
        {form_field_count > 0 && <p className={styles.facts}>{formatFormFields(form_field_count)}</p>}
        <p className={styles.facts}>
          {formatDay(updated_at)} · {usesText(template)}
        </p>
        <footer className={styles.footer}>
          <Button variant="primary" size="sm" aria-label={`Usar plantilla ${name}`} onClick={onUse}>
            Usar plantilla
          </Button>
          {roles.some(({ is_owner }) => !is_owner) && (
            <Button size="sm" aria-label={`Enviar a muchos ${name}`} onClick={onBulk}>
              Enviar a muchos
            </Button>
          )}
          <span className={styles.actions}>
            <IconButton label={`Editar ${name}`} title="Editar" size="sm" icon={<Pencil />} onClick={onEdit} />
            <EditFields {...{ template, onEditFields }} />
            <IconButton label={`Etiquetas de ${name}`} title="Etiquetas…" size="sm" icon={<Tag />} onClick={onTag} />
            <IconButton label={`Duplicar ${name}`} title="Duplicar" size="sm" icon={<Copy />} onClick={onDuplicate} />
            <IconButton label={`Eliminar ${name}`} title="Eliminar" size="sm" icon={<Trash2 />} onClick={onRemove} />
          </span>
        </footer>
      </div>
    </Surface>
  )
}

/** Each document of a set has its working copy. */
function EditFields({ template, onEditFields }: Pick<TemplateCardProps, 'template' | 'onEditFields'>) {
  const { id, name, set } = template
  const label = `Editar campos de ${name}`
  if (set === undefined)
    return <IconButton label={label} title="Editar campos" size="sm" icon={<Move />} onClick={() => onEditFields(id)} />
  return (
    <ChoiceMenu
      title="Editar campos"
      label={label}
      icon={<Move />}
      busy={false}
      choices={set.documents.map((each) => ({ choice: String(each.template_id), text: each.name }))}
      onChoose={(choice) => onEditFields(Number(choice))}
    />
  )
}
