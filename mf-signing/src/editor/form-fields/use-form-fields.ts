import { useCallback, useEffect, useReducer, useState } from 'react'
import type { FormFieldKind, ProposedFormField } from 'shared/contract/form-fields'
import { messageOf } from 'shared/http'
import { FORM_FIELDS_MAX, formFieldsApi } from 'shared/http/form-fields'
import { useLatest } from 'shared/state'
import { DEFAULT_PAGE_SIZE } from '../../fields/constants.ts'
import { freePlace } from '../../fields/free-place.ts'
import type { FractionRect } from '../../geometry/geometry.ts'
import { toCanvas, toFractions } from '../../geometry/geometry.ts'
import { centredRect } from '../../geometry/placing.ts'
import { untilGone } from '../../ui/until-gone.ts'
import { editorTexts } from '../constants.ts'
import { useCarrying } from '../fields/carrying/use-carrying.ts'
import type { FieldActionsOptions } from '../fields/field-actions-options.ts'
import { newIds } from '../fields/new-ids.ts'
import type { FieldsLoad } from '../fields/use-placed-fields.ts'
import {
  type FormFieldSettings,
  fromProposal,
  fromServer,
  newFormField,
  newSizes,
  type PlacedFormField,
} from './form-field.ts'
import { type FormFieldsAction, formFieldsReducer, noFormFields } from './placed-form-fields.ts'
import { repeatFormField } from './repeating/repeat-form-field.ts'
import { formFieldTexts } from './texts.ts'
import { useFormSync } from './use-form-sync.ts'

export interface FormFieldsOptions extends FieldActionsOptions {
  readonly fileId: number
  readonly signerOf: (signatureId: number) => string
  readonly signatureIdOf: (signer: string) => number | undefined
}

const usePlaced = () => {
  const [placed, reduce] = useReducer(formFieldsReducer, noFormFields)
  const dispatch = useCallback((action: FormFieldsAction) => reduce({ ...action, at: Date.now() }), [])
  return { placed, dispatch }
}

const useLoad = (
  { fileId, model, signerOf }: FormFieldsOptions,
  accept: ReturnType<typeof useFormSync>['accept'],
  dispatch: (action: FormFieldsAction) => void,
) => {
  const [load, setLoad] = useState<FieldsLoad>({ kind: 'loading' })
  const [attempt, setAttempt] = useState(0)
  const latest = useLatest({ signerOf, accept })
  const ready = model.load.kind === 'ready'
  useEffect(() => {
    if (!ready) return
    return untilGone(
      formFieldsApi.list(fileId),
      (list) => {
        latest.current.accept(list)
        dispatch({
          type: 'loaded',
          fields: list.map((field) => fromServer(field, latest.current.signerOf(field.signature_field_id))),
        })
        setLoad({ kind: 'ready' })
      },
      (error) => setLoad({ kind: 'failed', message: messageOf(error) }),
    )
  }, [fileId, ready, attempt, dispatch])
  return { load, reload: () => setAttempt((count) => count + 1) }
}

type Model = ReturnType<typeof usePlaced>

const useAddingForm = (options: FormFieldsOptions, { placed, dispatch }: Model, carry: (id: string) => void) => {
  const { model, viewer, selection, readOnlyReason, notify, onEditing } = options
  return (kind: FormFieldKind, signer: string) => {
    const refusal = readOnlyReason ?? (placed.items.length >= FORM_FIELDS_MAX ? formFieldTexts.tooMany : undefined)
    if (refusal) return notify('warning', refusal)
    const { pageNumber: page } = viewer
    const size = viewer.page.kind === 'ready' ? viewer.page.page.size : DEFAULT_PAGE_SIZE
    const taken = [...model.fields, ...placed.items].filter((other) => other.page === page)
    const wanted = centredRect(newSizes[kind], size)
    const others = taken.map(({ rect }) => toCanvas(rect, size))
    const rect = toFractions(freePlace(wanted, size, others), size)
    const field = newFormField({ kind, signer, page, rect }, placed.items, newIds)
    dispatch({ type: 'added', field })
    selection.selectAndFocus(field.id)
    onEditing()
    carry(field.id)
  }
}

const useTaking =
  ({ readOnlyReason, notify, onEditing, announce }: FormFieldsOptions, { dispatch }: Model) =>
  (proposed: readonly ProposedFormField[], signer: string) => {
    if (readOnlyReason) return notify('warning', readOnlyReason)
    dispatch({ type: 'taken', fields: proposed.map((field) => fromProposal(field, signer, newIds)) })
    onEditing()
    announce(formFieldTexts.taken(proposed.length))
  }

const useRepeating =
  ({ notify, onEditing }: FormFieldsOptions, { placed, dispatch }: Model) =>
  (field: PlacedFormField, pages: readonly number[]): string | undefined => {
    const repeated = repeatFormField(field, pages, { all: placed.items, ids: newIds })
    if (repeated.kind === 'problem') return repeated.message
    const { length: count } = repeated.fields
    if (count === 0) return editorTexts.repeatedAlready
    dispatch({ type: 'repeated', fields: repeated.fields })
    onEditing()
    notify('success', editorTexts.repeated(count))
    return undefined
  }

const useCarriedForm = ({ selection, announce }: FormFieldsOptions, { placed, dispatch }: Model) =>
  useCarrying({
    items: placed.items,
    selection,
    announce,
    onDropped: ({ id, label }, rect, page) => {
      dispatch({ type: 'dropped', id, rect, page })
      return { id, signerName: label }
    },
  })

export const useFormFields = (options: FormFieldsOptions) => {
  const { fileId, selection, readOnlyReason, notify, announce, signatureIdOf, model } = options
  const { placed, dispatch } = usePlaced()
  const carrying = useCarriedForm(options, { placed, dispatch })
  const [loaded, setLoaded] = useState(false)
  const sync = useFormSync({
    fileId,
    fields: placed.items,
    signatureIdOf,
    notify,
    enabled: loaded && readOnlyReason === undefined && carrying.field === undefined,
    onFrozen: model.reload,
  })
  const { load, reload } = useLoad(options, sync.accept, dispatch)
  const ready = load.kind === 'ready'
  useEffect(() => setLoaded(ready), [ready])
  const add = useAddingForm(options, { placed, dispatch }, carrying.begin)
  const take = useTaking(options, { placed, dispatch })
  const repeat = useRepeating(options, { placed, dispatch })

  return {
    all: placed.items,
    signatureIdOf,
    placed,
    dispatch,
    load,
    reload,
    state: sync.state,
    sync: sync.sync,
    carrying,
    add,
    take,
    repeat,
    fileId,
    place: (id: string, rect: FractionRect, kind: 'moved' | 'resized', by: 'pointer' | 'keyboard') => {
      dispatch({ type: 'placed', id, rect, kind, ...(by === 'keyboard' ? { keyAt: Date.now() } : {}) })
      carrying.end()
    },
    change: (id: string, settings: FormFieldSettings) => dispatch({ type: 'changed', id, settings }),
    remove: (id: string) => {
      dispatch({ type: 'removed', ids: [id] })
      selection.select(undefined)
      announce(formFieldTexts.removed)
    },
  }
}

export type FormFieldsModel = ReturnType<typeof useFormFields>
