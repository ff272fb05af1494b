import type { PlacedField, SavedField, TemporaryField } from '../fields/field-lifecycle.ts'
import type { SigningParty } from './signers/signers.ts'

export type EditorDialog =
  | { readonly kind: 'none' }
  | { readonly kind: 'third-party' }
  | { readonly kind: 'repeat'; readonly field: TemporaryField }
  | { readonly kind: 'form-field' | 'repeat-form'; readonly id: string }
  | { readonly kind: 'instructions' }
  | { readonly kind: 'invite' }
  | { readonly kind: 'save-template' }
  | { readonly kind: 'cancel' }
  | { readonly kind: 'questions'; readonly threadId: number }
  | { readonly kind: 'remove-field'; readonly field: PlacedField }
  | { readonly kind: 'remove-signer'; readonly signer: SigningParty }
  | { readonly kind: 'leave' }
  | { readonly kind: 'sign'; readonly field: SavedField }
  | { readonly kind: 'sign-all' }
