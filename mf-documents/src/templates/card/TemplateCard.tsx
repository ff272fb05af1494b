import Copy from 'lucide-react/icons/copy'
import Move from 'lucide-react/icons/move'
import Pencil from 'lucide-react/icons/pencil'
import Tag from 'lucide-react/icons/tag'
import Trash2 from 'lucide-react/icons/trash-2'
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
  readonly onEditFields: () => void
  readonly onTag: () => void
  readonly onDuplicate: () => void
  readonly onRemove: () => void
}

export function TemplateCard(props: TemplateCardProps) {
  const { template, onUse, onBulk, onEdit, onEditFields, onTag, onDuplicate, onRemove } = props
  const { name, version, pages, roles, documents, updated_at, mode, form_field_count } = template
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
          <Badge>Versión {version}</Badge>
          {mode === 'certified' && <Badge>Firma certificada</Badge>}
        </div>
        <h2 className={card.name}>{name}</h2>
        <Tags tags={template.tags} />
        <p className={styles.roles}>
          Firman: {formatSignerNames(roles.filter(isSigningRole).map((role) => role.name))}
        </p>
        {others !== '' && <p className={styles.facts}>{others}</p>}
        {form_field_count > 0 && <p className={styles.facts}>{formatFormFields(form_field_count)}</p>}
        <p className={styles.facts}>
          {formatDay(updated_at)} · {formatCount(documents, 'documento creado', 'documentos creados')}
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
            <IconButton
              label={`Editar campos de ${name}`}
              title="Editar campos"
              size="sm"
              icon={<Move />}
              onClick={onEditFields}
            />
            <IconButton label={`Etiquetas de ${name}`} title="Etiquetas…" size="sm" icon={<Tag />} onClick={onTag} />
            <IconButton label={`Duplicar ${name}`} title="Duplicar" size="sm" icon={<Copy />} onClick={onDuplicate} />
            <IconButton label={`Eliminar ${name}`} title="Eliminar" size="sm" icon={<Trash2 />} onClick={onRemove} />
          </span>
        </footer>
      </div>
    </Surface>
  )
}
