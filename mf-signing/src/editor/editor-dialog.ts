import type { Field, SavedField, TemporaryField } from '../fields/field-lifecycle.ts'
import type { Signer } from './signers/signers.ts'

export type EditorDialog =
  | { readonly kind: 'none' }
  | { readonly kind: 'third-party' }
  | { readonly kind: 'repeat'; readonly field: TemporaryField }
  | { readonly kind: 'form-field' | 'repeat-form'; readonly id: string }
  | { readonly kind: 'instructions' }
  | { readonly kind: 'invite' }
  | { readonly kind: 'save-template' }
  | { readonly kind: 'cancel' }
  | { readonly kind: 'remove-field'; readonly field: Field }
  | { readonly kind: 'remove-signer'; readonly signer: Signer }
  | { readonly kind: 'leave' }
  | { readonly kind: 'sign'; readonly field: SavedField }
  | { readonly kind: 'sign-all' }
