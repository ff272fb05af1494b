import { type RefObject, useRef, useState } from 'react'
import { RetryAlert, SelectField, TextField } from 'shared/controls'
import type { TemplateSummary } from 'shared/http/deferred'
import { Button, EmptyState, VisuallyHidden } from 'shared/ui'
import { formatCount } from '../format.ts'
import { LazyTagsDialog } from '../list/filing/LazyTagsDialog.tsx'
import { ListSkeleton } from '../list/ListSkeleton.tsx'
import { BulkDialog } from './bulk/BulkDialog.tsx'
import { BulkJobs } from './bulk/BulkJobs.tsx'
import { useBulkJobs } from './bulk/use-bulk-jobs.ts'
import { TemplateCard } from './card/TemplateCard.tsx'
import { EditTemplateDialog } from './edit/EditTemplateDialog.tsx'
import { findTemplates, type TemplateFilter, templateTags } from './find-templates.ts'
import { RemoveTemplateDialog } from './RemoveTemplateDialog.tsx'
import styles from './Templates.module.css'
import { UseTemplateDialog } from './use/UseTemplateDialog.tsx'
import { useDuplication, useTemplateFieldEditing } from './use-template-actions.ts'
import { useTemplates } from './use-templates.ts'

export interface TemplatesTabProps {
  readonly onOpen: (documentId: number) => void
  readonly onEditFields: (documentId: number) => void
  /** Closing it may have changed a template. */
  readonly selected: string | undefined
  readonly onDocuments: () => void
}

const noFilter: TemplateFilter = { search: '', tag: '' }

type Shown = { readonly kind: 'use' | 'bulk' | 'edit' | 'tag' | 'remove'; readonly template: TemplateSummary }

export function TemplatesTab({ selected, onOpen, onEditFields, onDocuments }: TemplatesTabProps) {
  const { state, reload, retry } = useTemplates(selected)
  const editFields = useTemplateFieldEditing(onEditFields)
  const [filter, setFilter] = useState(noFilter)
  const [shown, setShown] = useState<Shown>()
  const region = useRef<HTMLDivElement>(null)
  const duplicate = useDuplication(reload)
  const bulk = useBulkJobs(reload)
  const found = state.kind === 'ready' ? findTemplates(state.templates, filter) : []

  return (
    <div ref={region} tabIndex={-1} className={styles.tab}>
      <VisuallyHidden role="status">
        {state.kind === 'loading' ? 'Cargando plantillas…' : formatCount(found.length, 'plantilla', 'plantillas')}
      </VisuallyHidden>
      {state.kind === 'loading' && <ListSkeleton view="cards" />}
      {state.kind === 'failed' && (
        <RetryAlert live="assertive" title="No se pudieron cargar tus plantillas" onRetry={retry}>
          {state.message}
        </RetryAlert>
      )}
      {state.kind === 'ready' && <BulkJobs jobs={bulk.jobs} problem={bulk.problem} onChange={bulk.reload} />}
      {state.kind === 'ready' && state.templates.length === 0 && <NoTemplates onDocuments={onDocuments} />}
      {state.kind === 'ready' && state.templates.length > 0 && (
        <>
          <TemplateFilters tags={templateTags(state.templates)} {...{ filter, setFilter }} />
          {found.length === 0 && <NothingFound onClear={() => setFilter(noFilter)} />}
          <ul className={styles.grid} aria-label="Plantillas">
            {found.map((template) => (
              <TemplateCard
                key={template.id}
                template={template}
                onUse={() => setShown({ kind: 'use', template })}
                onBulk={() => setShown({ kind: 'bulk', template })}
                onEdit={() => setShown({ kind: 'edit', template })}
                onEditFields={(id) => void editFields({ ...template, id })}
                onTag={() => setShown({ kind: 'tag', template })}
                onDuplicate={() => void duplicate(template)}
                onRemove={() => setShown({ kind: 'remove', template })}
              />
            ))}
          </ul>
        </>
      )}
      {shown && (
        <ShownDialog {...{ shown, onOpen, reload, region }} onBulk={bulk.reload} onClose={() => setShown(undefined)} />
      )}
    </div>
  )
}

interface ShownDialogProps extends Pick<TemplatesTabProps, 'onOpen'> {
  readonly shown: Shown
  readonly region: RefObject<HTMLElement | null>
  readonly reload: () => void
  readonly onBulk: () => void
  readonly onClose: () => void
}

function ShownDialog({ shown, region, reload, onBulk, onOpen, onClose }: ShownDialogProps) {
  const { kind, template } = shown
  switch (kind) {
    case 'use':
      return <UseTemplateDialog {...{ template, onOpen, onClose }} onCreated={reload} />
    case 'bulk':
      return <BulkDialog {...{ template, onClose }} onStarted={onBulk} />
    case 'edit':
      return <EditTemplateDialog {...{ template, onClose }} onSaved={reload} />
    case 'tag':
      return (
        <LazyTagsDialog
          kind="templates"
          objects={[template]}
          description={template.name}
          onApplied={reload}
          onClose={onClose}
        />
      )
    case 'remove': {
      const onRemoved = () => {
        region.current?.focus()
        reload()
      }
      return <RemoveTemplateDialog {...{ template, onRemoved, onClose }} />
    }
  }
}

interface TemplateFiltersProps {
  readonly tags: readonly string[]
  readonly filter: TemplateFilter
  readonly setFilter: (filter: TemplateFilter) => void
}

function TemplateFilters({ tags, filter, setFilter }: TemplateFiltersProps) {
  return (
    <div className={styles.filters}>
      <TextField
        className={styles.search}
        type="search"
        label="Buscar plantilla"
        value={filter.search}
        onChange={({ target }) => setFilter({ ...filter, search: target.value })}
      />
      {(tags.length > 0 || filter.tag !== '') && (
        <SelectField
          label="Etiqueta"
          options={[{ value: '', label: 'Todas' }, ...tags.map((tag) => ({ value: tag, label: tag }))]}
          value={filter.tag}
          onChange={({ target }) => setFilter({ ...filter, tag: target.value })}
        />
      )}
    </div>
  )
}

function NoTemplates({ onDocuments }: { readonly onDocuments: () => void }) {
  return (
    <EmptyState
      title="Aún no tienes plantillas"
      text="Abre un documento con sus campos de firma y elige «Guardar como plantilla». La próxima vez solo dirás quién firma."
      action={
        <Button variant="primary" onClick={onDocuments}>
          Ir a mis documentos
        </Button>
      }
    />
  )
}

function NothingFound({ onClear }: { readonly onClear: () => void }) {
  return (
    <EmptyState
      title="Ninguna plantilla coincide con lo que buscas"
      text="Prueba con otras palabras: buscamos en el nombre y en los roles."
      action={<Button onClick={onClear}>Ver todas las plantillas</Button>}
    />
  )
}
