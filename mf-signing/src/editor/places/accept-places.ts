import type { PlaceKind } from 'pdf/places'
import { FORM_FIELDS_MAX } from 'shared/http/form-fields'
import { fieldDefaults } from '../../fields/constants.ts'
import type { FieldToPlace } from '../../fields/new-field.ts'
import { formFieldTexts } from '../form-fields/texts.ts'
import { type SignerPerson, signersOf } from '../signers/signers.ts'
import type { EditorModel } from '../use-editor.ts'
import type { PlaceOnPage } from './found-on-page.ts'
import { formFieldOf } from './place-forms.ts'
import { placeTexts } from './place-texts.ts'
import { defaultSigner, type PlaceSigner, signerOfRole } from './signer-for-role.ts'

export interface AcceptModels
  extends Pick<EditorModel, 'fields' | 'forms' | 'signers' | 'places' | 'notify' | 'announce'> {
  readonly owner: SignerPerson
}

/** The owner has no row before the first field; in a template only roles sign. */
const OWNER = 'owner'

/** Who can be given a signature. */
export const placeSigners = ({ signers, fields, owner }: AcceptModels): readonly PlaceSigner[] => {
  const listed = signers.list
    .filter(({ byPublicLink }) => !byPublicLink)
    .map(({ key, name, email, isOwner, fields: own }) => ({ key, name, email, isOwner, fieldCount: own.length }))
  const isMissing = !fields.ofTemplate && !listed.some(({ isOwner }) => isOwner)
  return isMissing ? [...listed, { key: OWNER, ...owner, isOwner: true, fieldCount: 0 }] : listed
}

const signatureFor = ({ page, rect }: PlaceOnPage, { name, email, isOwner }: PlaceSigner): FieldToPlace => ({
  type: isOwner ? 'primary' : 'signature',
  label: isOwner ? fieldDefaults.ownName : fieldDefaults.thirdPartyLabel,
  signerName: name,
  signerEmail: email,
  page,
  rect,
})

const signerOf = (
  { role }: PlaceOnPage,
  signers: readonly PlaceSigner[],
  chosen: string | undefined,
): PlaceSigner | undefined =>
  signerOfRole(role, signers) ?? signers.find(({ key }) => key === chosen) ?? defaultSigner(signers)

/** @returns a field for each place; who got one is no longer the first to get the next */
const assignSignatures = (places: readonly PlaceOnPage[], models: AcceptModels): readonly FieldToPlace[] => {
  let signers = placeSigners(models)
  return places.flatMap((place) => {
    const signer = signerOf(place, signers, models.places.chosen)
    if (!signer) return []
    signers = signers.map((each) => (each === signer ? { ...each, fieldCount: each.fieldCount + 1 } : each))
    return [signatureFor(place, signer)]
  })
}

type FormPlace = PlaceOnPage & { readonly kind: Exclude<PlaceKind, 'signature'> }

const isFormPlace = (place: PlaceOnPage): place is FormPlace => place.kind !== 'signature'

const placeForms = (
  places: readonly FormPlace[],
  signers: readonly PlaceSigner[],
  { forms, places: { chosen }, notify }: AcceptModels,
): number => {
  if (places.length === 0) return 0
  if (forms.load.kind !== 'ready') return 0
  if (forms.all.length + places.length > FORM_FIELDS_MAX) {
    notify('warning', formFieldTexts.tooMany)
    return 0
  }
  let taken = forms.all
  for (const place of places) {
    const signer = signerOf(place, signers, chosen)
    if (!signer) {
      notify('warning', placeTexts.noFiller)
      break
    }
    const field = formFieldOf(place, signer.key, taken)
    forms.dispatch({ type: 'added', field })
    taken = [...taken, field]
  }
  return taken.length - forms.all.length
}

/** Turns places into fields, as if the owner had placed them by hand. @param left places that stay open */
export const acceptPlaces = (places: readonly PlaceOnPage[], left: number, models: AcceptModels): void => {
  const { fields, notify, announce } = models
  const wanted = places.filter(({ kind }) => kind === 'signature')
  const signatures = assignSignatures(wanted, models)
  if (signatures.length < wanted.length) {
    notify('warning', placeTexts.noSigner)
    return
  }
  const made = fields.placeFound(signatures)
  if (!made) return
  const able = signersOf([...fields.all, ...made])
    .filter(({ byPublicLink }) => !byPublicLink)
    .map((signer) => ({ ...signer, fieldCount: signer.fields.length }))
  const filled = placeForms(places.filter(isFormPlace), able, models)
  const count = made.length + filled
  if (count > 0) announce(placeTexts.placed(count, left + places.length - count))
}
